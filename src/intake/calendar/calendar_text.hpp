// Reads iCalendar (RFC 5545) as it comes from other people's programs, and spreads out its series
// over a stretch of time: rules, further dates, dates left out, single ones that were moved.
// Broken events are skipped and named, so that nobody takes them for deleted.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "base/zone.hpp"
#include "intake/calendar/occurrence.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

class Sandbox;

inline constexpr std::size_t calendar_bytes_max = 20UZ << 20U;
inline constexpr std::size_t calendar_events_max = 50'000;
inline constexpr std::size_t calendar_occurrences_max = 100'000;
// Of one series, within the stretch; a rule that gives more is not about appointments.
inline constexpr std::size_t series_occurrences_max = 1'500;
// Steps of one rule from its beginning on; daily since 1970 is a third of it.
inline constexpr std::size_t rule_steps_max = 60'000;

struct CalendarReading {
    Time from{};                     // occurrences that end after it
    Time until{};                    // and begin before it
    const Zone* own_zone = nullptr;  // of times without a zone, and of whole days
    std::function<const Zone*(std::string_view)> find_zone;
    Sandbox* sandbox = nullptr;  // in which strangers' texts are read; null: in this process
};

struct CalendarContent {
    std::vector<Occurrence> occurrences;  // by start
    std::set<std::string> uids;           // of all events, cancelled and unreadable ones too
    std::set<std::string> unreadable;     // of those that could not be read or spread out
    std::size_t events = 0;
    // The last beginning of anything, in the stretch or not: so far the text reaches.
    std::optional<Time> reaches_to;
};

enum class CalendarTextError : std::uint8_t {
    NotACalendar,
    CutOff,  // it does not end as it should
    TooLarge,
    NotRead,  // the fault is ours, or the machine's
};
Result<CalendarContent, CalendarTextError> read_calendar(std::string_view text,
                                                         const CalendarReading& reading);

}  // namespace standby::intake
