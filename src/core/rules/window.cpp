// Waking-hours arithmetic, from one change of quiet or of the zone's offset to the next.
#include "core/rules/window.hpp"

#include "base/assert.hpp"
#include "core/model/limits.hpp"

#include <algorithm>

namespace standby::core {
namespace {

constexpr Duration day = std::chrono::hours{24};

Duration time_of_day(const Zone& zone, Time at) {
    const auto local = zone.to_local(at).time_since_epoch();
    const Duration into = local % day;
    return into < Duration{0} ? into + day : into;
}

bool is_quiet_at(const QuietHours& quiet, Duration into_day) {
    const Duration from = std::chrono::minutes{quiet.from_minute};
    const Duration to = std::chrono::minutes{quiet.to_minute};
    if (from < to) {
        return into_day >= from && into_day < to;
    }
    return into_day >= from || into_day < to;
}

// The instant in (low, high] at which the zone's offset is no longer that of `low`.
Time offset_change(const Zone& zone, Time low, Time high) {
    const auto offset = zone.offset_at(low);
    while (high - low > Duration{1}) {
        const Time middle = low + (high - low) / 2;
        if (zone.offset_at(middle) == offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

// The next instant after `at` at which quiet may change: a boundary of the quiet hours by the clock
// as it runs now, or the change of that clock, whichever is first.
Time next_change(const QuietHours& quiet, const Zone& zone, Time at) {
    const Duration into = time_of_day(zone, at);
    const auto until = [&](std::uint16_t minute) {
        const Duration left = std::chrono::minutes{minute} - into;
        return left > Duration{0} ? left : left + day;
    };
    const Time boundary = at + std::min(until(quiet.from_minute), until(quiet.to_minute));
    if (zone.offset_at(boundary) == zone.offset_at(at)) {
        return boundary;
    }
    return offset_change(zone, at, boundary);
}

}  // namespace

bool is_quiet(const QuietHours& quiet, const Zone& zone, Time at) {
    return is_quiet_at(quiet, time_of_day(zone, at));
}

Time quiet_end(const QuietHours& quiet, const Zone& zone, Time at) {
    while (is_quiet(quiet, zone, at)) {
        at = next_change(quiet, zone, at);
    }
    return at;
}

Time add_waking_time(const QuietHours& quiet, const Zone& zone, Time from, Duration length) {
    Time at = from;
    while (true) {
        at = quiet_end(quiet, zone, at);
        const Time change = next_change(quiet, zone, at);
        if (length <= change - at) {
            return at + length;
        }
        length -= change - at;
        at = change;
    }
}

Time window_end(const Rules& rules, const Zone& zone, const WindowStart& start,
                std::optional<Time> cutoff) {
    const bool plain = start.plain_clock || !rules.quiet_hours;
    const Time end = plain ? start.from + start.length
                           : add_waking_time(*rules.quiet_hours, zone, start.from, start.length);
    return cutoff ? std::min(end, *cutoff) : end;
}

AnswerWindow answer_window(std::optional<Duration> of_house, bool by_text) {
    if (of_house) {
        return {.length = std::clamp(*of_house, limits::answer_time_min, limits::shared_window_max),
                .by = AnswersBy::House};
    }
    return by_text ? AnswerWindow{.length = limits::answers_by_text, .by = AnswersBy::Text}
                   : AnswerWindow{.length = limits::answers_by_mail, .by = AnswersBy::Mail};
}

Duration auto_window(const Rules& rules, Duration time_left, std::uint32_t people,
                     Duration answer_window) {
    ASSERT(people > 0);
    return rules.late_yes ? std::clamp<Duration>(time_left / (2 * std::int64_t{people}),
                                                 limits::auto_window_min, limits::auto_window_max)
                          : std::max(answer_window, std::min(time_left / std::int64_t{people},
                                                             limits::shared_window_max));
}

Duration long_enough_to_pay(const Rules& rules, Duration window) {
    return rules.payment ? std::max<Duration>(window, limits::paid_window_min) : window;
}

Duration shortest_window(const Rules& rules, Duration answer_window) {
    const Duration window = !rules.auto_window ? rules.claim_window
                            : rules.late_yes   ? limits::auto_window_min
                                               : answer_window;
    return long_enough_to_pay(rules, window);
}

WindowPlan plan_window(const Rules& rules, const Zone& zone, const WindowWanted& wanted) {
    const auto& [now, cutoff, length, any_hour] = wanted;
    WindowPlan plan{.send_at = now, .plain_clock = any_hour || !rules.quiet_hours};
    if (!plan.plain_clock && is_quiet(*rules.quiet_hours, zone, now)) {
        const Time morning = quiet_end(*rules.quiet_hours, zone, now);
        const Time whole_end =
            window_end(rules, zone, {.from = morning, .length = length}, std::nullopt);
        if (rules.urgent && cutoff && whole_end > *cutoff) {
            plan.plain_clock = true;
        } else {
            plan.send_at = morning;
        }
    }
    plan.expires_at = window_end(
        rules, zone, {.from = plan.send_at, .plain_clock = plan.plain_clock, .length = length},
        cutoff);
    plan.enough = plan.expires_at - plan.send_at >= std::min(length, limits::answer_time_min);
    return plan;
}

}  // namespace standby::core
