// Tests of calendar files and links, also with texts that try to break out of them.
#include "http/pages/calendar_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using testing::HasSubstr;
using testing::Not;

CalendarEntry haircut_entry() {
    return {.uid = "ent_1@standby",
            .stamp = parse_time("2026-11-15T14:00:00.999Z").value(),
            .starts_at = parse_time("2026-11-20T09:30:00Z").value(),
            .ends_at = parse_time("2026-11-20T10:15:00Z").value(),
            .summary = "Haircut, Salon",
            .location = "Main street 1",
            .url = "https://s.example/e/gt_1"};
}

TEST(CalendarFile, SaysWhatWhenAndWhere) {
    const std::string file = calendar_file(haircut_entry());
    for (const char* line :
         {"BEGIN:VCALENDAR\r\n", "UID:ent_1@standby\r\n", "DTSTAMP:20261115T140000Z\r\n",
          "DTSTART:20261120T093000Z\r\n", "DTEND:20261120T101500Z\r\n",
          "SUMMARY:Haircut\\, Salon\r\n", "LOCATION:Main street 1\r\n",
          "URL:https://s.example/e/gt_1\r\n", "END:VEVENT\r\nEND:VCALENDAR\r\n"}) {
        EXPECT_THAT(file, HasSubstr(line));
    }
}

TEST(CalendarFile, KeepsHostileTextsInTheirProperty) {
    CalendarEntry entry = haircut_entry();
    entry.summary = "a\r\nATTENDEE:mailto:x@y.z\r\nb;c\\d";
    entry.location = "\xff\xfe";
    const std::string file = calendar_file(entry);
    EXPECT_THAT(file, HasSubstr("SUMMARY:a  ATTENDEE:mailto:x@y.z  b\\;c\\\\d\r\n"));
    EXPECT_THAT(file, Not(HasSubstr("\nATTENDEE")));
    EXPECT_THAT(file, HasSubstr("LOCATION:\r\n"));
}

TEST(CalendarFile, FoldsLongLinesBetweenCharacters) {
    CalendarEntry entry = haircut_entry();
    entry.summary = "";
    for (int count = 0; count < 300; ++count) {
        entry.summary += "ü";
    }
    std::string file = calendar_file(entry);
    std::size_t begin = 0;
    while (begin < file.size()) {
        const std::size_t end = file.find("\r\n", begin);
        ASSERT_NE(end, std::string::npos);
        EXPECT_LE(end - begin, 75U);
        EXPECT_NE(static_cast<unsigned char>(file[begin]) & 0xc0U, 0x80U);
        begin = end + 2;
    }
}

TEST(CalendarLink, CarriesTheEntryPercentEncoded) {
    CalendarEntry entry = haircut_entry();
    entry.summary = "Cut & colour";
    EXPECT_EQ(google_calendar_link(entry),
              "https://calendar.google.com/calendar/render?action=TEMPLATE"
              "&text=Cut%20%26%20colour&dates=20261120T093000Z%2F20261120T101500Z"
              "&details=https%3A%2F%2Fs.example%2Fe%2Fgt_1&location=Main%20street%201");
    EXPECT_THAT(outlook_calendar_link(entry),
                HasSubstr("&subject=Cut%20%26%20colour&startdt=2026-11-20T09%3A30%3A00Z"));
}

}  // namespace
}  // namespace standby::http
