#include "intake/calendar/written_event.hpp"

#include "interchange/calendar/calendar_entry.hpp"

namespace standby::intake {

std::string write_event(const ClaimedAppointment& claimed) {
    interchange::CalendarEntry entry;
    entry.method = interchange::CalendarMethod::Publish;
    entry.uid = claimed.uid;
    entry.stamp = claimed.stamp;
    entry.starts_at = claimed.slot.starts_at;
    entry.ends_at = claimed.slot.starts_at + claimed.slot.duration;
    entry.summary = claimed.title;
    entry.description = claimed.description;
    entry.location = claimed.slot.place;
    std::string text = interchange::write_calendar(entry);
    // A method is for mail; an object on a server must not have one (RFC 4791, 4.1).
    if (const std::size_t method = text.find("METHOD:PUBLISH\r\n"); method != std::string::npos) {
        text.erase(method, std::string_view("METHOD:PUBLISH\r\n").size());
    }
    return text;
}

}  // namespace standby::intake
