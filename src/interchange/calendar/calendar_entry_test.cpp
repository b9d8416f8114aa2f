// Tests of calendar entries, read back with libical, and of the links.
#include "interchange/calendar/calendar_entry.hpp"

#include "base/clean_text.hpp"
#include "base/prng.hpp"
#include "base/utf8.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libical/ical.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace standby::interchange {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;

struct Free {
    void operator()(icalcomponent* component) const { icalcomponent_free(component); }
};

// An entry as libical reads it.
class ReadCalendar {
public:
    explicit ReadCalendar(const std::string& text)
        : calendar_(icalparser_parse_string(text.c_str())),
          event_(calendar_
                     ? icalcomponent_get_first_component(calendar_.get(), ICAL_VEVENT_COMPONENT)
                     : nullptr) {}

    bool is_one_event() const {
        return event_ != nullptr &&
               icalcomponent_isa(calendar_.get()) == ICAL_VCALENDAR_COMPONENT &&
               icalcomponent_count_components(calendar_.get(), ICAL_ANY_COMPONENT) == 1 &&
               icalcomponent_count_components(event_, ICAL_ANY_COMPONENT) == 0 &&
               icalcomponent_count_errors(calendar_.get()) == 0;
    }
    std::string calendar(icalproperty_kind kind) const { return value(calendar_.get(), kind); }
    std::string event(icalproperty_kind kind) const { return value(event_, kind); }
    // The text without escapes.
    std::string text(icalproperty_kind kind) const {
        icalproperty* property = icalcomponent_get_first_property(event_, kind);
        const char* found =
            property == nullptr ? nullptr : icalvalue_get_text(icalproperty_get_value(property));
        return found == nullptr ? "" : found;
    }
    std::string parameter(icalproperty_kind property, const char* name) const {
        icalproperty* found = icalcomponent_get_first_property(event_, property);
        char* text =
            found == nullptr ? nullptr : icalproperty_get_parameter_as_string_r(found, name);
        const std::string copy = text == nullptr ? "" : text;
        icalmemory_free_buffer(text);
        return copy;
    }
    std::vector<std::string> event_properties() const {
        std::vector<std::string> names;
        for (icalproperty* one = icalcomponent_get_first_property(event_, ICAL_ANY_PROPERTY);
             one != nullptr; one = icalcomponent_get_next_property(event_, ICAL_ANY_PROPERTY)) {
            names.emplace_back(icalproperty_kind_to_string(icalproperty_isa(one)));
        }
        return names;
    }

private:
    static std::string value(icalcomponent* component, icalproperty_kind kind) {
        icalproperty* property = icalcomponent_get_first_property(component, kind);
        char* text = property == nullptr ? nullptr : icalproperty_get_value_as_string_r(property);
        const std::string copy = text == nullptr ? "" : text;
        icalmemory_free_buffer(text);
        return copy;
    }

    std::unique_ptr<icalcomponent, Free> calendar_;
    icalcomponent* event_;
};

CalendarEntry invite() {
    return {.method = CalendarMethod::Request,
            .uid = "entry-17@standby.example",
            .sequence = 3,
            .stamp = parse_time("2026-11-15T14:00:00.999Z").value(),
            .starts_at = parse_time("2026-11-20T09:30:00Z").value(),
            .ends_at = parse_time("2026-11-20T10:15:00Z").value(),
            .summary = "Haircut, Salon Nord",
            .description = "With Zo\u00eb;\nbring \"nothing\" \\ else",
            .location = "Hauptstra\u00dfe 1, K\u00f6ln",
            .url = "https://standby.example/s/abc?x=1,2;3",
            .organizer = "desk@salon.example",
            .organizer_name = "Salon: Nord",
            .attendee = "ada@guest.example",
            .attendee_name = "Ada \"Countess\" Lovelace"};
}

