// The limits of core/model/limits.hpp, field by field.
#include "sim/model/naive_fields.hpp"

#include "core/model/limits.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>

namespace standby::sim {
namespace {

namespace limits = core::limits;

constexpr std::uint32_t week_minutes = 7 * 24 * 60;

bool is_bad(const std::string& name) {
    return name.size() > limits::name_length_max;
}

bool is_bad(const std::optional<Money>& money) {
    return money && (money->amount < 0 || money->amount > limits::money_amount_max);
}

bool is_bad(const std::vector<WeeklyWindow>& windows) {
    return windows.size() > limits::weekly_windows_max ||
           std::ranges::any_of(windows, [](const WeeklyWindow& window) {
               return window.from_minute >= week_minutes || window.length_minutes == 0 ||
                      window.length_minutes > week_minutes;
           });
}

bool is_bad_notice(Duration notice) {
    return notice < Duration{0} || notice > limits::rule_duration_max;
}

// Marks every minute of the week, then reads the runs off, in the order of their beginnings, each
// of which is where a window begins. One window alone is its own run.
std::vector<WeeklyWindow> runs_of(const std::vector<WeeklyWindow>& windows) {
    if (windows.size() == 1 && windows.front().length_minutes < week_minutes) {
        return windows;
    }
    // Two weeks, so that a window may go on over the end of the first.
    std::array<bool, 2 * week_minutes> marked{};
    const auto week_end = marked.begin() + week_minutes;
    std::set<std::uint16_t> beginnings;
    for (const WeeklyWindow& window : windows) {
        std::fill_n(marked.begin() + window.from_minute, window.length_minutes, true);
        beginnings.insert(window.from_minute);
    }
    std::transform(week_end, marked.end(), marked.begin(), marked.begin(), std::logical_or{});
    std::copy(marked.begin(), week_end, week_end);
    if (std::find(marked.begin(), week_end, false) == week_end) {
        return {{.from_minute = 0, .length_minutes = week_minutes}};
    }
    std::vector<WeeklyWindow> runs;
    for (const std::uint16_t from : beginnings) {
        if (marked[from + week_minutes - 1]) {
            continue;  // in the middle of a run
        }
        const auto begin = marked.begin() + from;
        const auto length = std::find(begin, marked.end(), false) - begin;
        runs.push_back({.from_minute = from, .length_minutes = static_cast<std::uint16_t>(length)});
    }
    return runs;
}

bool are_bad(const std::vector<std::string>& names, std::size_t count_max) {
    return names.size() > count_max || std::ranges::any_of(names, [](const std::string& name) {
               return name.empty() || is_bad(name);
           });
}

// The first of each name, in their order; the very first is the one that counts as `first`.
void take_doubles_out(std::string& first, std::vector<std::string>& further) {
    std::vector<std::string> all{first};
    all.insert(all.end(), further.begin(), further.end());
    std::vector<std::string> kept;
    for (const std::string& name : all) {
        const bool is_known = std::ranges::any_of(
            kept, [&](const std::string& other) { return naive_name(other) == naive_name(name); });
        if (!name.empty() && !is_known) {
            kept.push_back(name);
        }
    }
    first = kept.empty() ? "" : kept.front();
    further.assign(kept.empty() ? kept.begin() : kept.begin() + 1, kept.end());
}

}  // namespace

std::string naive_name(const std::string& name) {
    std::string plain;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const char letter = name[at];
        if (letter == '\xC3' && at + 1 < name.size()) {  // ö and Ö, the only ones that are drawn
            plain += 'o';
            ++at;
        } else if (letter >= 'A' && letter <= 'Z') {
            plain += static_cast<char>(letter - 'A' + 'a');
        } else if (letter != ' ' && letter != '-') {
            plain += letter;
        }
    }
    return plain;
}

bool is_same_name(const std::string& one, const std::string& other) {
    return one == other || naive_name(one) == naive_name(other);
}

std::set<std::string> naive_names(const std::string& first,
                                  const std::vector<std::string>& further) {
    std::set<std::string> names;
    if (!first.empty()) {
        names.insert(naive_name(first));
    }
    for (const std::string& name : further) {
        names.insert(naive_name(name));
    }
    return names;
}

Wants naive_canonical(Wants wants) {
    take_doubles_out(wants.service, wants.or_services);
    take_doubles_out(wants.staff, wants.or_staff);
    take_doubles_out(wants.place, wants.or_places);
    if (!wants.weekly.empty()) {
        wants.weekly = runs_of(wants.weekly);
    }
    if (wants.instant_yes && !wants.instant_yes->weekly.empty()) {
        wants.instant_yes->weekly = runs_of(wants.instant_yes->weekly);
    }
    return wants;
}

bool naive_wants_are_bad(const Wants& wants, const ZoneBook& zones) {
    if (is_bad(wants.service) || is_bad(wants.staff) || is_bad(wants.place) ||
        are_bad(wants.or_services, limits::or_names_max) ||
        are_bad(wants.or_staff, limits::or_names_max) ||
        are_bad(wants.or_places, limits::or_names_max)) {
        return true;
    }
    if (wants.earliest && wants.latest && *wants.latest < *wants.earliest) {
        return true;
    }
    if (is_bad(wants.weekly) || is_bad_notice(wants.min_notice) || is_bad(wants.max_price)) {
        return true;
    }
    if (!wants.time_zone.empty() && zones.find(wants.time_zone) == nullptr) {
        return true;
    }
    const auto& terms = wants.instant_yes;
    return terms &&
           (is_bad_notice(terms->min_notice) || is_bad(terms->max_price) || is_bad(terms->weekly));
}

bool naive_slot_is_bad(const Slot& slot) {
    return is_bad(slot.service) || is_bad(slot.staff) || is_bad(slot.place) ||
           slot.duration <= Duration{0} || slot.duration > limits::slot_duration_max ||
           slot.size_min == 0 || slot.size_max < slot.size_min ||
           slot.size_max > limits::party_size_max || is_bad(slot.price) ||
           are_bad(slot.service_names, limits::slot_names_max) ||
           are_bad(slot.staff_names, limits::slot_names_max) ||
           are_bad(slot.place_names, limits::slot_names_max);
}

bool naive_join_is_bad(const core::Join& join, const ZoneBook& zones) {
    return join.contacts.empty() || join.contacts.size() > limits::contacts_max ||
           join.party_size == 0 || join.party_size > limits::party_size_max ||
           join.tier > limits::tier_max || join.points < 0 || join.points > limits::points_max ||
           naive_wants_are_bad(join.wants, zones);
}

}  // namespace standby::sim
