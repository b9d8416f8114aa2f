// Two looks at a calendar, one after the other: which appointments have gone, so that their time
// can be offered. What a server says outright (deleted, cancelled, left out of a series, moved,
// marked as free) counts at once. What is merely no longer there counts when a second look finds
// the same, and a great many at once are a question for staff: half-finished synchronisations and
// feeds that go silent look just like that.
#pragma once

#include "intake/calendar/calendar_memory.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::intake {

// A second look this soon after the first one is no second look.
inline constexpr Duration second_look_after = std::chrono::seconds{20};
inline constexpr std::size_t freed_at_once_min = 3;
inline constexpr std::size_t freed_at_once_percent = 10;

// What one look saw.
struct CalendarLook {
    // New ones, and those with another version than before, complete.
    std::vector<std::pair<std::string, CalendarObject>> changed;
    std::vector<std::string> deleted;  // the server says so
    // Whether everything was looked at: then what is in neither list is there no more.
    bool is_whole = false;
    std::set<std::string, std::less<>> unchanged;   // of a whole look: still there as they were
    std::set<std::string, std::less<>> unreadable;  // still there, in whatever way
    // How far a feed reaches: one that covers a stretch of time only says nothing of what is later.
    std::optional<Time> reaches_to;
};

enum class GoneQuestion : std::uint8_t {
    None,
    Many,   // more than a few at once
    Empty,  // there is nothing left at all
    Edge,   // gone behind the end of what the feed covers
};
std::string_view name_of(GoneQuestion question);  // "many"

struct CalendarChange {
    std::vector<std::pair<std::string, CalendarObject>> kept;  // objects to remember anew
    std::vector<std::string> dropped;                          // objects to forget
    std::vector<CalendarTime> freed;
    std::vector<CalendarTime> asked;  // gone, perhaps: staff say
    GoneQuestion question = GoneQuestion::None;
    bool wants_second_look = false;
};

struct ChangeRules {
    Duration notice{0};
    std::uint32_t at_once = 1;
    std::vector<core::Slot> offered{};  // what has been freed before, and is not taken yet
};

// `memory` becomes what is remembered from now on; `kept` and `dropped` say the same as a
// difference. A first look, with an empty memory, frees nothing.
CalendarChange compare_looks(CalendarMemory& memory, const CalendarLook& look, Time now,
                             const ChangeRules& rules);

// Whether the time is taken: as many are there at the same time, with the same staff or nobody
// named, as fit.
bool is_taken(const CalendarMemory& memory, const core::Slot& slot, std::uint32_t at_once);

}  // namespace standby::intake
