// What an entry waits for: the wishes a guest states on joining, the terms of an instant yes, and
// the description of a slot that frees up. Plain values, as commands and events carry them.
#pragma once

#include "base/time.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::core {

// An amount in minor units; the currency is three capital letters (ISO 4217).
struct Money {
    std::int64_t amount = 0;
    std::array<char, 3> currency{'E', 'U', 'R'};
    friend bool operator==(const Money&, const Money&) = default;
};

inline constexpr std::uint32_t minutes_per_week = 7 * 24 * 60;

// A stretch of the week in which the guest can come, in the resource's time zone, as minutes
// since Monday 00:00. It may run past Sunday midnight; `length` is at most a week.
struct WeeklyWindow {
    std::uint16_t from_minute = 0;
    std::uint16_t length_minutes = 0;
    friend auto operator<=>(const WeeklyWindow&, const WeeklyWindow&) = default;
};

// Sorted, with touching and overlapping windows merged, so that a slot across two adjoining
// windows counts as inside. Equal availabilities have equal canonical forms.
std::vector<WeeklyWindow> canonical_weekly(std::vector<WeeklyWindow> windows);

// True when [start, start + length) lies inside one of the canonical windows; no windows at all
// means any time suits.
bool weekly_covers(const std::vector<WeeklyWindow>& windows, std::uint32_t start_minute_of_week,
                   std::uint32_t length_minutes);

// "Book me without asking, if …": each set limit must hold, or the entry is asked as usual.
struct InstantYes {
    Duration min_notice{0};
    std::optional<Money> max_price;
    std::vector<WeeklyWindow> weekly;
    friend bool operator==(const InstantYes&, const InstantYes&) = default;
};

// An empty text or an unset value means "any". Names are the same whatever their case, accents and
// spaces (base/name_key.hpp).
struct Wants {
    std::string service;
    std::string staff;
    std::string place;
    std::optional<Time> earliest;  // the slot starts at or after this
    std::optional<Time> latest;    // the slot starts at or before this
    std::vector<WeeklyWindow> weekly;
    Duration min_notice{0};
    std::optional<Money> max_price;
    std::string time_zone;  // the guest's; empty means the resource's
    std::optional<InstantYes> instant_yes;
    bool move_up = false;  // keeps waiting for an earlier slot while the group holds a later one
    // Further ones that will do as well: "Anna or Ben".
    std::vector<std::string> or_services{};
    std::vector<std::string> or_staff{};
    std::vector<std::string> or_places{};
    // Offers go to their phone. No wish, like the zone; but it says how soon they answer.
    bool by_text = false;
    std::string later{};  // what only a newer version knows, as it is stored
    friend bool operator==(const Wants&, const Wants&) = default;
};

// The same wants with their windows in canonical form, so that equal wishes compare equal; none of
// their names is empty or there twice, and where there is only a further one it is the first.
Wants canonical(Wants wants);

// Whether somebody wants something else than what they wait for, both in canonical form: they name
// a service, staff, a place, times or that they want to move up, and these differ. What they would
// pay, how much notice they need and what they say yes to in advance are terms of a wish, not
// another one; and whoever names nothing just asks again.
bool is_another_wish(const Wants& wanted, const Wants& waiting_for);

// A described place for `slots`.
struct Slot {
    Time starts_at{};
    Duration duration{0};
    std::string service;
    std::string staff;
    std::string place;
    std::uint32_t size_min = 1;
    std::uint32_t size_max = 1;
    std::optional<Money> price;
    // Further names that it answers to: other names of its service, and other services it suits.
    std::vector<std::string> service_names{};
    std::vector<std::string> staff_names{};
    std::vector<std::string> place_names{};
    // What it leaves blank suits everybody. Slots of before had to be named to be found.
    bool blank_is_any = false;
    // Staff want it offered now: quiet hours hold nothing up. Not of what comes free again later.
    bool any_hour = false;
    std::string later{};  // what only a newer version knows, as it is stored
    friend bool operator==(const Slot&, const Slot&) = default;
};

}  // namespace standby::core