TEST(CalendarEntry, SaysEverything) {
    const ReadCalendar read{write_calendar(invite())};
    ASSERT_TRUE(read.is_one_event());
    EXPECT_EQ(read.calendar(ICAL_METHOD_PROPERTY), "REQUEST");
    EXPECT_EQ(read.calendar(ICAL_VERSION_PROPERTY), "2.0");
    EXPECT_EQ(read.calendar(ICAL_PRODID_PROPERTY), "-//Standby//Standby//EN");
    EXPECT_EQ(read.event(ICAL_UID_PROPERTY), "entry-17@standby.example");
    EXPECT_EQ(read.event(ICAL_SEQUENCE_PROPERTY), "3");
    EXPECT_EQ(read.event(ICAL_DTSTAMP_PROPERTY), "20261115T140000Z");
    EXPECT_EQ(read.event(ICAL_DTSTART_PROPERTY), "20261120T093000Z");
    EXPECT_EQ(read.event(ICAL_DTEND_PROPERTY), "20261120T101500Z");
    EXPECT_EQ(read.text(ICAL_SUMMARY_PROPERTY), invite().summary);
    EXPECT_EQ(read.text(ICAL_DESCRIPTION_PROPERTY), invite().description);
    EXPECT_EQ(read.text(ICAL_LOCATION_PROPERTY), invite().location);
    EXPECT_EQ(read.event(ICAL_URL_PROPERTY), invite().url);
    EXPECT_EQ(read.event(ICAL_STATUS_PROPERTY), "CONFIRMED");
    EXPECT_EQ(read.event(ICAL_TRANSP_PROPERTY), "OPAQUE");
    EXPECT_EQ(read.event(ICAL_ORGANIZER_PROPERTY), "mailto:desk@salon.example");
    EXPECT_EQ(read.parameter(ICAL_ORGANIZER_PROPERTY, "CN"), "Salon: Nord");
    EXPECT_EQ(read.event(ICAL_ATTENDEE_PROPERTY), "mailto:ada@guest.example");
    EXPECT_EQ(read.parameter(ICAL_ATTENDEE_PROPERTY, "CN"), "Ada 'Countess' Lovelace");
    EXPECT_EQ(read.parameter(ICAL_ATTENDEE_PROPERTY, "PARTSTAT"), "ACCEPTED");
    EXPECT_EQ(read.parameter(ICAL_ATTENDEE_PROPERTY, "RSVP"), "FALSE");
}

TEST(CalendarEntry, IsTakenBackUnderTheSameUid) {
    CalendarEntry later = invite();
    later.method = CalendarMethod::Cancel;
    later.sequence = 4;
    const ReadCalendar first{write_calendar(invite())};
    const ReadCalendar second{write_calendar(later)};
    ASSERT_TRUE(second.is_one_event());
    EXPECT_EQ(second.calendar(ICAL_METHOD_PROPERTY), "CANCEL");
    EXPECT_EQ(second.event(ICAL_STATUS_PROPERTY), "CANCELLED");
    EXPECT_EQ(second.event(ICAL_UID_PROPERTY), first.event(ICAL_UID_PROPERTY));
    EXPECT_GT(std::stoi(second.event(ICAL_SEQUENCE_PROPERTY)),
              std::stoi(first.event(ICAL_SEQUENCE_PROPERTY)));
}

TEST(CalendarEntry, LeavesOutWhatIsEmptyOrUnusable) {
    CalendarEntry bare;
    bare.uid = "u";
    bare.starts_at = bare.ends_at = invite().starts_at;
    bare.url = "javascript:alert(1)";
    bare.organizer = "desk@salon.example\r\nX-EVIL:1";
    bare.attendee = "j\u00f6rg@";
    const ReadCalendar read{write_calendar(bare)};
    ASSERT_TRUE(read.is_one_event());
    EXPECT_THAT(read.event_properties(),
                ElementsAre("UID", "SEQUENCE", "DTSTAMP", "DTSTART", "STATUS", "TRANSP"));
}

TEST(CalendarEntry, NamesPeopleOfAllScripts) {
    CalendarEntry one = invite();
    one.attendee = "用户@例子.广告";
    EXPECT_EQ(ReadCalendar{write_calendar(one)}.event(ICAL_ATTENDEE_PROPERTY),
              "mailto:%E7%94%A8%E6%88%B7@xn--fsqu00a.xn--4rr70v");
}

TEST(CalendarEntry, HoldsTimesAtTheEndsOfTheCalendar) {
    CalendarEntry far = invite();
    far.sequence = 4'000'000'000;
    far.stamp = far.starts_at = Time::min();
    far.ends_at = Time::max();
    const ReadCalendar read{write_calendar(far)};
    ASSERT_TRUE(read.is_one_event());
    EXPECT_EQ(read.event(ICAL_DTSTART_PROPERTY), "19700101T000000Z");
    EXPECT_EQ(read.event(ICAL_DTEND_PROPERTY), "29991231T235959Z");
    EXPECT_EQ(read.event(ICAL_SEQUENCE_PROPERTY), "2147483647");
}

