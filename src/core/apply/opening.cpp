// Events of slots.
#include "core/apply/apply.hpp"
#include "core/apply/edit.hpp"

namespace standby::core {
namespace {

// Openings that are over are dropped, oldest first.
void drop_past(ResourceState& state, Time at) {
    while (!state.openings.empty() && is_over(state.openings.begin()->second, at)) {
        drop_opening(state, state.openings.begin()->first);
    }
}

}  // namespace

void apply_body(ResourceState& state, const Event& event, const OpeningAdded& body) {
    drop_past(state, event.at);
    const auto to = static_cast<OpeningState>(event.to);
    state.opening_states.push_back(to);
    state.changes.note(event.opening);
    Opening& opening = state.openings[event.opening];
    opening = {.state = to, .slot = body.slot};
    hold_names(opening, state.names);
    if (body.event != EventKey{}) {
        state.seen_events.emplace(body.event, event.opening);
        state.changes.facts.push_back({.kind = FactKind::SeenEvent,
                                       .key = body.event.value(),
                                       .value = event.opening.value()});
    }
    if (to == OpeningState::Offering) {
        leave_unclaimed(state, event.opening, opening);
    }
}

void apply_body(ResourceState& state, const Event& event, const OpeningMoved& body) {
    const auto to = static_cast<OpeningState>(event.to);
    Opening& opening = state.openings.at(event.opening);
    opening.state = to;
    opening.asks_newcomers = to == OpeningState::HandedBack && body.asks_newcomers;
    state.opening_states[event.opening.value()] = to;
    state.changes.note(event.opening);
    if (to == OpeningState::Open) {
        return;
    }
    if (opening.asks_newcomers) {
        leave_unclaimed(state, event.opening, opening);
        return;
    }
    claim_opening(state, event.opening, opening);
    if (to != OpeningState::HandedBack) {
        drop_opening(state, event.opening);
        return;
    }
    if (event.at >= cutoff_of(state, opening)) {
        drop_standing(state, event.opening);
    }
    watch_cutoff(state, event.opening, opening);
}

}  // namespace standby::core
