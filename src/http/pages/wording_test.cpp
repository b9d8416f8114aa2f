// Tests of the words in which guests read times and prices.
#include "http/pages/wording.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(Wording, TellsTimesInTheGivenZone) {
    const Time time = parse_time("2026-11-21T23:30:00Z").value();
    EXPECT_EQ(describe_time(time, Zone::utc()), "Saturday, 21 November 2026, 23:30 (UTC)");
    EXPECT_EQ(describe_time(time, Zone::fixed("Europe/Berlin", hours(1))),
              "Sunday, 22 November 2026, 00:30 (Europe/Berlin)");
    EXPECT_EQ(describe_time(Time{} - seconds(1), Zone::utc()),
              "Wednesday, 31 December 1969, 23:59 (UTC)");
}

TEST(Wording, TellsLengthsInTwoUnits) {
    EXPECT_EQ(describe_length(minutes(90)), "1 hour 30 minutes");
    EXPECT_EQ(describe_length(minutes(61)), "1 hour 1 minute");
    EXPECT_EQ(describe_length(minutes(45)), "45 minutes");
    EXPECT_EQ(describe_length(hours(49) + minutes(5)), "2 days 1 hour");
    EXPECT_EQ(describe_length(hours(24) + minutes(5)), "1 day");
    EXPECT_EQ(describe_length(seconds(59)), "less than a minute");
    EXPECT_EQ(describe_length(-hours(1)), "less than a minute");
}

TEST(Wording, WritesMoneyWithTheDecimalsOfItsCurrency) {
    EXPECT_EQ(describe_money({4500, {'E', 'U', 'R'}}), "45.00 EUR");
    EXPECT_EQ(describe_money({5, {'U', 'S', 'D'}}), "0.05 USD");
    EXPECT_EQ(describe_money({0, {'U', 'S', 'D'}}), "0.00 USD");
    EXPECT_EQ(describe_money({1200, {'J', 'P', 'Y'}}), "1200 JPY");
    EXPECT_EQ(describe_money({1500, {'K', 'W', 'D'}}), "1.500 KWD");
}

}  // namespace
}  // namespace standby::http
