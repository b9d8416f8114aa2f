// Good things happen: a place that can be given is given, and in the end nothing is left hanging.
#include "core/state/resource_state.hpp"
#include "sim/check/command_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace standby::sim {

void check_quiescent(const Scene& scene, Time now) {
    if (scene.model->has_next_move(std::max(now, scene.model->state().last_at))) {
        scene.report->fail("liveness", "a move is possible and was not made");
    }
}

void check_nobody_overstays(const Scene& scene, Time now) {
    const NaiveState& state = scene.model->state();
    if (scene.target->state(scene.resource).recheck.passing_goes_on_at) {
        return;  // what is over ends in portions
    }
    for (const NaiveEntry& entry : state.entries) {
        const NaiveOpening* opening = scene.model->find_opening(entry.opening);
        if (entry.state == EntryState::Accepted && opening != nullptr &&
            opening->slot.starts_at + opening->slot.duration <= std::max(now, state.last_at)) {
            scene.report->fail("liveness",
                               fmt::format("entry {} holds a slot that is over", entry.ticket));
        }
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
    const bool is_over = core::is_terminal(state.status) ||
                         (state.settings.kind != Kind::Slots && state.settings.starts_at &&
                          *state.settings.starts_at <= state.last_at);
    for (const NaiveEntry& entry : state.entries) {
        if (is_over &&
            (entry.state == EntryState::Waiting || entry.state == EntryState::Unverified)) {
            scene.report->fail("liveness", fmt::format("entry {} waits in vain", entry.ticket));
        }
        const bool has_an_end = state.settings.kind == Kind::Slots ||
                                (state.settings.kind == Kind::Seats && state.settings.starts_at);
        if (entry.state == EntryState::Unverified && state.rules.prove_within > Duration{0}) {
            scene.report->fail(
                "liveness", fmt::format("entry {} is never confirmed nor forgotten", entry.ticket));
        }
        if (entry.state == EntryState::Accepted && has_an_end) {
            scene.report->fail("liveness",
                               fmt::format("entry {} holds a place for ever", entry.ticket));
        }
    }
    if (const auto due = scene.target->next_due(scene.resource)) {
        scene.report->fail("liveness",
                           fmt::format("something is still due at {}", format_time(*due)));
    }
}

}  // namespace standby::sim
