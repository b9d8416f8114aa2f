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

// A part of a price: an amount of its own, or so many hundredths of a percent (1900 is 19 %).
struct Share {
    std::optional<Money> amount;
    std::uint32_t percent_hundredths = 0;
    friend bool operator==(const Share&, const Share&) = default;
};

// What of a price is tax; it is contained in the price.
struct Tax {
    std::uint32_t percent_hundredths = 0;
    std::string label;  // "VAT", for receipts
    friend bool operator==(const Tax&, const Tax&) = default;
};

// OnJoining: whoever has not paid it stands in line and is passed by. OnClaiming: it is paid in
// place of the price, and the rest at the house.
enum class DepositDue : std::uint8_t { OnJoining, OnClaiming };

// What becomes of a deposit whose guest does not get, or does not use, a place.
enum class DepositFate : std::uint8_t { Refunded, Kept };

// It is part of the price, so whoever comes has paid that much of it.
struct Deposit {
    Share share;
    DepositDue due = DepositDue::OnClaiming;
    DepositFate leaving = DepositFate::Refunded;        // leaves the list, or gives the place back
    DepositFate never_offered = DepositFate::Refunded;  // the list ended before it was asked
    DepositFate declined = DepositFate::Refunded;       // was asked, and did not take it
    DepositFate no_show = DepositFate::Kept;
    friend bool operator==(const Deposit&, const Deposit&) = default;
};

// What giving a place back costs within this time before the start. Whoever does it earlier gets
// all money back that was paid for the place.
struct LateFee {
    Share share;
    Duration within{0};
    friend bool operator==(const LateFee&, const LateFee&) = default;
};

// A rule that is missing in what is stored has the value that stands here, so that it never
// changes; what a new resource gets is told by `default_rules`.
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
    std::string draw_seed;        // lottery of an earlier version: the seed that staff chose
    std::string draw_words{};     // lottery: the business's own words, part of what is drawn from
    // How long others wait for a guest who cannot be told of an offer; nothing: see `patience_of`.
    std::optional<Duration> patience{};
    bool tell_ends = false;  // those who wait are told when it is over or closed
    bool transfer = false;   // guests may pass a place on to somebody else
    // An address that nobody confirms within this time is forgotten; 0: never.
    Duration prove_within = std::chrono::hours{24};
    bool late_yes = false;  // who answers too late may stay ready for the place, if it comes free
    // The window of each offer comes from the time left and the people who fit; `claim_window` is
    // what it is when that is turned off.
    bool auto_window = false;
    // Who has not been heard of for so long is asked whether they still want it; 0: nobody is.
    Duration ping_after{0};
    Duration ping_grace = std::chrono::days{7};  // the time to answer that
    std::optional<Tax> tax{};
    std::optional<Deposit> deposit{};
    std::optional<LateFee> late_fee{};
    std::string later{};  // rules that only a newer version knows, as they are stored
    friend bool operator==(const Rules&, const Rules&) = default;
};

// Calls visit(number, name, member pointer) for each rule. The numbers are those under which rules
// are stored: a new rule gets the next one, and none is ever used again.
template <class Visit>
constexpr void for_each_numbered_rule(Visit&& visit) {
    visit(1, "order", &Rules::order);
    visit(2, "minutes_per_point", &Rules::minutes_per_point);
    visit(3, "claim_window", &Rules::claim_window);
    visit(4, "max_offers", &Rules::max_offers);
    visit(5, "cutoff", &Rules::cutoff);
    visit(6, "quiet_hours", &Rules::quiet_hours);
    visit(7, "urgent", &Rules::urgent);
    visit(8, "after_miss", &Rules::after_miss);
    visit(9, "after_decline", &Rules::after_decline);
    visit(10, "max_misses", &Rules::max_misses);
    visit(11, "visibility", &Rules::visibility);
    visit(12, "max_waiting", &Rules::max_waiting);
    visit(13, "verify_email", &Rules::verify_email);
    visit(14, "referral", &Rules::referral);
    visit(15, "party", &Rules::party);
    visit(16, "max_passes", &Rules::max_passes);
    visit(17, "wave_size", &Rules::wave_size);
    visit(18, "wave_interval", &Rules::wave_interval);
    visit(19, "reminder_after", &Rules::reminder_after);
    visit(20, "payment", &Rules::payment);
    visit(21, "instant_yes", &Rules::instant_yes);
    visit(22, "draw_at", &Rules::draw_at);
    visit(23, "draw_seed", &Rules::draw_seed);
    visit(24, "draw_words", &Rules::draw_words);
    visit(25, "prove_within", &Rules::prove_within);
    visit(26, "tell_ends", &Rules::tell_ends);
    visit(27, "transfer", &Rules::transfer);
    visit(28, "patience", &Rules::patience);
    visit(29, "late_yes", &Rules::late_yes);
    visit(30, "auto_window", &Rules::auto_window);
    visit(31, "ping_after", &Rules::ping_after);
    visit(32, "ping_grace", &Rules::ping_grace);
    visit(33, "tax", &Rules::tax);
    visit(34, "deposit", &Rules::deposit);
    visit(35, "late_fee", &Rules::late_fee);
}
inline constexpr std::size_t rule_count = [] {
    std::size_t count = 0;
    for_each_numbered_rule([&](std::uint32_t, std::string_view, auto) { ++count; });
    return count;
}();

// The same without the numbers.
template <class Visit>
constexpr void for_each_rule(Visit&& visit) {
    for_each_numbered_rule(
        [&](std::uint32_t, std::string_view name, auto member) { visit(name, member); });
}

// A change of some rules: the values of the named fields replace the old ones. A claim window that
// is named is not automatic any more.
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
    std::bitset<rule_count> named_;
};

// What a resource of this kind gets when nothing is said.
Rules default_rules(Kind kind);

// How long others wait for a guest who cannot be told of an offer with this window.
Duration patience_of(const Rules& rules, Kind kind, Duration window);

// The first rule whose value makes no sense, with the field's name; nothing when all is well.
std::optional<Refusal> check_rules(const Rules& rules);

std::string_view name_of(Order order);
std::string_view name_of(AfterOffer after);
std::string_view name_of(Visibility visibility);
std::string_view name_of(PartyPolicy policy);
std::string_view name_of(DepositDue due);
std::string_view name_of(DepositFate fate);

}  // namespace standby::core
