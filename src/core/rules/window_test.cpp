// Tests of claim windows in waking hours, with the days on which clocks change, in the zones that
// change them oddly. Instants are written in UTC, the local time beside them.
#include "core/rules/window.hpp"

#include "core/rules/window_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr QuietHours quiet(int from_hour, int from_minute, int to_hour, int to_minute) {
    return {.from_minute = static_cast<std::uint16_t>(from_hour * 60 + from_minute),
            .to_minute = static_cast<std::uint16_t>(to_hour * 60 + to_minute)};
}

constexpr QuietHours night = quiet(21, 0, 8, 0);

// Instants as text, so that a failure says when.
std::string quiet_end_at(const QuietHours& quiet_hours, const std::string& zone,
                         std::string_view at) {
    return format_time(quiet_end(quiet_hours, load_zone(zone), time_at(at)));
}
std::string waking_end(const QuietHours& quiet_hours, const std::string& zone,
                       std::string_view from, Duration length) {
    return format_time(add_waking_time(quiet_hours, load_zone(zone), time_at(from), length));
}

TEST(IsQuiet, FromTheFirstMinuteUntilJustBeforeTheLast) {
    const Zone zone = Zone::utc();
    EXPECT_FALSE(is_quiet(night, zone, time_at("2026-06-01T20:59:59.999Z")));
    EXPECT_TRUE(is_quiet(night, zone, time_at("2026-06-01T21:00:00Z")));
    EXPECT_TRUE(is_quiet(night, zone, time_at("2026-06-02T00:00:00Z")));
    EXPECT_TRUE(is_quiet(night, zone, time_at("2026-06-02T07:59:59.999Z")));
    EXPECT_FALSE(is_quiet(night, zone, time_at("2026-06-02T08:00:00Z")));
}

TEST(IsQuiet, OnTheSameDayWhenTheyDoNotRunOverMidnight) {
    const Zone zone = Zone::utc();
    const QuietHours siesta = quiet(13, 0, 15, 0);
    EXPECT_FALSE(is_quiet(siesta, zone, time_at("2026-06-01T12:59:59.999Z")));
    EXPECT_TRUE(is_quiet(siesta, zone, time_at("2026-06-01T13:00:00Z")));
    EXPECT_TRUE(is_quiet(siesta, zone, time_at("2026-06-01T14:59:59.999Z")));
    EXPECT_FALSE(is_quiet(siesta, zone, time_at("2026-06-01T15:00:00Z")));
    EXPECT_FALSE(is_quiet(siesta, zone, time_at("2026-06-01T00:00:00Z")));
}

TEST(IsQuiet, GoesByTheGuestsClock) {
    const Time noon = time_at("2026-06-01T12:00:00Z");
    EXPECT_FALSE(is_quiet(night, load_zone("Europe/Berlin"), noon));       // 14:00
    EXPECT_TRUE(is_quiet(night, load_zone("America/Los_Angeles"), noon));  // 05:00
    EXPECT_TRUE(is_quiet(night, load_zone("Asia/Tokyo"), noon));           // 21:00
    EXPECT_FALSE(is_quiet(night, Zone::utc(), time_at("1970-01-01T09:00:00Z") - hours{24 * 400}));
}

TEST(WakingTime, StopsAtNightAndGoesOnInTheMorning) {
    EXPECT_EQ(waking_end(night, "UTC", "2026-06-01T20:00:00Z", hours{2}), "2026-06-02T09:00:00Z");
    EXPECT_EQ(waking_end(night, "UTC", "2026-06-01T23:00:00Z", minutes{10}),
              "2026-06-02T08:10:00Z");
    EXPECT_EQ(waking_end(night, "UTC", "2026-06-01T08:00:00Z", hours{3 * 13}),
              "2026-06-03T21:00:00Z");
}

TEST(WakingTime, EndsWhenTheNightBeginsIfThatIsAllItTakes) {
    EXPECT_EQ(waking_end(night, "UTC", "2026-06-01T20:00:00Z", hours{1}), "2026-06-01T21:00:00Z");
    EXPECT_EQ(waking_end(night, "UTC", "2026-06-01T20:00:00Z", hours{1} + milliseconds{1}),
              "2026-06-02T08:00:00.001Z");
}

