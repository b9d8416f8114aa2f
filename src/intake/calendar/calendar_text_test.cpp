// Calendars as programs and people write them.
#include "intake/calendar/calendar_text.hpp"

#include "intake/calendar/calendar_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>

namespace standby::intake {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> read(std::string_view events, std::string_view from,
                              std::string_view until, std::string_view before = "") {
    const auto content = read_calendar(calendar_with(events, before), reading_of(from, until));
    EXPECT_TRUE(content);
    return content ? lines_of(*content) : std::vector<std::string>{};
}

TEST(CalendarText, KnowsWhenAndWhat) {
    const auto content = read_calendar(
        calendar_with("UID:a@x\nDTSTART;TZID=Europe/Berlin:20261119T140000\n"
                      "DTEND;TZID=Europe/Berlin:20261119T150000\nSUMMARY:Colour\\, long\n"
                      "DESCRIPTION:Service: Colour\\nGuest: Ada\nCATEGORIES:Clients,VIP\n"),
        reading_of("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"));
    ASSERT_TRUE(content);
    ASSERT_EQ(content->occurrences.size(), 1u);
    const Occurrence& one = content->occurrences.front();
    EXPECT_EQ(one.starts_at, at("2026-11-19T13:00:00Z"));
    EXPECT_EQ(one.length, std::chrono::hours{1});
    EXPECT_EQ(one.title, "Colour, long");
    EXPECT_EQ(one.description, "Service: Colour\nGuest: Ada");
    EXPECT_THAT(one.categories, ElementsAre("Clients", "VIP"));
    EXPECT_EQ(one.instance, "");
    EXPECT_EQ(content->reaches_to, at("2026-11-19T13:00:00Z"));
}

TEST(CalendarText, ReadsTimesInEveryForm) {
    EXPECT_THAT(
        read("UID:a\nDTSTART:20261119T130000Z\nDURATION:PT90M\nSUMMARY:utc\n;;\n"
             "UID:b\nDTSTART:20261119T150000\nSUMMARY:floating\n;;\n"
             "UID:c\nDTSTART;VALUE=DATE:20261120\nSUMMARY:day\n;;\n"
             "UID:d\nDTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20261119T100000\n"
             "SUMMARY:path\n;;\nUID:e\nDTSTART;TZID=Here:20261119T170000\nSUMMARY:own\n",
             "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z",
             "BEGIN:VTIMEZONE\nTZID:Here\nBEGIN:STANDARD\nDTSTART:19700101T000000\n"
             "TZOFFSETFROM:+0300\nTZOFFSETTO:+0300\nEND:STANDARD\nEND:VTIMEZONE\n"),
        ElementsAre("2026-11-19T13:00:00Z+90 utc", "2026-11-19T14:00:00Z+0 floating",
                    "2026-11-19T14:00:00Z+0 own", "2026-11-19T15:00:00Z+0 path",
                    "2026-11-19T23:00:00Z+1440 day"));
}

TEST(CalendarText, SpreadsSeriesOnTheirOwnClock) {
    // The clocks go back on 25 October: two in the afternoon stays two in the afternoon.
    EXPECT_THAT(read("UID:a\nDTSTART;TZID=Europe/Berlin:20261019T140000\nDURATION:PT1H\n"
                     "RRULE:FREQ=WEEKLY;UNTIL=20261102T130000Z\nSUMMARY:w\n",
                     "2026-10-01T00:00:00Z", "2026-12-01T00:00:00Z"),
                ElementsAre("2026-10-19T12:00:00Z+60 w", "2026-10-26T13:00:00Z+60 w",
                            "2026-11-02T13:00:00Z+60 w"));
    EXPECT_THAT(
        read("UID:a\nDTSTART;TZID=Europe/Berlin:20200106T090000\n"
             "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=84\nSUMMARY:last friday\n",
             "2026-11-01T00:00:00Z", "2027-03-01T00:00:00Z"),
        ElementsAre("2026-11-27T08:00:00Z+0 last friday", "2026-12-25T08:00:00Z+0 last friday"));
    // A time that the clock jumps over on 29 March.
    EXPECT_THAT(read("UID:a\nDTSTART;TZID=Europe/Berlin:20260328T023000\nRRULE:FREQ=DAILY;COUNT=2\n"
                     "SUMMARY:n\n",
                     "2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z"),
                ElementsAre("2026-03-28T01:30:00Z+0 n", "2026-03-29T01:30:00Z+0 n"));
}

TEST(CalendarText, LeavesOutAndAddsDates) {
    EXPECT_THAT(read("UID:a\nDTSTART;TZID=Europe/Berlin:20261102T140000\nRRULE:FREQ=DAILY;COUNT=5\n"
                     "EXDATE;TZID=Europe/Berlin:20261103T140000,20261104T140000\n"
                     "EXDATE;VALUE=DATE:20261105\nRDATE:20261110T130000Z\n"
                     "RDATE;VALUE=PERIOD:20261111T130000Z/PT2H\nSUMMARY:x\n",
                     "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"),
                ElementsAre("2026-11-02T13:00:00Z+0 x", "2026-11-06T13:00:00Z+0 x",
                            "2026-11-10T13:00:00Z+0 x", "2026-11-11T13:00:00Z+0 x"));
}

constexpr std::string_view daily =
    "UID:a\nDTSTART;TZID=Europe/Berlin:20261102T140000\nDURATION:PT1H\n"
    "RRULE:FREQ=DAILY;COUNT=4\nSUMMARY:x\n;;\n";

TEST(CalendarText, MovesAndCancelsSingleOnes) {
    EXPECT_THAT(
        read(std::string(daily) +
                 "UID:a\nRECURRENCE-ID;TZID=Europe/Berlin:20261103T140000\n"
                 "DTSTART;TZID=Europe/Berlin:20261103T160000\nDURATION:PT2H\nSUMMARY:moved\n"
                 ";;\nUID:a\nRECURRENCE-ID:20261104T130000Z\n"
                 "DTSTART:20261104T130000Z\nSTATUS:CANCELLED\nSUMMARY:x\n",
             "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"),
        ElementsAre("2026-11-02T13:00:00Z+60 x", "2026-11-03T15:00:00Z+120 moved",
                    "2026-11-05T13:00:00Z+60 x"));
    EXPECT_THAT(read(std::string(daily) +
                         "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261104T130000Z\n"
                         "DTSTART:20261104T140000Z\nDURATION:PT30M\nSUMMARY:later\n",
                     "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"),
                ElementsAre("2026-11-02T13:00:00Z+60 x", "2026-11-03T13:00:00Z+60 x",
                            "2026-11-04T14:00:00Z+30 later", "2026-11-05T14:00:00Z+30 later"));
    // One that was moved out of the stretch that is looked at, and one into it.
    EXPECT_THAT(read(std::string(daily) + "UID:a\nRECURRENCE-ID:20261102T130000Z\n"
                                          "DTSTART:20261120T130000Z\nDURATION:PT1H\nSUMMARY:in\n",
                     "2026-11-19T00:00:00Z", "2026-12-01T00:00:00Z"),
                ElementsAre("2026-11-20T13:00:00Z+60 in"));
}

TEST(CalendarText, TakesFreeTimeAndCancelledEventsForFree) {
    const auto content = read_calendar(
        calendar_with("UID:a\nDTSTART:20261119T130000Z\nSTATUS:CANCELLED\n;;\n"
                      "UID:b\nDTSTART:20261119T130000Z\nTRANSP:TRANSPARENT\n;;\n"
                      "UID:c\nDTSTART:20261119T130000Z\nSTATUS:TENTATIVE\nSUMMARY:maybe\n"),
        reading_of("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"));
    ASSERT_TRUE(content);
    EXPECT_THAT(lines_of(*content), ElementsAre("2026-11-19T13:00:00Z+0 maybe"));
    EXPECT_THAT(content->uids, ElementsAre("a", "b", "c"));
}

TEST(CalendarText, TakesTheNewerVersionOfTwo) {
    EXPECT_THAT(read("UID:a\nSEQUENCE:2\nDTSTART:20261119T150000Z\nSUMMARY:new\n;;\n"
                     "UID:a\nSEQUENCE:1\nDTSTART:20261119T130000Z\nSUMMARY:old\n",
                     "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"),
                ElementsAre("2026-11-19T15:00:00Z+0 new"));
}

TEST(CalendarText, NamesWhatItCannotRead) {
    const auto content =
        read_calendar(calendar_with("UID:bad\nDTSTART:yesterday\n;;\nUID:none\nSUMMARY:x\n;;\n"
                                    "UID:fast\nDTSTART:20261119T130000Z\nRRULE:FREQ=SECONDLY\n;;\n"
                                    "UID:good\nDTSTART:20261119T130000Z\nSUMMARY:ok\n"),
                      reading_of("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"));
    ASSERT_TRUE(content);
    EXPECT_THAT(content->unreadable, ElementsAre("bad", "fast", "none"));
    EXPECT_THAT(lines_of(*content), Contains("2026-11-19T13:00:00Z+0 ok"));
}

TEST(CalendarText, IsWholeOrNotTaken) {
    const std::string whole = calendar_with("UID:a\nDTSTART:20261119T130000Z\n");
    const auto reading = reading_of("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z");
    EXPECT_TRUE(read_calendar("\xEF\xBB\xBF" + whole + "\n\n", reading));
    for (std::size_t size = 16; size + 3 < whole.size(); size += 7) {
        EXPECT_EQ(read_calendar(whole.substr(0, size), reading).error(), CalendarTextError::CutOff);
    }
    EXPECT_EQ(read_calendar("<html>Please sign in</html>", reading).error(),
              CalendarTextError::NotACalendar);
    EXPECT_EQ(read_calendar("", reading).error(), CalendarTextError::NotACalendar);
    EXPECT_EQ(
        read_calendar("BEGIN:VCALENDAR\nEND:VEVENT\nEN\n D:VEVENT\nEND:VCALENDAR", reading).error(),
        CalendarTextError::NotACalendar);
    EXPECT_THAT(lines_of(*read_calendar(calendar_with(""), reading)), IsEmpty());
    // Two calendars in one text, as some exports have it.
    EXPECT_EQ(read_calendar(whole + calendar_with("UID:b\nDTSTART:20261119T130000Z\n"), reading)
                  ->occurrences.size(),
              2u);
}

// What other projects collected of calendars that are hard, or broken.
TEST(CalendarText, OutlivesTheCorpus) {
    const std::filesystem::path folder = "../shared/corpora/calendars";
    if (!std::filesystem::exists(folder)) {
        std::cout << "The corpus of calendars is not here: skipped.\n";
        GTEST_SKIP();
    }
    std::size_t files = 0;
    std::size_t occurrences = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".ics") {
            continue;
        }
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string text(std::istreambuf_iterator<char>(file), {});
        const auto content =
            read_calendar(text, reading_of("2010-01-01T00:00:00Z", "2030-01-01T00:00:00Z"));
        ++files;
        occurrences += content ? content->occurrences.size() : 0;
        if (content) {
            for (const Occurrence& one : content->occurrences) {
                EXPECT_LT(one.starts_at, at("2030-01-01T00:00:00Z")) << entry.path();
            }
        }
    }
    EXPECT_GT(files, 100u);
    EXPECT_GT(occurrences, 500u);
}

}  // namespace
}  // namespace standby::intake
