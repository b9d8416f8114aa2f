#include "core/model/wants.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace standby::core {
namespace {}  // namespace

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
                    static_cast<std::uint16_t>(std::min<std::uint32_t>(length, minutes_per_week));
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
        if (last_end < minutes_per_week + first.from_minute) {
            break;
        }
        const std::uint32_t first_end =
            minutes_per_week + first.from_minute + std::uint32_t{first.length_minutes};
        const auto length = std::max(last_end, first_end) - last.from_minute;
        last.length_minutes =
            static_cast<std::uint16_t>(std::min<std::uint32_t>(length, minutes_per_week));
        merged.erase(merged.begin());
    }
    if (merged.size() == 1 && merged.front().length_minutes >= minutes_per_week) {
        merged.front() = {.from_minute = 0, .length_minutes = minutes_per_week};
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

bool is_another_wish(const Wants& wanted, const Wants& waiting_for) {
    const auto parts = [](const Wants& wants) {
        return std::tie(wants.service, wants.staff, wants.place, wants.earliest, wants.latest,
                        wants.weekly, wants.move_up);
    };
    static const Wants nothing;
    return parts(wanted) != parts(nothing) && parts(wanted) != parts(waiting_for);
}

bool weekly_covers(const std::vector<WeeklyWindow>& windows, std::uint32_t start_minute_of_week,
                   std::uint32_t length_minutes) {
    if (windows.empty()) {
        return true;
    }
    return std::ranges::any_of(windows, [&](const WeeklyWindow& window) {
        if (window.length_minutes == minutes_per_week) {
            return true;
        }
        const std::uint32_t into =
            (start_minute_of_week + minutes_per_week - window.from_minute) % minutes_per_week;
        return into < window.length_minutes && into + length_minutes <= window.length_minutes;
    });
}

}  // namespace standby::core
