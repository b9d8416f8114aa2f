// From windows to ticks; the other way is the API's own format, see wish_form.cpp.
#include "http/pages/week_times.hpp"

namespace standby::http {

std::string tick_name(std::size_t day, std::size_t part) {
    return std::string(day_tags[day]) + "_" + std::string(part_tags[part]);
}

WeekTicks ticks_of(const std::vector<core::WeeklyWindow>& windows) {
    WeekTicks ticks;
    if (windows.empty()) {
        return ticks;
    }
    for (std::size_t day = 0; day < days_per_week; ++day) {
        for (std::size_t part = 0; part < parts_per_day; ++part) {
            const auto start =
                static_cast<std::uint32_t>(day * 24 * 60 + day_parts[part].from_minute);
            ticks.set(day * parts_per_day + part,
                      core::weekly_covers(windows, start, day_parts[part].length_minutes));
        }
    }
    return ticks;
}

}  // namespace standby::http
