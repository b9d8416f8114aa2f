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

// Where a place has to be paid for, a window is no shorter than it takes to pay.
Duration long_enough_to_pay(const Rules& rules, Duration window);

struct WindowWanted {
    Time now{};
    std::optional<Time> cutoff{};  // nothing can be claimed from here on
    Duration length{0};
    bool any_hour = false;  // quiet hours do not count
};
// The window of an offer made now.
WindowPlan plan_window(const Rules& rules, const Zone& zone, const WindowWanted& wanted);

struct WindowStart {
    Time from{};
    bool plain_clock = false;
    Duration length{0};
};
// Where a window that starts like this ends, cut at `cutoff`.
Time window_end(const Rules& rules, const Zone& zone, const WindowStart& start,
                std::optional<Time> cutoff);

// In which time a guest answers: as guests of this house do, if that is known, or else as people do
// who are told in this way.
struct AnswerWindow {
    Duration length{0};
    AnswersBy by = AnswersBy::None;
};
AnswerWindow answer_window(std::optional<Duration> of_house, bool by_text);

// The length of a window by the time left, shared out among the people who fit (at least one):
// where late answers stand, about half of it is kept for them; else nobody gets less than the time
// in which answers come, or more than a day.
Duration auto_window(const Rules& rules, Duration time_left, std::uint32_t people,
                     Duration answer_window);
// What the window of an offer of a slot is at least: the rule's, or the least by the time left.
Duration shortest_window(const Rules& rules, Duration answer_window);

bool is_quiet(const QuietHours& quiet, const Zone& zone, Time at);

// The first instant from `at` on that is not quiet.
Time quiet_end(const QuietHours& quiet, const Zone& zone, Time at);

// The earliest instant by which `length` of waking time has passed since `from`.
Time add_waking_time(const QuietHours& quiet, const Zone& zone, Time from, Duration length);

}  // namespace standby::core
