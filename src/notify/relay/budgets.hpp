// How many messages may leave in a day: to one recipient, for one list, to one country, for one
// account and in all. What strangers can cause has small budgets of its own, so that they use up
// nobody else's.
//
// Counted in memory, from the start of the process. Belongs to one thread, or behind a lock.
#pragma once

#include "base/time.hpp"
#include "engine/ports/messages.hpp"
#include "engine/ports/store.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace standby::notify {

// 0: no limit.
struct BudgetLimits {
    std::uint32_t strangers_hour = 0;  // of what strangers cause, to one recipient
    std::uint32_t strangers_day = 0;
    std::uint32_t recipient_day = 0;  // of everything else, to one recipient
    std::uint64_t mail_day = 0;       // in all; accounts and lists get parts of it
    std::uint64_t sms_day = 0;        // likewise, and countries
};
// What a server has unless it is told otherwise. The most that an honest regular gets is five
// offers a day, each with its reminder, its end, its confirmation and what follows.
BudgetLimits usual_budgets(std::uint64_t mail_day, std::uint64_t sms_day);

// The names are those of the metric.
enum class Budget : std::uint8_t { RecipientHour, RecipientDay, List, Country, Account, Server };
inline constexpr std::size_t budget_count = 6;
std::string_view name_of(Budget budget);  // "message_recipient_hour"

// Whom a message is counted against.
struct BudgetKey {
    engine::Channel channel = engine::Channel::Mail;
    core::ContactKey recipient;
    core::ResourceNumber list;
    engine::AccountNumber account;
    std::string country;  // of a text
    bool is_strangers = false;
};

// How many there were in the last day, to a quarter of an hour.
class DayCount {
public:
    std::uint64_t count(Time now);
    void add(Time now, std::int64_t more);
    // When the oldest of them is more than a day ago.
    Time next(Time now);

private:
    static constexpr std::size_t slots = 96;
    void advance(Time now);

    std::array<std::uint32_t, slots> counts_{};
    std::int64_t last_ = 0;  // quarters of an hour since 1970
    std::uint64_t total_ = 0;
};

class Budgets {
public:
    explicit Budgets(const BudgetLimits& limits) : limits_(limits) {}

    struct Full {
        Budget budget = Budget::Server;
        Time until{};  // then there is room again
    };
    // Nothing: it may leave.
    std::optional<Full> check(const BudgetKey& key, Time now);
    // One leaves.
    void take(const BudgetKey& key, Time now);
    // The one that was taken did not leave after all.
    void give_back(const BudgetKey& key, Time now);

    // So many relays share what is not one recipient's or one list's.
    void share(std::uint32_t relays) { relays_ = relays; }

private:
    struct Recipient {
        std::deque<Time> strangers;
        std::deque<Time> others;
    };
    using CountKey = std::tuple<Budget, engine::Channel, bool, std::uint64_t, std::string>;

    std::optional<Full> check_recipient(const BudgetKey& key, Time now);
    std::uint64_t limit(Budget budget, const BudgetKey& key) const;
    static CountKey count_key(Budget budget, const BudgetKey& key);
    Recipient& recipient(const BudgetKey& key, Time now);
    void forget_idle(Time now);

    BudgetLimits limits_;
    std::uint32_t relays_ = 1;
    std::unordered_map<std::uint64_t, Recipient> recipients_;
    std::map<CountKey, DayCount> counts_;
};

}  // namespace standby::notify