TEST(WakingTime, LeavesOutQuietHoursInTheMiddleOfTheDay) {
    const QuietHours siesta = quiet(13, 0, 15, 0);
    EXPECT_EQ(waking_end(siesta, "UTC", "2026-06-01T12:30:00Z", hours{1}), "2026-06-01T15:30:00Z");
    EXPECT_EQ(waking_end(siesta, "UTC", "2026-06-01T15:00:00Z", hours{22}), "2026-06-02T13:00:00Z");
    EXPECT_EQ(quiet_end_at(siesta, "UTC", "2026-06-01T14:00:00Z"), "2026-06-01T15:00:00Z");
    EXPECT_EQ(quiet_end_at(siesta, "UTC", "2026-06-01T15:00:00Z"), "2026-06-01T15:00:00Z");
}

// Berlin, 2026-03-29: 01:59 CET is followed by 03:00 CEST, at 01:00Z.
TEST(SpringGap, TheNightIsAnHourShorter) {
    EXPECT_EQ(quiet_end_at(night, "Europe/Berlin", "2026-03-28T20:00:00Z"),  // 21:00
              "2026-03-29T06:00:00Z");                                       // 08:00
    EXPECT_EQ(waking_end(night, "Europe/Berlin", "2026-03-28T19:00:00Z", hours{2}),
              "2026-03-29T07:00:00Z");
}

TEST(SpringGap, QuietHoursThatEndInsideItEndAtTheJump) {
    EXPECT_EQ(quiet_end_at(quiet(21, 0, 2, 30), "Europe/Berlin", "2026-03-29T00:00:00Z"),
              "2026-03-29T01:00:00Z");
    EXPECT_EQ(quiet_end_at(quiet(21, 0, 2, 0), "Europe/Berlin", "2026-03-29T00:00:00Z"),
              "2026-03-29T01:00:00Z");
    EXPECT_EQ(quiet_end_at(quiet(21, 0, 3, 0), "Europe/Berlin", "2026-03-29T00:00:00Z"),
              "2026-03-29T01:00:00Z");
}

TEST(SpringGap, QuietHoursThatBeginInsideItBeginAtTheJump) {
    const QuietHours late = quiet(2, 30, 5, 0);
    const Zone berlin = load_zone("Europe/Berlin");
    EXPECT_FALSE(is_quiet(late, berlin, time_at("2026-03-29T00:59:59.999Z")));
    EXPECT_TRUE(is_quiet(late, berlin, time_at("2026-03-29T01:00:00Z")));
    // 01:30 CET: half an hour until the jump, the rest from 05:00 CEST.
    EXPECT_EQ(waking_end(late, "Europe/Berlin", "2026-03-29T00:30:00Z", hours{1}),
              "2026-03-29T03:30:00Z");
}

TEST(SpringGap, QuietHoursThatLieInsideItDoNotHappen) {
    EXPECT_EQ(waking_end(quiet(2, 10, 2, 50), "Europe/Berlin", "2026-03-29T00:00:00Z", hours{2}),
              "2026-03-29T02:00:00Z");
    EXPECT_EQ(waking_end(quiet(2, 10, 2, 50), "Europe/Berlin", "2026-03-28T00:00:00Z", hours{2}),
              "2026-03-28T02:40:00Z");
}

// Berlin, 2026-10-25: 02:59 CEST is followed by 02:00 CET, at 01:00Z.
TEST(AutumnOverlap, TheNightIsAnHourLonger) {
    EXPECT_EQ(quiet_end_at(night, "Europe/Berlin", "2026-10-24T19:00:00Z"),  // 21:00
              "2026-10-25T07:00:00Z");                                       // 08:00
    EXPECT_EQ(waking_end(night, "Europe/Berlin", "2026-10-24T18:00:00Z", hours{2}),
              "2026-10-25T08:00:00Z");
}

TEST(AutumnOverlap, QuietHoursThatEndInsideItEndTwice) {
    const QuietHours early = quiet(21, 0, 2, 30);
    EXPECT_EQ(quiet_end_at(early, "Europe/Berlin", "2026-10-24T22:00:00Z"),
              "2026-10-25T00:30:00Z");  // 02:30 CEST
    EXPECT_EQ(quiet_end_at(early, "Europe/Berlin", "2026-10-25T01:00:00Z"),
              "2026-10-25T01:30:00Z");  // 02:30 CET
    EXPECT_EQ(waking_end(early, "Europe/Berlin", "2026-10-25T00:00:00Z", hours{1}),
              "2026-10-25T02:00:00Z");
}

