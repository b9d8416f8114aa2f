// Waking hours by hand: nights, a change of the clocks, a skipped day.
#include "sim/model/naive_window.hpp"

#include "sim/world/zone_files.hpp"

#include <gtest/gtest.h>

namespace standby::sim {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class NaiveWindowTest : public testing::Test {
protected:
    void SetUp() override {
        auto zones = load_zones();
        ASSERT_TRUE(zones) << zones.error();
        zones_ = std::move(*zones);
    }
    const Zone& zone(std::string_view name) const { return *zones_.find(name); }
    static Time at(std::string_view text) { return parse_time(text).value(); }

    core::ZoneBook zones_;
    core::QuietHours night_{.from_minute = 21 * 60, .to_minute = 8 * 60};
};

TEST_F(NaiveWindowTest, QuietHoursIncludeTheirStartAndNotTheirEnd) {
    const Zone& utc = zone("UTC");
    EXPECT_FALSE(naive_is_quiet(utc, night_, at("2025-06-01T20:59:59.999Z")));
    EXPECT_TRUE(naive_is_quiet(utc, night_, at("2025-06-01T21:00:00Z")));
    EXPECT_TRUE(naive_is_quiet(utc, night_, at("2025-06-02T07:59:59.999Z")));
    EXPECT_FALSE(naive_is_quiet(utc, night_, at("2025-06-02T08:00:00Z")));
}

TEST_F(NaiveWindowTest, AWindowGoesOnInTheMorning) {
    const Zone& utc = zone("UTC");
    EXPECT_EQ(naive_waking_end(utc, night_, at("2025-06-01T20:30:00Z"), hours{1}),
              at("2025-06-02T08:30:00Z"));
    // A window that is used up exactly when the night begins ends there.
    EXPECT_EQ(naive_waking_end(utc, night_, at("2025-06-01T20:30:00Z"), minutes{30}),
              at("2025-06-01T21:00:00Z"));
}

TEST_F(NaiveWindowTest, TheNightInWhichTheClocksGoForwardIsShorter) {
    const Zone& berlin = zone("Europe/Berlin");
    // 2025-03-30 02:00 becomes 03:00; 08:00 is 06:00Z instead of 07:00Z.
    EXPECT_EQ(naive_quiet_end(berlin, night_, at("2025-03-29T22:00:00Z")),
              at("2025-03-30T06:00:00Z"));
    EXPECT_EQ(naive_quiet_end(berlin, night_, at("2025-10-25T22:00:00Z")),
              at("2025-10-26T07:00:00Z"));
}

TEST_F(NaiveWindowTest, AnHourShownTwiceIsQuietTwice) {
    const core::QuietHours early{.from_minute = 2 * 60, .to_minute = 3 * 60};
    const Zone& berlin = zone("Europe/Berlin");
    // 02:00-03:00 passes twice on 2025-10-26: from 00:00Z to 02:00Z.
    EXPECT_EQ(naive_waking_end(berlin, early, at("2025-10-25T23:30:00Z"), hours{1}),
              at("2025-10-26T02:30:00Z"));
}

TEST_F(NaiveWindowTest, ASkippedDayIsNoWakingTime) {
    const Zone& apia = zone("Pacific/Apia");
    // 2011-12-29 23:59:59 (-10) is followed by 2011-12-31 00:00 (+14).
    EXPECT_EQ(naive_waking_end(apia, night_, at("2011-12-30T06:00:00Z"), hours{2}),
              at("2011-12-30T19:00:00Z"));
}

TEST_F(NaiveWindowTest, UrgentSendsAtOnceWhenTheMorningWouldBeTooLate) {
    core::Rules rules;
    rules.claim_window = minutes{30};
    rules.quiet_hours = night_;
    const Time now = at("2025-06-01T23:00:00Z");
    const Time cutoff = at("2025-06-02T08:10:00Z");
    const NaiveWindow patient = naive_window(rules, zone("UTC"), now, cutoff, rules.claim_window);
    EXPECT_EQ(patient.send_at, at("2025-06-02T08:00:00Z"));
    EXPECT_EQ(patient.expires_at, cutoff);
    rules.urgent = true;
    const NaiveWindow urgent = naive_window(rules, zone("UTC"), now, cutoff, rules.claim_window);
    EXPECT_EQ(urgent.send_at, now);
    EXPECT_EQ(urgent.expires_at, now + minutes{30});
    EXPECT_TRUE(urgent.plain_clock);
}

TEST_F(NaiveWindowTest, TheWeekBeginsOnMonday) {
    EXPECT_EQ(naive_minute_of_week(zone("UTC"), at("2025-06-02T00:00:00Z")), 0U);
    EXPECT_EQ(naive_minute_of_week(zone("Asia/Kathmandu"), at("2025-06-01T18:15:00Z")), 0U);
    EXPECT_EQ(naive_minute_of_week(zone("UTC"), at("2025-06-01T23:59:00Z")), 7U * 24 * 60 - 1);
}

}  // namespace
}  // namespace standby::sim
