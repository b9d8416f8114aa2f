// Tests of the rules: what each kind starts with, what a patch changes, and which values are
// refused under which name.
#include "core/rules/rules.hpp"

#include "core/model/limits.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace standby::core {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

// Another value than every default, for each type that a rule has.
void change(Order& value) {
    value = Order::Lottery;
}
void change(AfterOffer& value) {
    value = AfterOffer::Back;
}
void change(Visibility& value) {
    value = Visibility::Hidden;
}
void change(PartyPolicy& value) {
    value = PartyPolicy::Fit;
}
void change(std::uint32_t& value) {
    value += 17;
}
void change(Duration& value) {
    value += milliseconds{1234};
}
void change(bool& value) {
    value = !value;
}
void change(std::optional<QuietHours>& value) {
    value = QuietHours{1, 2};
}
void change(Referral& value) {
    value = {.points = 7, .cap = 8};
}
void change(std::optional<Money>& value) {
    value = Money{.amount = 9};
}
void change(std::optional<Tax>& value) {
    value = Tax{.percent_hundredths = 1900, .label = "VAT"};
}
void change(std::optional<Deposit>& value) {
    value = Deposit{.share = {.amount = Money{.amount = 5}}};
}
void change(std::optional<LateFee>& value) {
    value = LateFee{.share = {.amount = Money{.amount = 6}}, .within = hours{24}};
}
void change(std::optional<Duration>& value) {
    value = seconds{11};
}
void change(std::optional<Time>& value) {
    value = Time{seconds{10}};
}
void change(std::string& value) {
    value = "another seed";
}

Rules all_changed() {
    Rules rules;
    for_each_rule([&](std::string_view, auto member) { change(rules.*member); });
    return rules;
}

TEST(Rules, EveryFieldIsOnTheListUnderANameOfItsOwn) {
    std::set<std::string_view> names;
    for_each_rule([&](std::string_view name, auto) { EXPECT_TRUE(names.insert(name).second); });
    EXPECT_EQ(names.size(), 35U);
    // Copying the listed fields copies everything.
    const Rules changed = all_changed();
    Rules copy;
    for_each_rule([&](std::string_view, auto member) { copy.*member = changed.*member; });
    EXPECT_EQ(copy, changed);
}

TEST(RulesPatch, ChangesJustTheNamedField) {
    const Rules base = default_rules(Kind::Seats);
    for_each_rule([&](std::string_view name, auto member) {
        Rules expected = base;
        change(expected.*member);
        ASSERT_NE(expected, base) << name;
        RulesPatch patch;
        EXPECT_TRUE(patch.empty());
        patch.set(member, expected.*member);
        EXPECT_FALSE(patch.empty()) << name;
        EXPECT_EQ(patch.merged_into(base), expected) << name;
    });
}

TEST(RulesPatch, CanNameEveryField) {
    const Rules changed = all_changed();
    RulesPatch patch;
    for_each_rule([&](std::string_view, auto member) { patch.set(member, changed.*member); });
    EXPECT_EQ(patch.merged_into(default_rules(Kind::Access)), changed);
}

TEST(RulesPatch, ANamedFieldMayGoBackToTheDefaultOrToNothing) {
    Rules rules = all_changed();
    RulesPatch patch;
    patch.set(&Rules::order, Order::Fifo).set(&Rules::quiet_hours, std::nullopt);
    patch.set(&Rules::payment, std::nullopt).set(&Rules::max_misses, 0);
    const Rules merged = patch.merged_into(rules);
    EXPECT_EQ(merged.order, Order::Fifo);
    EXPECT_EQ(merged.quiet_hours, std::nullopt);
    EXPECT_EQ(merged.payment, std::nullopt);
    EXPECT_EQ(merged.max_misses, 0U);
    EXPECT_EQ(merged.draw_seed, rules.draw_seed);
}

TEST(RulesPatch, AnEmptyPatchChangesNothing) {
    EXPECT_EQ(RulesPatch{}.merged_into(all_changed()), all_changed());
}