TEST(CalendarEntry, BearsTenMegabytesInEveryField) {
    CalendarEntry one = invite();
    one.uid = one.summary = one.description = one.location = one.url = one.organizer =
        one.organizer_name = one.attendee = one.attendee_name = std::string(10'000'000, 'x');
    one.attendee = invite().attendee;
    const std::string text = write_calendar(one);
    EXPECT_LT(text.size(), 20'000U);
    EXPECT_TRUE(ReadCalendar{text}.is_one_event());
    EXPECT_LT(google_calendar_link(one).size(), 2000U);
}

// Lines of at most 75 bytes that end with CRLF, and no other line breaks.
bool has_good_lines(const std::string& text) {
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = text.find("\r\n", begin);
        if (end == std::string::npos || end - begin > 75 || end == begin) {
            return false;
        }
        const std::string_view line = std::string_view(text).substr(begin, end - begin);
        if (line.contains('\n') || line.contains('\r') || !is_utf8(line)) {
            return false;
        }
        begin = end + 2;
    }
    return true;
}

std::string hostile_text(Prng& prng) {
    static const std::vector<std::string> pieces = {
        "\r\n",
        "\n",
        "\r",
        "END:VEVENT",
        "\r\nBEGIN:VALARM\r\n",
        "\r\n ",
        "ATTENDEE:mailto:e@x.y",
        "\\",
        "\\n",
        "\\,",
        ";",
        ",",
        ":",
        "\"",
        "^n",
        "^'",
        "=",
        "\0"s,
        "\xff",
        "\u00e4",
        "\U0001f600",
        "\u2028",
        " ",
        "\t",
        "abc",
        "https://x.example/",
        "a@b.example",
        "a rather long run of words that must be folded somewhere in the middle"};
    std::string text;
    const std::uint64_t count = prng.below(12);
    for (std::uint64_t index = 0; index < count; ++index) {
        text += prng.below(4) == 0 ? std::string(1, static_cast<char>(prng.below(256)))
                                   : pieces[prng.below(pieces.size())];
    }
    return text;
}

RC_GTEST_PROP(CalendarEntry, KeepsEveryTextInItsProperty, (std::uint64_t seed)) {
    Prng prng(seed);
    for (int count = 0; count < 20; ++count) {
        CalendarEntry one = invite();
        for (std::string* field :
             {&one.uid, &one.summary, &one.description, &one.location, &one.url, &one.organizer,
              &one.organizer_name, &one.attendee, &one.attendee_name}) {
            if (prng.below(4) != 0) {
                *field = hostile_text(prng);
            }
        }
        const std::string text = write_calendar(one);
        RC_LOG(text);
        RC_ASSERT(has_good_lines(text));
        const ReadCalendar read{text};
        RC_ASSERT(read.is_one_event());
        RC_ASSERT(read.text(ICAL_SUMMARY_PROPERTY) == clean_line(one.summary, 500));
        RC_ASSERT(read.text(ICAL_LOCATION_PROPERTY) == clean_line(one.location, 500));
        RC_ASSERT(read.text(ICAL_UID_PROPERTY) == clean_line(one.uid, 500));
        std::string description = clean_lines(one.description, 8000);
        description.resize(description.find_last_not_of(" \t\n") + 1);
        description.erase(0, description.find_first_not_of(" \t\n"));
        RC_ASSERT(read.text(ICAL_DESCRIPTION_PROPERTY) == description);
        std::vector<std::string> left = {"UID",     "SEQUENCE",    "DTSTAMP",  "DTSTART", "DTEND",
                                         "SUMMARY", "DESCRIPTION", "LOCATION", "URL",     "STATUS",
                                         "TRANSP",  "ORGANIZER",   "ATTENDEE"};
        for (const std::string& name : read.event_properties()) {
            RC_ASSERT(std::erase(left, name) == 1U);
        }
    }
}

