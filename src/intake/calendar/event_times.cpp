#include "intake/calendar/event_times.hpp"

#include <chrono>
#include <string>

namespace standby::intake {
namespace {

constexpr int year_min = 1900;
constexpr int year_max = 2200;

// Some programs put a path before the name: "/mozilla.org/20050126_1/Europe/Berlin".
const Zone* find_by_any_name(const ZonesOfText& zones, std::string_view name) {
    if (const Zone* zone = (*zones.find)(name)) {
        return zone;
    }
    while (!name.empty()) {
        const std::size_t slash = name.find('/');
        if (slash == std::string_view::npos) {
            return nullptr;
        }
        name.remove_prefix(slash + 1);
        if (name.find('/') == std::string_view::npos) {
            return nullptr;  // a city alone, or a number, says too little
        }
        if (const Zone* zone = (*zones.find)(name)) {
            return zone;
        }
    }
    return nullptr;
}

}  // namespace

bool is_usable(const icaltimetype& time) {
    return icaltime_is_null_time(time) == 0 && time.year >= year_min && time.year <= year_max &&
           time.month >= 1 && time.month <= 12 && time.day >= 1 && time.day <= 31 &&
           time.hour >= 0 && time.hour <= 24 && time.minute >= 0 && time.minute <= 59 &&
           time.second >= 0 && time.second <= 60;
}

icaltimetype without_zone(icaltimetype time) {
    time.zone = nullptr;
    time.is_daylight = 0;
    return time;
}

std::optional<Time> EventZone::instant(const icaltimetype& time) const {
    if (!is_usable(time)) {
        return std::nullopt;
    }
    const std::chrono::year_month_day day{std::chrono::year{time.year},
                                          std::chrono::month{static_cast<unsigned>(time.month)},
                                          std::chrono::day{static_cast<unsigned>(time.day)}};
    if (!day.ok()) {
        return std::nullopt;
    }
    const Duration since_midnight = time.is_date != 0 ? Duration{0}
                                                      : Duration{std::chrono::hours{time.hour} +
                                                                 std::chrono::minutes{time.minute} +
                                                                 std::chrono::seconds{time.second}};
    if (kind_ == Kind::Utc) {
        return Time{std::chrono::sys_days{day}} + since_midnight;
    }
    if (kind_ == Kind::Described) {
        icaltimetype plain = without_zone(time);
        plain.is_date = 0;
        if (time.is_date != 0) {
            plain.hour = plain.minute = plain.second = 0;
        }
        return Time{std::chrono::seconds{icaltime_as_timet_with_zone(plain, described_)}};
    }
    const LocalResolution read =
        known_->resolve(LocalTime{std::chrono::local_days{day}} + since_midnight);
    // A reading that the clock jumps over counts with the offset before the jump (RFC 5545).
    return read.kind == LocalKind::Gap ? read.later : read.earlier;
}

EventZone ZonesOfText::of(icalproperty* property, const icaltimetype& value) const {
    if (icaltime_is_utc(value) != 0) {
        return EventZone::utc();
    }
    icalparameter* parameter = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER);
    const char* name = parameter == nullptr ? nullptr : icalparameter_get_tzid(parameter);
    if (name == nullptr || value.is_date != 0) {
        return EventZone::of(*own);
    }
    if (const Zone* zone = find_by_any_name(*this, name)) {
        return EventZone::of(*zone);
    }
    if (icaltimezone* zone = icalcomponent_get_timezone(calendar, name)) {
        return EventZone::described(zone);
    }
    return EventZone::of(*own);
}

}  // namespace standby::intake
