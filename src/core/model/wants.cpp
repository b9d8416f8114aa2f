// Weekly availability: normal form, and the test whether a slot lies inside it.
#include "core/model/wants.hpp"

#include <algorithm>
#include <utility>

namespace standby::core {
namespace {

constexpr std::uint32_t week_minutes = 7 * 24 * 60;

}  // namespace

std::vector<WeeklyWindow> canonical_weekly(std::vector<WeeklyWindow> windows) {
    std::erase_if(windows, [](const WeeklyWindow& window) { return window.length_minutes == 0; });
    std::ranges::sort(windows);
    std::vector<WeeklyWindow> merged;
    for (const WeeklyWindow& window : windows) {
        const std::uint32_t end = std::uint32_t{window.from_minute} + window.length_minutes;
        if (!merged.empty()) {
            WeeklyWindow& last = merged.back();
            const std::uint32_t last_end = std::uint32_t{last.from_minute} + last.length_minutes;
            if (window.from_minute <= last_end) {
                const auto length = std::max(last_end, end) - last.from_minute;
                last.length_minutes =
                    static_cast<std::uint16_t>(std::min<std::uint32_t>(length, week_minutes));
                continue;
            }
        }
        merged.push_back(window);
    }
    // The last window may run on into the first one of the next week.
    while (merged.size() > 1) {
        WeeklyWindow& last = merged.back();
        const WeeklyWindow& first = merged.front();
        const std::uint32_t last_end = std::uint32_t{last.from_minute} + last.length_minutes;
        if (last_end < week_minutes + first.from_minute) {
            break;
        }
        const std::uint32_t first_end =
            week_minutes + first.from_minute + std::uint32_t{first.length_minutes};
        const auto length = std::max(last_end, first_end) - last.from_minute;
        last.length_minutes =
            static_cast<std::uint16_t>(std::min<std::uint32_t>(length, week_minutes));
        merged.erase(merged.begin());
    }
    if (merged.size() == 1 && merged.front().length_minutes >= week_minutes) {
        merged.front() = {.from_minute = 0, .length_minutes = week_minutes};
    }
    return merged;
}

Wants canonical(Wants wants) {
    wants.weekly = canonical_weekly(std::move(wants.weekly));
    if (wants.instant_yes) {
        std::vector<WeeklyWindow>& weekly = wants.instant_yes->weekly;
        weekly = canonical_weekly(std::move(weekly));
    }
    return wants;
}

bool weekly_covers(const std::vector<WeeklyWindow>& windows, std::uint32_t start_minute_of_week,
                   std::uint32_t length_minutes) {
    if (windows.empty()) {
        return true;
    }
    return std::ranges::any_of(windows, [&](const WeeklyWindow& window) {
        if (window.length_minutes == week_minutes) {
            return true;
        }
        const std::uint32_t into =
            (start_minute_of_week + week_minutes - window.from_minute) % week_minutes;
        return into < window.length_minutes && into + length_minutes <= window.length_minutes;
    });
}

}  // namespace standby::core
