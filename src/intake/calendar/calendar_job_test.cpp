// What the child answers is what would have been read here; whatever else comes back is refused.
#include "intake/calendar/calendar_job.hpp"

#include <gtest/gtest.h>

namespace standby::intake {
namespace {

const Zone utc = Zone::utc();

CalendarReading reading() {
    return {.from = std::chrono::sys_days{std::chrono::year{2026} / 11 / 2},
            .until = std::chrono::sys_days{std::chrono::year{2026} / 12 / 2},
            .own_zone = &utc,
            .find_zone = [](std::string_view) -> const Zone* { return nullptr; }};
}

constexpr std::string_view weekly =
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:ada\r\n"
    "DTSTART:20261103T100000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=WEEKLY;COUNT=3\r\n"
    "SUMMARY:Colour - Ada\r\nCATEGORIES:Salon,Colour\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";

void expect_same(const ReadCalendar& one, const ReadCalendar& other) {
    ASSERT_EQ(one.has_value(), other.has_value());
    if (one) {
        EXPECT_EQ(one->occurrences, other->occurrences);
        EXPECT_EQ(one->uids, other->uids);
        EXPECT_EQ(one->unreadable, other->unreadable);
        EXPECT_EQ(one->events, other->events);
        EXPECT_EQ(one->reaches_to, other->reaches_to);
    } else {
        EXPECT_EQ(one.error(), other.error());
    }
}

TEST(CalendarJob, CalendarsComeOverTheSocketAsTheyWereRead) {
    const std::vector<ReadCalendar> here =
        read_calendars({weekly, "no calendar", weekly}, reading());
    ASSERT_EQ(here.size(), 3U);
    ASSERT_EQ(here[0]->occurrences.size(), 3U);
    const auto there = decode_calendars(encode_calendars(here), 3);
    ASSERT_TRUE(there);
    for (std::size_t index = 0; index < here.size(); ++index) {
        expect_same(here[index], (*there)[index]);
    }
}

// The tests' own program is the child (see sandbox_test.cpp).
TEST(CalendarJob, AChildWithoutRightsReadsTheSame) {
    Sandbox sandbox;
    CalendarReading apart = reading();
    apart.sandbox = &sandbox;
    const std::vector<std::string_view> texts{weekly, "no calendar"};
    const auto here = read_calendars(texts, reading());
    const auto there = read_calendars(texts, apart);
    ASSERT_EQ(there.size(), here.size());
    for (std::size_t index = 0; index < here.size(); ++index) {
        expect_same(here[index], there[index]);
    }
}

TEST(CalendarJob, AZoneThatTheChildDoesNotHaveFreesNothing) {
    Sandbox sandbox;
    const Zone elsewhere = Zone::fixed("Nowhere/Else", std::chrono::hours{1});
    CalendarReading apart = reading();
    apart.sandbox = &sandbox;
    apart.own_zone = &elsewhere;
    const auto there = read_calendars({weekly}, apart);
    ASSERT_EQ(there.size(), 1U);
    EXPECT_EQ(there[0].error(), CalendarTextError::NotRead);
}

TEST(CalendarJob, WhatIsNoAnswerIsRefused) {
    const std::string good = encode_calendars(read_calendars({weekly}, reading()));
    EXPECT_FALSE(decode_calendars(good, 2));
    EXPECT_FALSE(decode_calendars(good + "x", 1));
    for (std::size_t length = 0; length < good.size(); ++length) {
        EXPECT_FALSE(decode_calendars(std::string_view(good).substr(0, length), 1));
    }
    EXPECT_FALSE(decode_calendars("\x07", 1));
}

}  // namespace
}  // namespace standby::intake