TEST(RulesPatch, ANamedWindowIsNotAutomaticAnyMore) {
    Rules before;
    before.auto_window = true;
    EXPECT_FALSE(
        RulesPatch{}.set(&Rules::claim_window, minutes{5}).merged_into(before).auto_window);
    EXPECT_TRUE(RulesPatch{}.set(&Rules::urgent, true).merged_into(before).auto_window);
    EXPECT_TRUE(RulesPatch{}
                    .set(&Rules::claim_window, minutes{5})
                    .set(&Rules::auto_window, true)
                    .merged_into(before)
                    .auto_window);
}

TEST(DefaultRules, SlotsShareOutTheTimeLeftKeepLateAnswersAndForgive) {
    const Rules rules = default_rules(Kind::Slots);
    Rules expected;
    expected.tell_ends = true;
    expected.late_yes = true;
    expected.auto_window = true;
    EXPECT_EQ(rules, expected);
    EXPECT_EQ(rules.order, Order::Fifo);
    EXPECT_EQ(rules.claim_window, minutes{10}) << "should windows be fixed again";
    EXPECT_EQ(rules.after_miss, AfterOffer::Keep);
    EXPECT_EQ(rules.after_decline, AfterOffer::Keep);
    EXPECT_EQ(rules.max_misses, 3U);
    EXPECT_EQ(rules.reminder_after, Duration{0});
    EXPECT_EQ(rules.quiet_hours, (QuietHours{21 * 60, 8 * 60}));
    EXPECT_TRUE(rules.instant_yes);
    EXPECT_FALSE(rules.urgent);
}

TEST(DefaultRules, SeatsAskForTwelveHoursRemindAfterTwoAndRemove) {
    const Rules rules = default_rules(Kind::Seats);
    EXPECT_EQ(rules.order, Order::Fifo);
    EXPECT_EQ(rules.claim_window, hours{12});
    EXPECT_FALSE(rules.auto_window);
    EXPECT_FALSE(rules.late_yes);
    EXPECT_EQ(rules.reminder_after, hours{2});
    EXPECT_EQ(rules.after_miss, AfterOffer::Remove);
    EXPECT_EQ(rules.after_decline, AfterOffer::Remove);
    EXPECT_EQ(rules.max_misses, 0U);
}

TEST(DefaultRules, AccessGoesByScoreWithTwoDaysToAnswer) {
    const Rules rules = default_rules(Kind::Access);
    EXPECT_EQ(rules.order, Order::Score);
    EXPECT_EQ(rules.claim_window, hours{48});
    EXPECT_FALSE(rules.auto_window);
    EXPECT_FALSE(rules.late_yes);
    EXPECT_EQ(rules.reminder_after, Duration{0});
    EXPECT_EQ(rules.after_miss, AfterOffer::Remove);
    EXPECT_EQ(rules.after_decline, AfterOffer::Remove);
}

TEST(CheckRules, AcceptsTheDefaultsOfEveryKind) {
    for (const Kind kind : {Kind::Slots, Kind::Seats, Kind::Access}) {
        EXPECT_EQ(check_rules(default_rules(kind)), std::nullopt) << name_of(kind);
    }
}

struct Case {
    std::string name;
    std::function<void(Rules&)> edit;
    std::string refused_field;  // empty: accepted
};

template <class Value>
Case with(std::string name, Value Rules::* member, std::type_identity_t<Value> value,
          std::string refused_field = {}) {
    return {std::move(name), [=](Rules& rules) { rules.*member = value; },
            std::move(refused_field)};
}

Case head_start(std::string name, std::uint32_t minutes_per_point, std::string refused_field = {}) {
    return {std::move(name),
            [=](Rules& rules) {
                rules.order = Order::HeadStart;
                rules.minutes_per_point = minutes_per_point;
            },
            std::move(refused_field)};
}

Case lottery(std::string name, std::optional<Time> draw_at, std::string seed,
             std::string refused_field = {}) {
    return {std::move(name),
            [=](Rules& rules) {
                rules.order = Order::Lottery;
                rules.draw_at = draw_at;
                rules.draw_seed = seed;
            },
            std::move(refused_field)};
}

Case wave(std::string name, std::uint32_t size, Duration interval, std::string refused_field = {}) {
    return {std::move(name),
            [=](Rules& rules) {
                rules.wave_size = size;
                rules.wave_interval = interval;
            },
            std::move(refused_field)};
}

class CheckRulesFor : public ::testing::TestWithParam<Case> {};

