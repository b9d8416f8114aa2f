// Tests of the story's clock.
#include "tests/scenarios/runner/calendar.hpp"

#include <gtest/gtest.h>

namespace standby::scenarios {
namespace {

class CalendarTest : public ::testing::Test {
protected:
    CalendarTest() {
        zones_.add(Zone::fixed("Test/East", std::chrono::hours(2)));
        EXPECT_TRUE(calendar_.live_in("Test/East"));
        calendar_.set_now(*parse_time("2026-11-14T10:00:00Z"));  // Saturday noon
    }

    std::string moment(const char* text) {
        const Words words = split_words(text);
        const auto time = calendar_.moment(words);
        return time ? format_time(*time) : time.error();
    }

    core::ZoneBook zones_;
    Calendar calendar_{zones_};
};

TEST_F(CalendarTest, ReadsMomentsOnTheStorysClock) {
    EXPECT_EQ(moment("14:00"), "2026-11-14T12:00:00Z");
    EXPECT_EQ(moment("14:00:30"), "2026-11-14T12:00:30Z");
    EXPECT_EQ(moment("tomorrow at 00:30"), "2026-11-14T22:30:00Z");
    EXPECT_EQ(moment("2026-12-01 08:00"), "2026-12-01T06:00:00Z");
    EXPECT_EQ(moment("14:00 in UTC"), "2026-11-14T14:00:00Z");
}

TEST_F(CalendarTest, WeekdayIsTheNextOneTodayIncluded) {
    EXPECT_EQ(moment("Saturday 08:00"), "2026-11-14T06:00:00Z");
    EXPECT_EQ(moment("Fri 08:00"), "2026-11-20T06:00:00Z");
}

TEST_F(CalendarTest, RefusesWhatNoClockShows) {
    EXPECT_EQ(moment("24:00"), "no clock shows 24:00");
    EXPECT_EQ(moment("2026-02-30 08:00"), "there is no 2026-02-30");
    EXPECT_EQ(moment("08:00 in Test/Nowhere"), "no time zone is called Test/Nowhere");
}

TEST_F(CalendarTest, WritesWithTheWeekday) {
    EXPECT_EQ(calendar_.written(calendar_.now()), "Sat 2026-11-14 12:00");
    EXPECT_EQ(calendar_.written(calendar_.now() + Duration(1'500)), "Sat 2026-11-14 12:00:01.500");
}

TEST_F(CalendarTest, DayLastsUntilItsLastMillisecond) {
    EXPECT_EQ(format_time(*calendar_.day_begin("2026-11-14")), "2026-11-13T22:00:00Z");
    EXPECT_EQ(format_time(*calendar_.day_end("2026-11-14")), "2026-11-14T21:59:59.999Z");
}

}  // namespace
}  // namespace standby::scenarios
