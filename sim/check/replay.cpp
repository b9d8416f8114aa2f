// Determinism, and that a refusal leaves no trace.
#include "core/audit/fingerprint.hpp"
#include "core/state/resource_state.hpp"
#include "sim/check/command_checks.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

namespace standby::sim {

void check_replay(const Scene& scene, ResourceState before, const Command& command,
                  const Context& context, const Outcome& actual) {
    const std::uint64_t after = scene.fingerprint();
    if (actual.refusal) {
        // Where nothing was due, catching up leaves the state as it is, which is seen at once.
        std::optional<ResourceState> copy;
        ResourceState& caught_up = actual.events.empty() ? before : copy.emplace(before);
        if (core::catch_up(caught_up, context) != actual.events ||
            core::fingerprint(caught_up) != after) {
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
    if (core::fingerprint(before) != after) {
        scene.report->fail("replay", "deciding again led to another state");
    }
}

}  // namespace standby::sim