TEST_P(CheckRulesFor, GivesTheVerdict) {
    Rules rules;
    GetParam().edit(rules);
    const auto refusal = check_rules(rules);
    if (GetParam().refused_field.empty()) {
        EXPECT_EQ(refusal, std::nullopt) << refusal->field;
        return;
    }
    ASSERT_NE(refusal, std::nullopt);
    EXPECT_EQ(refusal->code, RefusalCode::InvalidField);
    EXPECT_EQ(refusal->field, GetParam().refused_field);
    EXPECT_FALSE(refusal->detail.empty());
}

std::vector<Case> window_cases() {
    constexpr Duration instant{1};
    return {
        with("AcceptsAClaimWindowOfTenSeconds", &Rules::claim_window, seconds{10}),
        with("AcceptsAClaimWindowOfSixtyDays", &Rules::claim_window, days{60}),
        with("RefusesAShorterClaimWindow", &Rules::claim_window, seconds{10} - instant,
             "rules.claim_window"),
        with("RefusesALongerClaimWindow", &Rules::claim_window, days{60} + instant,
             "rules.claim_window"),
        with("AcceptsNoCutoff", &Rules::cutoff, Duration{0}),
        with("AcceptsACutoffOfAYear", &Rules::cutoff, days{366}),
        with("RefusesANegativeCutoff", &Rules::cutoff, -instant, "rules.cutoff"),
        with("RefusesALongerCutoff", &Rules::cutoff, days{366} + instant, "rules.cutoff"),
        with("AcceptsAReminderAfterAYear", &Rules::reminder_after, days{366}),
        with("RefusesANegativeReminder", &Rules::reminder_after, -instant, "rules.reminder_after"),
        with("RefusesALaterReminder", &Rules::reminder_after, days{366} + instant,
             "rules.reminder_after"),
        wave("AcceptsAWaveWithTheShortestInterval", 1, instant),
        wave("AcceptsAWaveWithTheLongestInterval", 1'000'000, days{366}),
        wave("AcceptsAnIntervalWithoutAWave", 0, hours{1}),
        wave("RefusesAWaveWithoutAnInterval", 1, Duration{0}, "rules.wave_interval"),
        wave("RefusesANegativeInterval", 0, -instant, "rules.wave_interval"),
        wave("RefusesALongerInterval", 5, days{366} + instant, "rules.wave_interval"),
        with("AcceptsNoQuietHours", &Rules::quiet_hours, std::nullopt),
        with("AcceptsQuietHoursFromMidnight", &Rules::quiet_hours, QuietHours{0, 1439}),
        with("AcceptsQuietHoursOverMidnight", &Rules::quiet_hours, QuietHours{1439, 0}),
        with("RefusesQuietHoursFromTwentyFour", &Rules::quiet_hours, QuietHours{1440, 60},
             "rules.quiet_hours"),
        with("RefusesQuietHoursToTwentyFour", &Rules::quiet_hours, QuietHours{60, 1440},
             "rules.quiet_hours"),
        with("AcceptsNoPatience", &Rules::patience, Duration{0}),
        with("AcceptsSixtyDaysOfPatience", &Rules::patience, std::chrono::days{60}),
        with("RefusesMorePatience", &Rules::patience, std::chrono::days{61}, "rules.patience"),
        with("AcceptsNoPings", &Rules::ping_after, Duration{0}),
        with("AcceptsPingsAfterADay", &Rules::ping_after, std::chrono::days{1}),
        with("RefusesEarlierPings", &Rules::ping_after, hours{23}, "rules.ping_after"),
        with("RefusesPingsAfterMoreThanAYear", &Rules::ping_after, std::chrono::days{367},
             "rules.ping_after"),
        with("RefusesLessThanADayToAnswerAPing", &Rules::ping_grace, hours{23}, "rules.ping_grace"),
        with("RefusesMoreThanSixtyDaysToAnswerAPing", &Rules::ping_grace, std::chrono::days{61},
             "rules.ping_grace"),
        with("RefusesQuietHoursWithoutEnd", &Rules::quiet_hours, QuietHours{480, 480},
             "rules.quiet_hours"),
    };
}