TEST(AutumnOverlap, QuietHoursThatBeginInsideItBeginTwice) {
    const QuietHours late = quiet(2, 30, 8, 0);
    const Zone berlin = load_zone("Europe/Berlin");
    EXPECT_TRUE(is_quiet(late, berlin, time_at("2026-10-25T00:30:00Z")));
    EXPECT_FALSE(is_quiet(late, berlin, time_at("2026-10-25T01:00:00Z")));
    EXPECT_TRUE(is_quiet(late, berlin, time_at("2026-10-25T01:30:00Z")));
    EXPECT_EQ(waking_end(late, "Europe/Berlin", "2026-10-25T00:00:00Z", hours{1}),
              "2026-10-25T01:30:00Z");
    EXPECT_EQ(waking_end(late, "Europe/Berlin", "2026-10-25T00:00:00Z", hours{2}),
              "2026-10-25T08:00:00Z");
}

// Casablanca sets its clock back for Ramadan: 2024-03-10 (overlap) to 2024-04-14 (gap).
TEST(GapAndOverlap, AWindowAcrossBothCountsTheHoursThatPassed) {
    const QuietHours siesta = quiet(13, 0, 15, 0);  // 22 waking hours on a plain day
    EXPECT_EQ(waking_end(siesta, "Africa/Casablanca", "2024-03-09T14:00:00Z", hours{30 * 22}),
              "2024-04-08T12:00:00Z");  // the hour gained: 12:00 instead of 13:00
    EXPECT_EQ(waking_end(siesta, "Africa/Casablanca", "2024-03-09T14:00:00Z", hours{40 * 22}),
              "2024-04-18T12:00:00Z");  // and lost again: 13:00
}

TEST(OddZones, KathmanduIsFiveHoursAndThreeQuartersAhead) {
    EXPECT_EQ(quiet_end_at(night, "Asia/Kathmandu", "2026-06-01T15:15:00Z"),  // 21:00
              "2026-06-02T02:15:00Z");                                        // 08:00
    EXPECT_EQ(waking_end(night, "Asia/Kathmandu", "2026-06-01T14:45:00Z", hours{1}),
              "2026-06-02T02:45:00Z");
}

TEST(OddZones, LordHoweShiftsByHalfAnHour) {
    EXPECT_EQ(quiet_end_at(night, "Australia/Lord_Howe", "2026-04-04T10:00:00Z"),
              "2026-04-04T21:30:00Z");  // eleven and a half hours
    EXPECT_EQ(quiet_end_at(night, "Australia/Lord_Howe", "2026-10-03T10:30:00Z"),
              "2026-10-03T21:00:00Z");  // ten and a half
    // 01:59 is followed by 02:30 there.
    EXPECT_EQ(quiet_end_at(quiet(21, 0, 2, 15), "Australia/Lord_Howe", "2026-10-03T12:00:00Z"),
              "2026-10-03T15:30:00Z");
}

TEST(OddZones, ChathamShiftsAtAQuarterToThree) {
    EXPECT_EQ(quiet_end_at(night, "Pacific/Chatham", "2026-09-26T08:15:00Z"),
              "2026-09-26T18:15:00Z");
    EXPECT_EQ(quiet_end_at(night, "Pacific/Chatham", "2026-04-04T07:15:00Z"),
              "2026-04-04T19:15:00Z");
    // 02:44 is followed by 03:45 there.
    EXPECT_EQ(quiet_end_at(quiet(21, 0, 3, 0), "Pacific/Chatham", "2026-09-26T10:00:00Z"),
              "2026-09-26T14:00:00Z");
}

// Samoa left out 2011-12-30: 23:59 on the 29th is followed by 00:00 on the 31st, at 10:00Z.
TEST(OddZones, ApiaSkipsADayButNotAnHourOfWaking) {
    EXPECT_EQ(quiet_end_at(night, "Pacific/Apia", "2011-12-30T07:00:00Z"), "2011-12-30T18:00:00Z");
    EXPECT_EQ(waking_end(night, "Pacific/Apia", "2011-12-30T06:00:00Z", hours{2}),
              "2011-12-30T19:00:00Z");
    EXPECT_EQ(waking_end(quiet(0, 0, 6, 0), "Pacific/Apia", "2011-12-30T09:00:00Z", hours{2}),
              "2011-12-30T17:00:00Z");
}

Rules rules_with(Duration claim_window, std::optional<QuietHours> quiet_hours = night) {
    Rules rules;
    rules.claim_window = claim_window;
    rules.quiet_hours = quiet_hours;
    return rules;
}

