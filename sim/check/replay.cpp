// Determinism, and that a refusal leaves no trace.
#include "core/audit/fingerprint.hpp"
#include "core/state/resource_state.hpp"
#include "sim/check/command_checks.hpp"

#include <fmt/format.h>

namespace standby::sim {

void check_replay(const Scene& scene, ResourceState before, const Command& command,
                  const Context& context, const Outcome& actual) {
    if (actual.refusal) {
        ResourceState caught_up = before;
        const std::vector<Event> events = core::catch_up(caught_up, context);
        if (events != actual.events || core::fingerprint(caught_up) !=
                                           core::fingerprint(scene.target->state(scene.resource))) {
            scene.report->fail("replay", "a refused command changed something");
        }
    }
    const Outcome again = core::run(before, command, context);
    if (again.events != actual.events || again.refusal != actual.refusal ||
        again.answer.entry != actual.answer.entry || again.answer.offer != actual.answer.offer ||
        again.answer.opening != actual.answer.opening ||
        again.answer.repeated != actual.answer.repeated) {
        scene.report->fail("replay", "deciding again on the same state gave something else");
    }
    if (core::fingerprint(before) != core::fingerprint(scene.target->state(scene.resource))) {
        scene.report->fail("replay", "deciding again led to another state");
    }
}

}  // namespace standby::sim
