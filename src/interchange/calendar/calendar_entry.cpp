// libical writes the entry, so that escaping and folding are its affair; what it is given is clean
// before. Its components own the properties that are added to them.
#include "interchange/calendar/calendar_entry.hpp"

#include "base/assert.hpp"
#include "base/clean_text.hpp"
#include "base/text.hpp"
#include "interchange/contact/contact.hpp"

#include <libical/ical.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <limits>
#include <memory>
#include <string_view>

namespace standby::interchange {
namespace {

// How long a place takes when nothing is said about it.
constexpr Duration assumed_duration = std::chrono::hours{1};
constexpr std::size_t line_bytes_max = 500;
constexpr std::size_t description_bytes_max = 8000;
constexpr std::size_t name_bytes_max = 200;
constexpr std::int64_t seconds_max = 32'503'679'999;  // the end of 2999; libical knows no 9999

struct FreeComponent {
    void operator()(icalcomponent* component) const { icalcomponent_free(component); }
};
using Component = std::unique_ptr<icalcomponent, FreeComponent>;

struct FreeBuffer {
    void operator()(char* buffer) const { icalmemory_free_buffer(buffer); }
};

icalproperty_method method_of(CalendarMethod method) {
    switch (method) {
    case CalendarMethod::Publish:
        return ICAL_METHOD_PUBLISH;
    case CalendarMethod::Request:
        return ICAL_METHOD_REQUEST;
    case CalendarMethod::Cancel:
        return ICAL_METHOD_CANCEL;
    }
    UNREACHABLE();
}

icaltimetype utc(Time time) {
    const std::int64_t seconds = std::clamp<std::int64_t>(
        std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count(), 0, seconds_max);
    return icaltime_from_timet_with_zone(static_cast<time_t>(seconds), 0,
                                         icaltimezone_get_utc_timezone());
}

// A name within quotes, which cannot hold quotes themselves.
icalparameter* common_name(const std::string& name) {
    std::string clean = clean_line(name, name_bytes_max);
    std::ranges::replace(clean, '"', '\'');
    std::erase(clean, '^');  // begins an escape of RFC 6868
    return clean.empty() ? nullptr : icalparameter_new_cn(clean.c_str());
}

void add_text(icalcomponent* event, icalproperty* (*make)(const char*), const std::string& text) {
    if (!text.empty()) {
        icalcomponent_add_property(event, make(text.c_str()));
    }
}

void add_people(icalcomponent* event, const CalendarEntry& entry) {
    if (const std::string uri = mailto_uri(entry.organizer); !uri.empty()) {
        icalproperty* organizer = icalproperty_new_organizer(uri.c_str());
        if (icalparameter* name = common_name(entry.organizer_name)) {
            icalproperty_add_parameter(organizer, name);
        }
        icalcomponent_add_property(event, organizer);
    }
    if (const std::string uri = mailto_uri(entry.attendee); !uri.empty()) {
        icalproperty* attendee = icalproperty_new_attendee(uri.c_str());
        if (icalparameter* name = common_name(entry.attendee_name)) {
            icalproperty_add_parameter(attendee, name);
        }
        icalproperty_add_parameter(attendee, icalparameter_new_partstat(ICAL_PARTSTAT_ACCEPTED));
        icalproperty_add_parameter(attendee, icalparameter_new_rsvp(ICAL_RSVP_FALSE));
        icalcomponent_add_property(event, attendee);
    }
}

icalcomponent* make_event(const CalendarEntry& entry) {
    const bool is_cancelled = entry.method == CalendarMethod::Cancel;
    constexpr std::uint32_t sequence_max = std::numeric_limits<int>::max();
    icalcomponent* event = icalcomponent_new_vevent();
    add_text(event, icalproperty_new_uid, clean_line(entry.uid, line_bytes_max));
    icalcomponent_add_property(
        event, icalproperty_new_sequence(static_cast<int>(std::min(entry.sequence, sequence_max))));
    icalcomponent_add_property(event, icalproperty_new_dtstamp(utc(entry.stamp)));
    icalcomponent_add_property(event, icalproperty_new_dtstart(utc(entry.starts_at)));
    const icaltimetype end = utc(entry.ends_at);
    if (icaltime_compare(end, utc(entry.starts_at)) > 0) {
        icalcomponent_add_property(event, icalproperty_new_dtend(end));
    }
    add_text(event, icalproperty_new_summary, clean_line(entry.summary, line_bytes_max));
    // Readers drop blanks at the ends anyway, and stumble over a text that has nothing else.
    add_text(event, icalproperty_new_description,
             std::string(trim(clean_lines(entry.description, description_bytes_max))));
    add_text(event, icalproperty_new_location, clean_line(entry.location, line_bytes_max));
    if (is_web_link(entry.url)) {
        add_text(event, icalproperty_new_url, entry.url);
    }
    icalcomponent_add_property(
        event,
        icalproperty_new_status(is_cancelled ? ICAL_STATUS_CANCELLED : ICAL_STATUS_CONFIRMED));
    icalcomponent_add_property(event, icalproperty_new_transp(ICAL_TRANSP_OPAQUE));
    add_people(event, entry);
    return event;
}

}  // namespace

CalendarEntry calendar_entry(const HeldPlace& held, CalendarMethod method,
                             std::string_view mail_from, Time now) {
    const std::string wire = wire_address(mail_from);
    const bool has_duration = held.duration && *held.duration > Duration{0};
    CalendarEntry entry;
    entry.method = method;
    entry.uid = core::format_id(held.entry) + "@";
    entry.uid += wire.empty() ? "standby" : domain_of(wire);
    entry.sequence = static_cast<std::uint32_t>(held.event & 0x7fffffffU);
    entry.stamp = now;
    entry.starts_at = held.starts_at;
    entry.ends_at = held.starts_at + (has_duration ? *held.duration : assumed_duration);
    entry.summary = held.service.empty() ? held.list : held.service + ", " + held.list;
    entry.location = held.place;
    return entry;
}

std::string write_calendar(const CalendarEntry& entry) {
    const Component calendar{icalcomponent_new(ICAL_VCALENDAR_COMPONENT)};
    icalcomponent_add_property(calendar.get(), icalproperty_new_version("2.0"));
    icalcomponent_add_property(calendar.get(), icalproperty_new_prodid("-//Standby//Standby//EN"));
    icalcomponent_add_property(calendar.get(), icalproperty_new_calscale("GREGORIAN"));
    icalcomponent_add_property(calendar.get(), icalproperty_new_method(method_of(entry.method)));
    icalcomponent_add_component(calendar.get(), make_event(entry));
    const std::unique_ptr<char, FreeBuffer> text{icalcomponent_as_ical_string_r(calendar.get())};
    return text ? std::string(text.get()) : std::string{};
}

}  // namespace standby::interchange
