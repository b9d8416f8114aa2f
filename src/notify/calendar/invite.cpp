// libical writes the entry, so that escaping and folding are its affair; what it is given is clean
// before. Its components own the properties that are added to them.
#include "notify/calendar/invite.hpp"

#include "base/text.hpp"
#include "interchange/contact/contact.hpp"
#include "notify/mail/clean_text.hpp"

#include <libical/ical.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <limits>
#include <memory>
#include <string_view>

namespace standby::notify {
namespace {

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

void add_people(icalcomponent* event, const Invite& invite) {
    if (const std::string uri = interchange::mailto_uri(invite.organizer); !uri.empty()) {
        icalproperty* organizer = icalproperty_new_organizer(uri.c_str());
        if (icalparameter* name = common_name(invite.organizer_name)) {
            icalproperty_add_parameter(organizer, name);
        }
        icalcomponent_add_property(event, organizer);
    }
    if (const std::string uri = interchange::mailto_uri(invite.attendee); !uri.empty()) {
        icalproperty* attendee = icalproperty_new_attendee(uri.c_str());
        if (icalparameter* name = common_name(invite.attendee_name)) {
            icalproperty_add_parameter(attendee, name);
        }
        icalproperty_add_parameter(attendee, icalparameter_new_partstat(ICAL_PARTSTAT_ACCEPTED));
        icalproperty_add_parameter(attendee, icalparameter_new_rsvp(ICAL_RSVP_FALSE));
        icalcomponent_add_property(event, attendee);
    }
}

icalcomponent* make_event(const Invite& invite) {
    const bool is_cancelled = invite.method == InviteMethod::Cancel;
    constexpr std::uint32_t sequence_max = std::numeric_limits<int>::max();
    icalcomponent* event = icalcomponent_new_vevent();
    add_text(event, icalproperty_new_uid, clean_line(invite.uid, line_bytes_max));
    icalcomponent_add_property(event, icalproperty_new_sequence(static_cast<int>(
                                          std::min(invite.sequence, sequence_max))));
    icalcomponent_add_property(event, icalproperty_new_dtstamp(utc(invite.stamp)));
    icalcomponent_add_property(event, icalproperty_new_dtstart(utc(invite.starts_at)));
    const icaltimetype end = utc(invite.ends_at);
    if (icaltime_compare(end, utc(invite.starts_at)) > 0) {
        icalcomponent_add_property(event, icalproperty_new_dtend(end));
    }
    add_text(event, icalproperty_new_summary, clean_line(invite.summary, line_bytes_max));
    // Readers drop blanks at the ends anyway, and stumble over a text that has nothing else.
    add_text(event, icalproperty_new_description,
             std::string(trim(clean_lines(invite.description, description_bytes_max))));
    add_text(event, icalproperty_new_location, clean_line(invite.location, line_bytes_max));
    if (is_plain_web_url(invite.url)) {
        add_text(event, icalproperty_new_url, invite.url);
    }
    icalcomponent_add_property(
        event,
        icalproperty_new_status(is_cancelled ? ICAL_STATUS_CANCELLED : ICAL_STATUS_CONFIRMED));
    icalcomponent_add_property(event, icalproperty_new_transp(ICAL_TRANSP_OPAQUE));
    add_people(event, invite);
    return event;
}

}  // namespace

std::string write_invite(const Invite& invite) {
    const Component calendar{icalcomponent_new(ICAL_VCALENDAR_COMPONENT)};
    icalcomponent_add_property(calendar.get(), icalproperty_new_version("2.0"));
    icalcomponent_add_property(calendar.get(), icalproperty_new_prodid("-//Standby//Standby//EN"));
    icalcomponent_add_property(calendar.get(), icalproperty_new_calscale("GREGORIAN"));
    icalcomponent_add_property(calendar.get(),
                               icalproperty_new_method(invite.method == InviteMethod::Cancel
                                                           ? ICAL_METHOD_CANCEL
                                                           : ICAL_METHOD_REQUEST));
    icalcomponent_add_component(calendar.get(), make_event(invite));
    const std::unique_ptr<char, FreeBuffer> text{icalcomponent_as_ical_string_r(calendar.get())};
    return text ? std::string(text.get()) : std::string{};
}

}  // namespace standby::notify
