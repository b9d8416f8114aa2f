// What is remembered of a calendar between two looks: its objects (a resource on a CalDAV server,
// an event of a feed) with the stretches of time that each fills. No titles, no guests: an id is a
// hash, and an appointment is a slot in the words of the list.
#pragma once

#include "base/time.hpp"
#include "core/model/wants.hpp"
#include "intake/calendar/occurrence.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

struct CalendarTime {
    std::string id;  // of UID, instance and start
    Time starts_at{};
    Duration length{0};
    std::optional<core::Slot> appointment;  // none: something else is there
    friend bool operator==(const CalendarTime&, const CalendarTime&) = default;
};

struct CalendarObject {
    std::string version;  // an ETag or its like
    std::vector<CalendarTime> times;
    std::optional<Time> missing_since;  // a look at everything did not find it any more
    friend bool operator==(const CalendarObject&, const CalendarObject&) = default;
};
using CalendarMemory = std::map<std::string, CalendarObject, std::less<>>;

std::string calendar_time_id(const Occurrence& occurrence);

std::string write_calendar_object(const CalendarObject& object);
std::optional<CalendarObject> read_calendar_object(std::string_view text);
// A slot as it is kept beside them.
std::string write_stored_slot(const core::Slot& slot);
std::optional<core::Slot> read_stored_slot(std::string_view text);

}  // namespace standby::intake
