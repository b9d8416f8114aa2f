// Claim windows: when an offer's message goes out and until when it can be claimed, in waking hours
// of the guest's own time zone. An instant is quiet when the guest's clock reads a time within the
// quiet hours; days with a clock change need no special case by that definition.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "core/rules/rules.hpp"

#include <optional>

namespace standby::core {

struct WindowPlan {
    Time send_at{};
    Time expires_at{};
    bool plain_clock = false;  // every hour counts
    bool enough = true;        // long enough for a person to answer
};

// The window of an offer made at `now`. Nothing can be claimed from `cutoff` on.
WindowPlan plan_window(const Rules& rules, const Zone& zone, Time now, std::optional<Time> cutoff);

// Where a window that starts at `from` ends, cut at `cutoff`.
Time window_end(const Rules& rules, const Zone& zone, Time from, bool plain_clock,
                std::optional<Time> cutoff);

bool is_quiet(const QuietHours& quiet, const Zone& zone, Time at);

// The first instant from `at` on that is not quiet.
Time quiet_end(const QuietHours& quiet, const Zone& zone, Time at);

// The earliest instant by which `length` of waking time has passed since `from`.
Time add_waking_time(const QuietHours& quiet, const Zone& zone, Time from, Duration length);

}  // namespace standby::core
