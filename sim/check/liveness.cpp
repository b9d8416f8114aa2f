// Good things happen: a place that can be given is given, and in the end nothing is left hanging.
#include "sim/check/command_checks.hpp"

#include <fmt/format.h>

namespace standby::sim {

void check_quiescent(const Scene& scene, Time now) {
    if (scene.model->has_next_move(std::max(now, scene.model->state().last_at))) {
        scene.report->fail("liveness", "a move is possible and was not made");
    }
}

void check_settled(const Scene& scene) {
    const NaiveState& state = scene.model->state();
    for (const NaiveOffer& offer : state.offers) {
        if (!core::is_terminal(offer.state)) {
            scene.report->fail("liveness",
                               fmt::format("offer {} never ended", offer.number.value()));
        }
    }
    for (const NaiveOpening& opening : state.openings) {
        if (opening.state == OpeningState::Offering && state.status == ResourceStatus::Active) {
            scene.report->fail(
                "liveness", fmt::format("opening {} is offered for ever", opening.number.value()));
        }
    }
    if (const auto due = scene.target->next_due(scene.resource)) {
        scene.report->fail("liveness",
                           fmt::format("something is still due at {}", format_time(*due)));
    }
}

}  // namespace standby::sim