std::vector<Case> order_and_amount_cases() {
    const Time draw_at{seconds{1'800'000'000}};
    return {
        head_start("AcceptsAMinutePerPoint", 1),
        head_start("AcceptsThirtyOneDaysPerPoint", 60 * 24 * 31),
        head_start("RefusesAHeadStartOfNothing", 0, "rules.minutes_per_point"),
        head_start("RefusesALongerHeadStart", 60 * 24 * 31 + 1, "rules.minutes_per_point"),
        with("IgnoresTheMinutesPerPointOfOtherOrders", &Rules::minutes_per_point, 0),
        lottery("AcceptsALotteryWithDrawAndSeed", draw_at, "s"),
        lottery("AcceptsASeedOfSixtyFour", draw_at, std::string(64, 's')),
        lottery("RefusesALotteryWithoutADraw", std::nullopt, "s", "rules.draw_at"),
        lottery("LeavesItToTheListWhoseSeedItIs", draw_at, ""),
        lottery("RefusesALongerSeed", draw_at, std::string(65, 's'), "rules.draw_seed"),
        with("RefusesALongerSeedInAnyOrder", &Rules::draw_seed, std::string(65, 's'),
             "rules.draw_seed"),
        with("AcceptsWordsOfTwoHundredBytes", &Rules::draw_words, std::string(200, 'w')),
        with("RefusesMoreWords", &Rules::draw_words, std::string(201, 'w'), "rules.draw_words"),
        with("AcceptsReferralsWorthNothing", &Rules::referral, Referral{0, 0}),
        with("AcceptsTheMostReferralPoints", &Rules::referral, Referral{1'000'000, 1'000'000}),
        with("RefusesNegativeReferralPoints", &Rules::referral, Referral{-1, 50},
             "rules.referral.points"),
        with("RefusesMoreReferralPoints", &Rules::referral, Referral{1'000'001, 50},
             "rules.referral.points"),
        with("RefusesANegativeReferralCap", &Rules::referral, Referral{5, -1},
             "rules.referral.cap"),
        with("RefusesAHigherReferralCap", &Rules::referral, Referral{5, 1'000'001},
             "rules.referral.cap"),
        with("AcceptsThePaymentOfACent", &Rules::payment, Money{.amount = 1}),
        with("AcceptsTheHighestPayment", &Rules::payment,
             Money{.amount = limits::money_amount_max}),
        with("RefusesAFreePayment", &Rules::payment, Money{.amount = 0}, "rules.payment"),
        with("RefusesANegativePayment", &Rules::payment, Money{.amount = -1}, "rules.payment"),
        with("RefusesAHigherPayment", &Rules::payment,
             Money{.amount = limits::money_amount_max + 1}, "rules.payment"),
    };
}

constexpr Money francs(std::int64_t amount) {
    return {.amount = amount, .currency = {'C', 'H', 'F'}};
}
// A list whose place costs 100 francs.
template <class Value>
Case priced(std::string name, Value Rules::* rule, Value value, std::string field = {}) {
    return {std::move(name),
            [=](Rules& rules) {
                rules.payment = francs(10'000);
                rules.*rule = value;
            },
            std::move(field)};
}
Case deposit(std::string name, Share share, std::string field = {}) {
    return priced(std::move(name), &Rules::deposit, std::optional{Deposit{.share = share}},
                  std::move(field));
}
Case late_fee(std::string name, Share share, Duration within, std::string field = {}) {
    return priced(std::move(name), &Rules::late_fee,
                  std::optional{LateFee{.share = share, .within = within}}, std::move(field));
}
Case tax(std::string name, std::uint32_t percent, std::string label, std::string field = {}) {
    return with(std::move(name), &Rules::tax,
                std::optional{Tax{.percent_hundredths = percent, .label = std::move(label)}},
                std::move(field));
}

std::vector<Case> money_cases() {
    const Share ten{.amount = francs(1000)};
    const Share tenth{.percent_hundredths = 1000};
    const auto without_price = [](auto rule, auto value) {
        return [=](Rules& rules) { rules.*rule = value; };
    };
    return {
        tax("AcceptsATaxOfAHundredthOfAPercent", 1, "VAT"),
        tax("AcceptsATaxOfAllThereIs", 10'000, std::string(50, 'x')),
        tax("RefusesATaxOfNothing", 0, "VAT", "rules.tax.percent_hundredths"),
        tax("RefusesATaxOfMoreThanAll", 10'001, "VAT", "rules.tax.percent_hundredths"),
        tax("RefusesATaxWithoutAName", 1900, "", "rules.tax.label"),
        tax("RefusesATaxWithALongerName", 1900, std::string(51, 'x'), "rules.tax.label"),
        deposit("AcceptsADepositOfACent", {.amount = francs(1)}),
        deposit("AcceptsADepositOfTheWholePrice", {.amount = francs(10'000)}),
        deposit("RefusesADepositOfMore", {.amount = francs(10'001)}, "rules.deposit.amount"),
        deposit("RefusesADepositOfNothing", {.amount = francs(0)}, "rules.deposit.amount"),
        deposit("RefusesADepositInAnotherCurrency", {.amount = Money{.amount = 1}},
                "rules.deposit.amount"),
        deposit("RefusesADepositWithoutASize", {}, "rules.deposit.amount"),
        deposit("RefusesADepositWithTwoSizes", {.amount = francs(1), .percent_hundredths = 1},
                "rules.deposit.amount"),
        deposit("AcceptsADepositOfAHundredPercent", {.percent_hundredths = 10'000}),
        deposit("RefusesADepositOfMorePercent", {.percent_hundredths = 10'001},
                "rules.deposit.percent_hundredths"),
        {"RefusesADepositWithoutAPrice", without_price(&Rules::deposit, Deposit{.share = tenth}),
         "rules.deposit"},
        late_fee("AcceptsALateFee", ten, hours{24}),
        late_fee("AcceptsALateFeeInPercent", tenth, days{366}),
        late_fee("RefusesALateFeeWithoutATime", ten, Duration{0}, "rules.late_fee.within"),
        late_fee("RefusesALateFeeOfMoreThanAYear", ten, days{367}, "rules.late_fee.within"),
        late_fee("RefusesALateFeeOfMoreThanThePrice", {.amount = francs(10'001)}, hours{1},
                 "rules.late_fee.amount"),
        late_fee("RefusesALateFeeInAnotherCurrency", {.amount = Money{.amount = 1}}, hours{1},
                 "rules.late_fee.amount"),
        {"AcceptsALateFeeWithoutAPrice",
         without_price(&Rules::late_fee, LateFee{.share = ten, .within = hours{1}}),
         {}},
        {"RefusesAPercentageOfNoPrice",
         without_price(&Rules::late_fee, LateFee{.share = tenth, .within = hours{1}}),
         "rules.late_fee.percent_hundredths"},
    };
}

INSTANTIATE_TEST_SUITE_P(Money, CheckRulesFor, ::testing::ValuesIn(money_cases()),
                         [](const auto& one) { return one.param.name; });
INSTANTIATE_TEST_SUITE_P(Windows, CheckRulesFor, ::testing::ValuesIn(window_cases()),
                         [](const auto& one) { return one.param.name; });
INSTANTIATE_TEST_SUITE_P(Orders, CheckRulesFor, ::testing::ValuesIn(order_and_amount_cases()),
                         [](const auto& one) { return one.param.name; });

TEST(RuleNames, AreThoseOfTheRules) {
    EXPECT_EQ(name_of(Order::Fifo), "fifo");
    EXPECT_EQ(name_of(Order::Score), "score");
    EXPECT_EQ(name_of(Order::HeadStart), "head_start");
    EXPECT_EQ(name_of(Order::Lottery), "lottery");
    EXPECT_EQ(name_of(AfterOffer::Keep), "keep");
    EXPECT_EQ(name_of(AfterOffer::Back), "back");
    EXPECT_EQ(name_of(AfterOffer::Remove), "remove");
    EXPECT_EQ(name_of(Visibility::Rank), "rank");
    EXPECT_EQ(name_of(Visibility::Band), "band");
    EXPECT_EQ(name_of(Visibility::Hidden), "hidden");
    EXPECT_EQ(name_of(PartyPolicy::Strict), "strict");
    EXPECT_EQ(name_of(PartyPolicy::Fit), "fit");
    EXPECT_EQ(name_of(DepositDue::OnJoining), "joining");
    EXPECT_EQ(name_of(DepositDue::OnClaiming), "claiming");
    EXPECT_EQ(name_of(DepositFate::Refunded), "refunded");
    EXPECT_EQ(name_of(DepositFate::Kept), "kept");
    EXPECT_DEATH(name_of(static_cast<Order>(4)), "");
}

}  // namespace
}  // namespace standby::core
