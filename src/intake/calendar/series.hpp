// One event of a calendar's text, and the times at which it takes place.
#pragma once

#include "base/time.hpp"
#include "intake/calendar/event_times.hpp"
#include "intake/calendar/occurrence.hpp"

#include <libical/ical.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace standby::intake {

// What one VEVENT says by itself.
struct Event {
    icalcomponent* component = nullptr;
    Occurrence shape;  // its first time, with its texts
    EventZone zone = EventZone::utc();
    icaltimetype start = icaltime_null_time();  // on its own clock
    std::optional<Time> instance;               // RECURRENCE-ID
    bool is_instance_a_date = false;
    bool changes_later_ones = false;  // RANGE=THISANDFUTURE
    bool is_taken = true;             // neither cancelled nor marked as free time
    int sequence = 0;
};
// Nothing when it has no time that can be read.
std::optional<Event> read_event(icalcomponent* component, const ZonesOfText& zones);

// When the event begins, again and again, on its own clock: its start, what its rules and further
// dates give, without the dates left out. Those before `until` only. Nothing when a rule gives too
// many, or cannot be followed.
std::optional<std::vector<Time>> starts_of(const Event& event, const ZonesOfText& zones, Time from,
                                           Time until);
bool is_series(const Event& event);

// "20261119T140000Z"
std::string instance_text(Time time);

}  // namespace standby::intake
