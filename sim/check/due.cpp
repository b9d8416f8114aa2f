// The timer: never late, and nothing happens by itself without it.
#include "core/state/resource_state.hpp"
#include "sim/check/command_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace standby::sim {

void check_due(const Scene& scene, Time now) {
    const auto due = scene.target->next_due(scene.resource);
    if (due && *due <= std::max(now, scene.model->state().last_at)) {
        scene.report->fail("due", fmt::format("after catching up at {} something is due at {}",
                                              format_time(now), format_time(*due)));
    }
}

void check_nothing_before_due(const Scene& scene, Prng& prng, const Context& context) {
    const auto due = scene.target->next_due(scene.resource);
    const Time now = std::max(context.now, scene.model->state().last_at);
    const Time end = due ? *due : now + std::chrono::days{40};
    if (end <= now + Duration{1}) {
        return;
    }
    Context later = context;
    later.now = end - Duration{1};
    if (prng.chance(1, 2)) {
        later.now = Time{Duration{
            prng.between(now.time_since_epoch().count(), later.now.time_since_epoch().count())}};
    }
    ResourceState copy = scene.target->state(scene.resource);
    const std::vector<Event> events = core::catch_up(copy, later);
    if (!events.empty()) {
        scene.report->fail(
            "due", fmt::format("{} happens at {}, but the next thing due is said to be at {}",
                               core::type_of(events.front()), format_time(later.now),
                               due ? format_time(*due) : "no time"));
    }
}

}  // namespace standby::sim
