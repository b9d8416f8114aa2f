#include "core/apply/apply.hpp"

#include "base/assert.hpp"
#include "core/apply/edit.hpp"
#include "core/run.hpp"

#include <variant>

namespace standby::core {
namespace {

// What a guest does by themselves; a friend who earns them points is somebody else.
bool is_sign_of_life(const Event& event) {
    if (event.actor.kind != ActorKind::Guest || event.subject != Subject::Entry) {
        return false;
    }
    const EventBody& body = event.body;
    const auto* ended = std::get_if<OfferEnded>(&body);
    return std::holds_alternative<EntryVerified>(body) ||
           std::holds_alternative<EntryUpdated>(body) ||
           std::holds_alternative<OfferClaimed>(body) ||
           std::holds_alternative<OfferAccepted>(body) ||
           std::holds_alternative<StandingYes>(body) ||
           (ended != nullptr && ended->outcome == OfferState::Declined);
}

// Whoever does something about their entry still wants it. Where nobody is asked whether they do,
// nobody keeps book of that.
void hear_from_guest(ResourceState& state, const Event& event) {
    if (!is_sign_of_life(event)) {
        return;
    }
    const EntryState at = state.entries.state(event.entry);
    const Mark& mark = mark_of(state, event.entry);
    const bool is_asked = state.rules.ping_after != Duration{0} || mark.pings > 0 || mark.set_aside;
    if (is_asked && is_active(at) && at != EntryState::Unverified) {
        hear_of(state, event.entry, event.at);
    }
}

}  // namespace

void apply(ResourceState& state, const Event& event) {
    ASSERT(event.number == state.last_event + 1);
    ASSERT(event.at >= state.last_at);
    state.last_event = event.number;
    state.last_at = event.at;
    state.changes.any = true;
    std::visit([&](const auto& body) { apply_body(state, event, body); }, event.body);
    hear_from_guest(state, event);
    if (counts_places(state)) {
        state.places.settle(state.settings);
    }
}

}  // namespace standby::core
