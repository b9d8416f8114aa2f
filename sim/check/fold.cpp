// The audit trail is the whole truth: folding it gives the state.
#include "core/audit/fingerprint.hpp"
#include "core/state/resource_state.hpp"
#include "engine/history/objection.hpp"
#include "sim/check/command_checks.hpp"

#include <fmt/format.h>

namespace standby::sim {

void check_fold(const Scene& scene, const Context& context) {
    ResourceState folded{scene.resource};
    for (const Event& event : *scene.history) {
        if (const auto objection = engine::objection_to(folded, event)) {
            scene.report->fail(
                "fold", fmt::format("event {} is said to be none: {}", event.number, *objection));
            return;
        }
        core::apply(folded, event);
    }
    const ResourceState& live = scene.target->state(scene.resource);
    if (core::fingerprint(folded) != scene.fingerprint()) {
        scene.report->fail(
            "fold", fmt::format("folding {} events gives another state", scene.history->size()));
    }
    // A timer may be early, so a folded state may have to look once before it knows.
    ResourceState copy = live;
    if (live.recheck.passing_goes_on_at) {
        return;  // what ends in portions goes on at once in a state that was just built
    }
    if (core::catch_up(folded, context) != core::catch_up(copy, context)) {
        scene.report->fail("fold", "the folded state goes on differently");
    }
}

}  // namespace standby::sim
