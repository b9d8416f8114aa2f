// Waking hours, walked through in small steps: slow, and nothing like the arithmetic of the core.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "core/rules/rules.hpp"

#include <optional>

namespace standby::sim {

// Whether the clock on the wall of that zone shows quiet hours.
bool naive_is_quiet(const Zone& zone, const core::QuietHours& quiet, Time at);

// The first instant at or after `at` that is not quiet.
Time naive_quiet_end(const Zone& zone, const core::QuietHours& quiet, Time at);

// The instant by which `length` of waking time has passed since `from`.
Time naive_waking_end(const Zone& zone, const core::QuietHours& quiet, Time from, Duration length);

// The minute of the week since Monday 00:00 on the wall of that zone.
std::uint32_t naive_minute_of_week(const Zone& zone, Time at);

struct NaiveWindow {
    Time send_at{};
    Time expires_at{};
    bool plain_clock = false;
};

// The claim window of an offer made at `now` to a guest in that zone; `cutoff` is when offers end.
NaiveWindow naive_window(const core::Rules& rules, const Zone& zone, Time now,
                         std::optional<Time> cutoff, Duration length, bool any_hour = false);

// The deadline of a window that begins like this and has this length.
Time naive_deadline_from(const core::Rules& rules, const Zone& zone, const NaiveWindow& window,
                         std::optional<Time> cutoff, Duration length);

// Whether the window leaves enough time to answer.
bool naive_time_to_answer(Duration length, const NaiveWindow& window);

}  // namespace standby::sim