TEST(CalendarEntry, HasOneUidHoweverItReachesTheCalendar) {
    HeldPlace held{.entry = core::entry_id(core::ResourceNumber{1}, 17),
                   .event = 40,
                   .starts_at = invite().starts_at,
                   .duration = std::nullopt,
                   .service = "Cut",
                   .list = "Salon",
                   .place = "Room 3"};
    const std::string from = "desk@salon.example";
    const Time now = invite().stamp;
    const ReadCalendar file{
        write_calendar(calendar_entry(held, CalendarMethod::Publish, from, now))};
    held.event = 41;
    const ReadCalendar mail{
        write_calendar(calendar_entry(held, CalendarMethod::Request, from, now))};
    held.event = 42;
    const ReadCalendar end{write_calendar(calendar_entry(held, CalendarMethod::Cancel, from, now))};
    EXPECT_EQ(file.calendar(ICAL_METHOD_PROPERTY), "PUBLISH");
    EXPECT_EQ(file.event(ICAL_STATUS_PROPERTY), "CONFIRMED");
    EXPECT_EQ(file.text(ICAL_SUMMARY_PROPERTY), "Cut, Salon");
    EXPECT_EQ(file.event(ICAL_DTEND_PROPERTY), "20261120T103000Z");
    EXPECT_EQ(file.event(ICAL_UID_PROPERTY), core::format_id(held.entry) + "@salon.example");
    EXPECT_EQ(mail.event(ICAL_UID_PROPERTY), file.event(ICAL_UID_PROPERTY));
    EXPECT_EQ(end.event(ICAL_UID_PROPERTY), file.event(ICAL_UID_PROPERTY));
    EXPECT_LT(std::stoi(file.event(ICAL_SEQUENCE_PROPERTY)),
              std::stoi(mail.event(ICAL_SEQUENCE_PROPERTY)));
    EXPECT_LT(std::stoi(mail.event(ICAL_SEQUENCE_PROPERTY)),
              std::stoi(end.event(ICAL_SEQUENCE_PROPERTY)));
}

TEST(CalendarLink, CarriesTheEntry) {
    CalendarEntry one = invite();
    one.summary = "Cut & colour + 50% \u00fc";
    one.description = "a=b\n#c";
    one.location = "Caf\u00e9 /?";
    EXPECT_EQ(google_calendar_link(one),
              "https://calendar.google.com/calendar/render?action=TEMPLATE"
              "&text=Cut%20%26%20colour%20%2B%2050%25%20%C3%BC"
              "&dates=20261120T093000Z%2F20261120T101500Z"
              "&details=a%3Db%0A%23c%0A%0Ahttps%3A%2F%2Fstandby.example%2Fs%2Fabc%3Fx%3D1%2C2%3B3"
              "&location=Caf%C3%A9%20%2F%3F");
    EXPECT_EQ(outlook_calendar_link(one),
              "https://outlook.live.com/calendar/0/deeplink/compose"
              "?path=%2Fcalendar%2Faction%2Fcompose&rru=addevent"
              "&subject=Cut%20%26%20colour%20%2B%2050%25%20%C3%BC"
              "&startdt=2026-11-20T09%3A30%3A00Z&enddt=2026-11-20T10%3A15%3A00Z"
              "&body=a%3Db%0A%23c%0A%0Ahttps%3A%2F%2Fstandby.example%2Fs%2Fabc%3Fx%3D1%2C2%3B3"
              "&location=Caf%C3%A9%20%2F%3F");
}

TEST(CalendarLink, LeavesOutWhatIsEmpty) {
    CalendarEntry bare;
    bare.starts_at = invite().starts_at + std::chrono::milliseconds{5};
    bare.ends_at = {};
    EXPECT_EQ(google_calendar_link(bare),
              "https://calendar.google.com/calendar/render?action=TEMPLATE"
              "&dates=20261120T093000Z%2F20261120T093000Z");
}

RC_GTEST_PROP(CalendarLink, IsAlwaysAPlainLink, (const std::string& text)) {
    CalendarEntry one = invite();
    one.summary = one.description = one.location = one.url = text;
    RC_ASSERT(is_web_link(google_calendar_link(one)));
    for (const char letter : google_calendar_link(one) + outlook_calendar_link(one)) {
        RC_ASSERT(letter > ' ' && letter <= '~');
    }
}

}  // namespace
}  // namespace standby::interchange
