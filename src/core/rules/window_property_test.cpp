// Properties of waking time, held against a walk that asks for every single minute or second
// whether it is quiet. Half of the instants lie near a change of the zone's clock.
#include "core/rules/window.hpp"
#include "core/rules/window_test_support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

struct ZoneWithChanges {
    Zone zone;
    std::vector<Time> changes;  // days around which the clock changes
};

std::vector<ZoneWithChanges> load_all() {
    std::vector<ZoneWithChanges> all;
    for (const char* name :
         {"UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kathmandu",
          "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Apia", "Africa/Casablanca",
          "America/Caracas", "Asia/Pyongyang", "Antarctica/Troll", "Europe/Dublin"}) {
        ZoneWithChanges one{.zone = load_zone(name), .changes = {}};
        const Time end = time_at("2040-01-01T00:00:00Z");
        for (Time at = time_at("2005-01-01T00:00:00Z"); at < end; at += hours{24}) {
            if (one.zone.offset_at(at) != one.zone.offset_at(at + hours{24})) {
                one.changes.push_back(at);
            }
        }
        all.push_back(std::move(one));
    }
    return all;
}

const ZoneWithChanges& any_zone() {
    static const std::vector<ZoneWithChanges> all = load_all();
    return all[*rc::gen::inRange<std::size_t>(0, all.size())];
}

Time any_minute(const ZoneWithChanges& one) {
    if (!one.changes.empty() && *rc::gen::inRange(0, 2) == 0) {
        const Time day = one.changes[*rc::gen::inRange<std::size_t>(0, one.changes.size())];
        return day + minutes{*rc::gen::inRange(-36 * 60, 36 * 60)};
    }
    constexpr int thirty_years_of_minutes = 30 * 365 * 24 * 60;
    return time_at("2006-01-01T00:00:00Z") + minutes{*rc::gen::inRange(0, thirty_years_of_minutes)};
}

QuietHours any_quiet_hours() {
    // Around the hours at which clocks change, and anywhere.
    const auto minute = rc::gen::oneOf(rc::gen::inRange(0, 5 * 60), rc::gen::inRange(0, 24 * 60));
    const int from = *minute;
    const int to = *rc::gen::distinctFrom(minute, from);
    return {.from_minute = static_cast<std::uint16_t>(from),
            .to_minute = static_cast<std::uint16_t>(to)};
}

bool reads_quiet(const QuietHours& quiet, const Zone& zone, Time at) {
    const auto local = zone.to_local(at);
    const auto midnight = std::chrono::floor<std::chrono::days>(local);
    const auto minute = std::chrono::floor<minutes>(local - midnight).count();
    const bool after_from = minute >= quiet.from_minute;
    const bool before_to = minute < quiet.to_minute;
    return quiet.from_minute < quiet.to_minute ? after_from && before_to : after_from || before_to;
}

Time walk(const QuietHours& quiet, const Zone& zone, Time from, Duration length, Duration step) {
    Time at = from;
    while (length > Duration{0}) {
        if (!reads_quiet(quiet, zone, at)) {
            length -= step;
        }
        at += step;
    }
    return at;
}

RC_GTEST_PROP(WakingTimeProperty, EqualsTheWalkFromMinuteToMinute, ()) {
    const ZoneWithChanges& in = any_zone();
    const QuietHours quiet = any_quiet_hours();
    const Time from = any_minute(in);
    const Duration length = minutes{*rc::gen::inRange(1, 4 * 24 * 60)};
    // Quiet hours of nearly the whole day make the walk long.
    const int span = (quiet.to_minute - quiet.from_minute + 24 * 60) % (24 * 60);
    RC_PRE(span < 23 * 60);
    RC_CLASSIFY(in.zone.offset_at(from) !=
                in.zone.offset_at(add_waking_time(quiet, in.zone, from, length)));
    RC_ASSERT(add_waking_time(quiet, in.zone, from, length) ==
              walk(quiet, in.zone, from, length, minutes{1}));
}

RC_GTEST_PROP(WakingTimeProperty, EqualsTheWalkFromSecondToSecond, ()) {
    const ZoneWithChanges& in = any_zone();
    const QuietHours quiet = any_quiet_hours();
    const int span = (quiet.to_minute - quiet.from_minute + 24 * 60) % (24 * 60);
    RC_PRE(span < 18 * 60);
    const Time from = any_minute(in) + seconds{*rc::gen::inRange(0, 60)};
    const Duration length = seconds{*rc::gen::inRange(1, 6 * 60 * 60)};
    RC_ASSERT(add_waking_time(quiet, in.zone, from, length) ==
              walk(quiet, in.zone, from, length, seconds{1}));
}

RC_GTEST_PROP(WakingTimeProperty, WhoStartsLaterNeverEndsEarlier, ()) {
    const ZoneWithChanges& in = any_zone();
    const QuietHours quiet = any_quiet_hours();
    const Time from = any_minute(in);
    const Time later = from + Duration{*rc::gen::inRange(0, 48 * 60 * 60 * 1000)};
    const Duration length = Duration{*rc::gen::inRange(1, 48 * 60 * 60 * 1000)};
    RC_ASSERT(add_waking_time(quiet, in.zone, from, length) <=
              add_waking_time(quiet, in.zone, later, length));
}

RC_GTEST_PROP(WakingTimeProperty, MoreTimeNeverEndsEarlier, ()) {
    const ZoneWithChanges& in = any_zone();
    const QuietHours quiet = any_quiet_hours();
    const Time from = any_minute(in);
    const Duration length = Duration{*rc::gen::inRange(1, 48 * 60 * 60 * 1000)};
    const Duration more = Duration{*rc::gen::inRange(1, 60 * 60 * 1000)};
    RC_ASSERT(add_waking_time(quiet, in.zone, from, length) + more <=
              add_waking_time(quiet, in.zone, from, length + more));
}

RC_GTEST_PROP(QuietEndProperty, IsTheFirstInstantThatIsNotQuiet, ()) {
    const ZoneWithChanges& in = any_zone();
    const QuietHours quiet = any_quiet_hours();
    const Time at = any_minute(in);
    const Time end = quiet_end(quiet, in.zone, at);
    RC_ASSERT(!reads_quiet(quiet, in.zone, end));
    RC_ASSERT(!is_quiet(quiet, in.zone, end));
    for (Time before = at; before < end; before += minutes{1}) {
        RC_ASSERT(reads_quiet(quiet, in.zone, before));
    }
}

RC_GTEST_PROP(PlanWindowProperty, NeverSendsAtNightUnlessUrgent, ()) {
    const ZoneWithChanges& in = any_zone();
    Rules rules;
    rules.quiet_hours = any_quiet_hours();
    rules.claim_window = minutes{*rc::gen::inRange(1, 24 * 60)};
    rules.urgent = *rc::gen::arbitrary<bool>();
    const Time now = any_minute(in);
    const auto cutoff = now + minutes{*rc::gen::inRange(-60, 72 * 60)};
    const WindowPlan plan =
        plan_window(rules, in.zone, {.now = now, .cutoff = cutoff, .length = rules.claim_window});
    RC_ASSERT(plan.send_at >= now);
    RC_ASSERT(plan.expires_at <= cutoff);
    if (is_quiet(*rules.quiet_hours, in.zone, plan.send_at)) {
        RC_ASSERT(rules.urgent && plan.plain_clock && plan.send_at == now);
    }
    if (plan.enough) {
        RC_ASSERT(plan.expires_at - plan.send_at >= minutes{1});
    }
}

}  // namespace
}  // namespace standby::core
