#include "core/model/wants.hpp"

#include "base/name_key.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace standby::core {
namespace {

void make_canonical(std::string& first, std::vector<std::string>& further) {
    std::set<std::string> keys{name_key(first), std::string{}};
    std::erase_if(further,
                  [&](const std::string& name) { return !keys.insert(name_key(name)).second; });
    if (first.empty() && !further.empty()) {
        first = std::move(further.front());
        further.erase(further.begin());
    }
}

std::set<std::string> keys_of(const std::string& first, const std::vector<std::string>& further) {
    std::set<std::string> keys{name_key(first)};
    for (const std::string& name : further) {
        keys.insert(name_key(name));
    }
    return keys;
}

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
    make_canonical(wants.service, wants.or_services);
    make_canonical(wants.staff, wants.or_staff);
    make_canonical(wants.place, wants.or_places);
    wants.weekly = canonical_weekly(std::move(wants.weekly));
    if (wants.instant_yes) {
        std::vector<WeeklyWindow>& weekly = wants.instant_yes->weekly;
        weekly = canonical_weekly(std::move(weekly));
    }
    return wants;
}

bool is_another_wish(const Wants& wanted, const Wants& waiting_for) {
    const auto times = [](const Wants& wants) {
        return std::tie(wants.earliest, wants.latest, wants.weekly, wants.move_up);
    };
    static const Wants nothing;
    if (wanted.service.empty() && wanted.staff.empty() && wanted.place.empty() &&
        times(wanted) == times(nothing)) {
        return false;
    }
    const auto names = [](const Wants& wants) {
        return std::tuple{keys_of(wants.service, wants.or_services),
                          keys_of(wants.staff, wants.or_staff),
                          keys_of(wants.place, wants.or_places)};
    };
    return times(wanted) != times(waiting_for) || names(wanted) != names(waiting_for);
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
