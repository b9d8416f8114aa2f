// Events of slots.
#include "core/apply/apply.hpp"
#include "core/apply/edit.hpp"

namespace standby::core {
namespace {

// Openings left to staff are dropped once their time is over; oldest first, a few at a time.
void drop_past(ResourceState& state, Time at) {
    while (!state.openings.empty()) {
        const auto oldest = state.openings.begin();
        const Opening& opening = oldest->second;
        const bool left_to_staff =
            opening.state == OpeningState::HandedBack || opening.state == OpeningState::WalkIn;
        if (!left_to_staff || opening.slot.starts_at + opening.slot.duration > at) {
            return;
        }
        state.openings.erase(oldest);
    }
}

}  // namespace

void apply_body(ResourceState& state, const Event& event, const OpeningAdded& body) {
    drop_past(state, event.at);
    const auto to = static_cast<OpeningState>(event.to);
    state.opening_states.push_back(to);
    Opening& opening = state.openings[event.opening];
    opening = {.state = to,
               .slot = body.slot,
               .service = state.names.intern(body.slot.service),
               .staff = state.names.intern(body.slot.staff),
               .place = state.names.intern(body.slot.place)};
    if (body.event != EventKey{}) {
        state.seen_events.emplace(body.event, event.opening);
    }
    if (to == OpeningState::Offering) {
        leave_unclaimed(state, event.opening, opening);
    }
}

void apply_body(ResourceState& state, const Event& event, const OpeningMoved&) {
    const auto to = static_cast<OpeningState>(event.to);
    Opening& opening = state.openings.at(event.opening);
    opening.state = to;
    state.opening_states[event.opening.value()] = to;
    if (to == OpeningState::Open) {
        return;
    }
    claim_opening(state, event.opening, opening);
    if (to != OpeningState::HandedBack) {
        state.openings.erase(event.opening);
    }
}

}  // namespace standby::core
