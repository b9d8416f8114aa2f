// Walks the wall clock. Zones change their offset on full quarters of an hour, so a step never
// crosses one while the offset differs over the next few hours; otherwise steps end where the quiet
// hours begin or end.
#include "sim/model/naive_window.hpp"

#include "core/model/limits.hpp"

#include <algorithm>

namespace standby::sim {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr Duration day = hours{24};
constexpr Duration quarter = minutes{15};
constexpr Duration stride = hours{6};

Duration positive_remainder(Duration value, Duration divisor) {
    const Duration remainder = value % divisor;
    return remainder < Duration{0} ? remainder + divisor : remainder;
}

Duration offset_of(const Zone& zone, Time at) {
    return zone.offset_at(at);
}

Duration time_of_day(const Zone& zone, Time at) {
    return positive_remainder(at.time_since_epoch() + offset_of(zone, at), day);
}

bool is_quiet_time(const core::QuietHours& quiet, Duration time_of_day) {
    const Duration from = minutes{quiet.from_minute};
    const Duration to = minutes{quiet.to_minute};
    if (from < to) {
        return time_of_day >= from && time_of_day < to;
    }
    return time_of_day >= from || time_of_day < to;
}

// An instant after `at` up to which quiet stays quiet and waking stays waking.
Time next_step(const Zone& zone, const core::QuietHours& quiet, Time at) {
    const Duration now = time_of_day(zone, at);
    Duration step = stride;
    for (const Duration edge :
         {Duration{minutes{quiet.from_minute}}, Duration{minutes{quiet.to_minute}}}) {
        const Duration until = positive_remainder(edge - now, day);
        step = std::min(step, until == Duration{0} ? day : until);
    }
    if (offset_of(zone, at) != offset_of(zone, at + step)) {
        step = std::min(step, quarter - positive_remainder(at.time_since_epoch(), quarter));
    }
    return at + step;
}

}  // namespace

bool naive_is_quiet(const Zone& zone, const core::QuietHours& quiet, Time at) {
    return is_quiet_time(quiet, time_of_day(zone, at));
}

Time naive_quiet_end(const Zone& zone, const core::QuietHours& quiet, Time at) {
    while (naive_is_quiet(zone, quiet, at)) {
        at = next_step(zone, quiet, at);
    }
    return at;
}

Time naive_waking_end(const Zone& zone, const core::QuietHours& quiet, Time from, Duration length) {
    Time at = from;
    while (length > Duration{0}) {
        const Time next = next_step(zone, quiet, at);
        if (naive_is_quiet(zone, quiet, at)) {
            at = next;
            continue;
        }
        const Duration passed = std::min(length, next - at);
        length -= passed;
        at += passed;
    }
    return at;
}

std::uint32_t naive_minute_of_week(const Zone& zone, Time at) {
    // 1970-01-01 was a Thursday, so the epoch lies three days into its week.
    const Duration local = at.time_since_epoch() + offset_of(zone, at) + 3 * day;
    const Duration into_week = positive_remainder(local, 7 * day);
    return static_cast<std::uint32_t>(into_week / minutes{1});
}

Time naive_deadline_from(const core::Rules& rules, const Zone& zone, const NaiveWindow& window,
                         std::optional<Time> cutoff, Duration length) {
    Time end = window.send_at + length;
    if (rules.quiet_hours && !window.plain_clock) {
        end = naive_waking_end(zone, *rules.quiet_hours, window.send_at, length);
    }
    return cutoff ? std::min(end, *cutoff) : end;
}

NaiveWindow naive_window(const core::Rules& rules, const Zone& zone, Time now,
                         std::optional<Time> cutoff, Duration length, bool any_hour) {
    NaiveWindow window{.send_at = now, .plain_clock = !rules.quiet_hours || any_hour};
    if (rules.quiet_hours && !any_hour && naive_is_quiet(zone, *rules.quiet_hours, now)) {
        window.send_at = naive_quiet_end(zone, *rules.quiet_hours, now);
        const Time end = naive_waking_end(zone, *rules.quiet_hours, window.send_at, length);
        if (rules.urgent && cutoff && end > *cutoff) {
            window.send_at = now;
            window.plain_clock = true;
        }
    }
    window.expires_at = naive_deadline_from(rules, zone, window, cutoff, length);
    return window;
}

bool naive_time_to_answer(Duration length, const NaiveWindow& window) {
    const Duration least = std::min(Duration{core::limits::answer_time_min}, length);
    return window.expires_at - window.send_at >= least;
}

}  // namespace standby::sim