void expect_plan(const WindowPlan& plan, std::string_view send_at, std::string_view expires_at) {
    EXPECT_EQ(format_time(plan.send_at), send_at);
    EXPECT_EQ(format_time(plan.expires_at), expires_at);
}

WindowPlan plan_window(const Rules& rules, const Zone& zone, Time now, std::optional<Time> cutoff) {
    return core::plan_window(rules, zone,
                             {.now = now, .cutoff = cutoff, .length = rules.claim_window});
}

Time end_of(const Rules& rules, Time from, bool plain_clock, std::optional<Time> cutoff) {
    return window_end(rules, Zone::utc(),
                      {.from = from, .plain_clock = plain_clock, .length = rules.claim_window},
                      cutoff);
}

TEST(PlanWindow, ByDayItIsSentNowAndCountsWakingTime) {
    const WindowPlan plan = plan_window(rules_with(hours{2}), Zone::utc(),
                                        time_at("2026-06-01T20:00:00Z"), std::nullopt);
    expect_plan(plan, "2026-06-01T20:00:00Z", "2026-06-02T09:00:00Z");
    EXPECT_FALSE(plan.plain_clock);
    EXPECT_TRUE(plan.enough);
}

TEST(PlanWindow, AnOfferAtElevenAtNightDoesNotBurnTheNight) {
    const WindowPlan plan = plan_window(rules_with(minutes{10}), Zone::utc(),
                                        time_at("2026-06-01T23:00:00Z"), std::nullopt);
    expect_plan(plan, "2026-06-02T08:00:00Z", "2026-06-02T08:10:00Z");
    EXPECT_FALSE(plan.plain_clock);
    EXPECT_TRUE(plan.enough);
}

TEST(PlanWindow, WithoutQuietHoursEveryHourCounts) {
    const WindowPlan plan = plan_window(rules_with(hours{2}, std::nullopt), Zone::utc(),
                                        time_at("2026-06-01T23:00:00Z"), std::nullopt);
    expect_plan(plan, "2026-06-01T23:00:00Z", "2026-06-02T01:00:00Z");
    EXPECT_TRUE(plan.plain_clock);
}

TEST(PlanWindow, IsCutAtTheCutoff) {
    const Time now = time_at("2026-06-01T12:00:00Z");
    const WindowPlan cut = plan_window(rules_with(hours{2}), Zone::utc(), now, now + hours{1});
    expect_plan(cut, "2026-06-01T12:00:00Z", "2026-06-01T13:00:00Z");
    EXPECT_TRUE(cut.enough);
    const WindowPlan whole = plan_window(rules_with(hours{2}), Zone::utc(), now, now + hours{3});
    EXPECT_EQ(format_time(whole.expires_at), "2026-06-01T14:00:00Z");
}

TEST(PlanWindow, AnUrgentOneIsSentAtNightIfTheMorningWouldBeTooLate) {
    Rules rules = rules_with(minutes{30});
    rules.urgent = true;
    const Time now = time_at("2026-06-01T23:00:00Z");
    const Time whole_end = time_at("2026-06-02T08:30:00Z");
    const WindowPlan sent = plan_window(rules, Zone::utc(), now, whole_end - milliseconds{1});
    expect_plan(sent, "2026-06-01T23:00:00Z", "2026-06-01T23:30:00Z");
    EXPECT_TRUE(sent.plain_clock);
    EXPECT_TRUE(sent.enough);
    const WindowPlan waits = plan_window(rules, Zone::utc(), now, whole_end);
    expect_plan(waits, "2026-06-02T08:00:00Z", "2026-06-02T08:30:00Z");
    EXPECT_FALSE(waits.plain_clock);
    EXPECT_FALSE(plan_window(rules, Zone::utc(), now, std::nullopt).plain_clock);
}

TEST(PlanWindow, AnUrgentOneByDayStillCountsWakingTime) {
    Rules rules = rules_with(hours{2});
    rules.urgent = true;
    const Time now = time_at("2026-06-01T20:30:00Z");
    const WindowPlan plan = plan_window(rules, Zone::utc(), now, now + hours{12});
    expect_plan(plan, "2026-06-01T20:30:00Z", "2026-06-02T08:30:00Z");
    EXPECT_FALSE(plan.plain_clock);
}

TEST(PlanWindow, OneThatIsNotUrgentWaitsForAMorningThatIsTooLate) {
    const Time now = time_at("2026-06-01T23:00:00Z");
    const Time six = time_at("2026-06-02T06:00:00Z");
    const WindowPlan plan = plan_window(rules_with(minutes{30}), Zone::utc(), now, six);
    expect_plan(plan, "2026-06-02T08:00:00Z", "2026-06-02T06:00:00Z");
    EXPECT_FALSE(plan.enough);
}

