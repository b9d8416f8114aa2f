// Times as iCalendar writes them: in UTC, in a zone that the text names or describes, or on the
// clock of whoever looks. Zones are those of our own tables where their names are known there, or
// those that the text describes.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"

#include <libical/ical.h>

#include <functional>
#include <optional>
#include <string_view>

namespace standby::intake {

class EventZone {
public:
    static EventZone utc() { return EventZone(Kind::Utc, nullptr, nullptr); }
    static EventZone of(const Zone& zone) { return EventZone(Kind::Known, &zone, nullptr); }
    static EventZone described(icaltimezone* zone) {
        return EventZone(Kind::Described, nullptr, zone);
    }

    // Nothing for what is no time, or one that no calendar of ours has.
    std::optional<Time> instant(const icaltimetype& time) const;

private:
    enum class Kind { Utc, Known, Described };
    EventZone(Kind kind, const Zone* known, icaltimezone* described)
        : kind_(kind), known_(known), described_(described) {}

    Kind kind_;
    const Zone* known_;
    icaltimezone* described_;
};

// What the times of one VCALENDAR are read by.
struct ZonesOfText {
    icalcomponent* calendar = nullptr;
    const Zone* own = nullptr;
    const std::function<const Zone*(std::string_view)>* find = nullptr;

    // Of the value of a property such as DTSTART.
    EventZone of(icalproperty* property, const icaltimetype& value) const;
};

// A date and a time of day without any zone, as the steps of a rule are counted.
icaltimetype without_zone(icaltimetype time);
bool is_usable(const icaltimetype& time);

}  // namespace standby::intake
