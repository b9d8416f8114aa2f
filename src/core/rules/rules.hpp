// The rules of a resource: order, windows, quiet hours, tries. They are versioned; every decision
// names the version it used. One list of fields (`for_each_rule`) serves merging, encoding,
// comparison and the naming of bad values.
#pragma once

#include "core/model/refusal.hpp"
#include "core/model/states.hpp"
#include "core/model/wants.hpp"

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::core {

enum class Order : std::uint8_t { Fifo, Score, HeadStart, Lottery };

// What becomes of an entry that did not answer, or said no. `Keep` keeps its place once; the next
// time it goes to the back, as if it had joined at that moment.
enum class AfterOffer : std::uint8_t { Keep, Back, Remove };

enum class Visibility : std::uint8_t { Rank, Band, Hidden };

// A party that is larger than what is free either blocks the line until enough is free, or may be
// passed by smaller parties a limited number of times.
enum class PartyPolicy : std::uint8_t { Strict, Fit };

// Minutes since local midnight; `from` may be later than `to` (over midnight).
struct QuietHours {
    std::uint16_t from_minute = 21 * 60;
    std::uint16_t to_minute = 8 * 60;
    friend bool operator==(const QuietHours&, const QuietHours&) = default;
};

struct Referral {
    std::int32_t points = 5;
    std::int32_t cap = 50;
    friend bool operator==(const Referral&, const Referral&) = default;
};

struct Rules {
    Order order = Order::Fifo;
    std::uint32_t minutes_per_point = 60;
    Duration claim_window = std::chrono::minutes{10};
    std::uint32_t max_offers = 0;  // people tried per place; 0: no limit
    Duration cutoff{0};            // before the start; no offers after it
    std::optional<QuietHours> quiet_hours = QuietHours{};
    bool urgent = false;
    AfterOffer after_miss = AfterOffer::Keep;
    AfterOffer after_decline = AfterOffer::Keep;
    std::uint32_t max_misses = 3;  // this many misses end an entry; 0: no limit
    Visibility visibility = Visibility::Rank;
    std::uint32_t max_waiting = 0;  // 0: no limit
    bool verify_email = false;
    Referral referral;
    PartyPolicy party = PartyPolicy::Strict;
    std::uint32_t max_passes = 3;
    std::uint32_t wave_size = 0;  // offers per wave; 0: no waves
    Duration wave_interval{0};
    Duration reminder_after{0};  // 0: no reminder
    std::optional<Money> payment;
    bool instant_yes = true;
    std::optional<Time> draw_at;  // lottery: joins before this take part in the draw
    std::string draw_seed;        // lottery: secret until the draw, committed to by its SHA-256
    friend bool operator==(const Rules&, const Rules&) = default;
};

// Calls visit(name, member pointer) for each rule, in a fixed order that never changes: new rules
// go to the end.
template <class Visit>
constexpr void for_each_rule(Visit&& visit) {
    visit("order", &Rules::order);
    visit("minutes_per_point", &Rules::minutes_per_point);
    visit("claim_window", &Rules::claim_window);
    visit("max_offers", &Rules::max_offers);
    visit("cutoff", &Rules::cutoff);
    visit("quiet_hours", &Rules::quiet_hours);
    visit("urgent", &Rules::urgent);
    visit("after_miss", &Rules::after_miss);
    visit("after_decline", &Rules::after_decline);
    visit("max_misses", &Rules::max_misses);
    visit("visibility", &Rules::visibility);
    visit("max_waiting", &Rules::max_waiting);
    visit("verify_email", &Rules::verify_email);
    visit("referral", &Rules::referral);
    visit("party", &Rules::party);
    visit("max_passes", &Rules::max_passes);
    visit("wave_size", &Rules::wave_size);
    visit("wave_interval", &Rules::wave_interval);
    visit("reminder_after", &Rules::reminder_after);
    visit("payment", &Rules::payment);
    visit("instant_yes", &Rules::instant_yes);
    visit("draw_at", &Rules::draw_at);
    visit("draw_seed", &Rules::draw_seed);
}

// A change of some rules: the values of the named fields replace the old ones.
class RulesPatch {
public:
    template <class Value>
    RulesPatch& set(Value Rules::* member, std::type_identity_t<Value> value) {
        values_.*member = std::move(value);
        mark(member);
        return *this;
    }
    bool empty() const { return named_.none(); }
    Rules merged_into(const Rules& rules) const;

private:
    template <class Value>
    void mark(Value Rules::* member) {
        std::size_t index = 0;
        for_each_rule([&](std::string_view, auto candidate) {
            if constexpr (std::is_same_v<decltype(candidate), Value Rules::*>) {
                if (candidate == member) {
                    named_.set(index);
                }
            }
            ++index;
        });
    }

    Rules values_;
    std::bitset<32> named_;
};

// What a resource of this kind gets when nothing is said.
Rules default_rules(Kind kind);

// The first rule whose value makes no sense, with the field's name; nothing when all is well.
std::optional<Refusal> check_rules(const Rules& rules);

std::string_view name_of(Order order);
std::string_view name_of(AfterOffer after);
std::string_view name_of(Visibility visibility);
std::string_view name_of(PartyPolicy policy);

}  // namespace standby::core