TEST(PlanWindow, LeavesAtLeastAMinuteToAnswer) {
    const Time now = time_at("2026-06-01T12:00:00Z");
    const auto is_enough = [&](Duration claim_window, Duration until_cutoff) {
        return plan_window(rules_with(claim_window), Zone::utc(), now, now + until_cutoff).enough;
    };
    EXPECT_TRUE(is_enough(minutes{10}, minutes{1}));
    EXPECT_FALSE(is_enough(minutes{10}, minutes{1} - milliseconds{1}));
    EXPECT_FALSE(is_enough(minutes{10}, Duration{0}));
    EXPECT_FALSE(is_enough(minutes{10}, -hours{1}));
}

TEST(PlanWindow, AShorterClaimWindowIsRespected) {
    const Time now = time_at("2026-06-01T12:00:00Z");
    const auto is_enough = [&](Duration claim_window, Duration until_cutoff) {
        return plan_window(rules_with(claim_window), Zone::utc(), now, now + until_cutoff).enough;
    };
    EXPECT_TRUE(is_enough(seconds{30}, hours{1}));
    EXPECT_TRUE(is_enough(seconds{30}, seconds{30}));
    EXPECT_FALSE(is_enough(seconds{30}, seconds{30} - milliseconds{1}));
}

TEST(WindowEnd, OnThePlainClockTheNightCountsToo) {
    const Rules rules = rules_with(hours{2});
    const Time evening = time_at("2026-06-01T20:00:00Z");
    EXPECT_EQ(end_of(rules, evening, true, std::nullopt), evening + hours{2});
    EXPECT_EQ(end_of(rules, evening, false, std::nullopt), evening + hours{13});
    EXPECT_EQ(end_of(rules_with(hours{2}, std::nullopt), evening, false, std::nullopt),
              evening + hours{2});
}

TEST(WindowEnd, IsNeverAfterTheCutoff) {
    const Rules rules = rules_with(hours{2});
    const Time evening = time_at("2026-06-01T20:00:00Z");
    EXPECT_EQ(end_of(rules, evening, true, evening + hours{1}), evening + hours{1});
    EXPECT_EQ(end_of(rules, evening, false, evening + hours{5}), evening + hours{5});
    EXPECT_EQ(end_of(rules, evening, false, evening + hours{20}), evening + hours{13});
}

TEST(AutoWindow, SharesHalfTheTimeLeftWhereLateAnswersStand) {
    const Rules rules{.late_yes = true, .auto_window = true};
    const auto window = [&](Duration time_left, std::uint32_t people) {
        return auto_window(rules, time_left, people, minutes{20});
    };
    EXPECT_EQ(window(hours{1}, 5), minutes{6});
    EXPECT_EQ(window(hours{1}, 1), minutes{10}) << "and never longer";
    EXPECT_EQ(window(hours{1}, 100), minutes{3}) << "nor shorter";
    EXPECT_EQ(window(-hours{1}, 1), minutes{3});
    EXPECT_EQ(shortest_window(rules, minutes{20}), minutes{3});
}

TEST(AutoWindow, OtherwiseLeavesTheTimeInWhichAnswersCome) {
    const Rules rules{.auto_window = true};
    EXPECT_EQ(auto_window(rules, hours{1}, 2, minutes{20}), minutes{30});
    EXPECT_EQ(auto_window(rules, hours{1}, 12, minutes{20}), minutes{20});
    EXPECT_EQ(shortest_window(rules, minutes{20}), minutes{20});
    EXPECT_EQ(shortest_window(Rules{.claim_window = minutes{25}}, minutes{20}), minutes{25});
}

TEST(PlanWindow, AtAnyHourNothingWaitsForTheMorning) {
    const Rules rules = rules_with(minutes{10});
    const Time late = std::chrono::sys_days{std::chrono::year{2026} / 11 / 16} + hours{23};
    const WindowPlan plan = core::plan_window(
        rules, Zone::utc(), {.now = late, .length = rules.claim_window, .any_hour = true});
    EXPECT_EQ(plan.send_at, late);
    EXPECT_EQ(plan.expires_at, late + minutes{10});
    EXPECT_TRUE(plan.plain_clock);
}

}  // namespace
}  // namespace standby::core
