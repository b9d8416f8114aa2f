// Times of the week as a guest ticks them: mornings, afternoons and evenings of each day.
#pragma once

#include "core/model/wants.hpp"

#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

inline constexpr std::size_t days_per_week = 7;
inline constexpr std::size_t parts_per_day = 3;
// Monday morning, Monday afternoon, Monday evening, Tuesday morning…
using WeekTicks = std::bitset<days_per_week * parts_per_day>;

inline constexpr std::array<std::string_view, days_per_week> day_tags = {"mon", "tue", "wed", "thu",
                                                                         "fri", "sat", "sun"};
inline constexpr std::array<std::string_view, parts_per_day> part_tags = {"morning", "afternoon",
                                                                          "evening"};

// "mon_morning".
std::string tick_name(std::size_t day, std::size_t part);

struct DayPart {
    std::string_view from;  // "05:00"
    std::string_view to;    // on the next day where it is before `from`
    std::uint32_t from_minute;
    std::uint32_t length_minutes;
};
inline constexpr std::array<DayPart, parts_per_day> day_parts = {{
    {"05:00", "12:00", 5 * 60, 7 * 60},
    {"12:00", "17:00", 12 * 60, 5 * 60},
    {"17:00", "02:00", 17 * 60, 9 * 60},
}};

// Those that the windows hold completely. No windows mean any time: nothing is ticked.
WeekTicks ticks_of(const std::vector<core::WeeklyWindow>& windows);

}  // namespace standby::http
