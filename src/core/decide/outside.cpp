// Steps that were taken in other systems: told for the audit trail, and nothing follows from them.
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

namespace standby::core {
namespace {

std::optional<Refusal> check_step(const OutsideStep& step) {
    if (step.system == OutsideSystem::None) {
        return invalid_field("system", "must be payment or booking");
    }
    if (step.kind == OutsideStepKind::None) {
        return invalid_field("kind", "must say what was done");
    }
    if (step.reference.size() > limits::outside_reference_length_max) {
        return invalid_field("reference", "must be at most 255 bytes");
    }
    if (step.amount &&
        (step.amount->amount < 0 || step.amount->amount > limits::money_amount_max)) {
        return invalid_field("amount", "must be from 0 to 1000000000000 of the smallest unit");
    }
    if (step.note.size() > limits::note_length_max) {
        return invalid_field("note", "must be at most 2000 bytes");
    }
    return std::nullopt;
}

// The entry of an offer that is under way, or by which somebody holds a place; 0: not known here.
Ticket entry_of(const ResourceState& state, OfferNumber offer) {
    if (const auto found = state.offers.find(offer); found != state.offers.end()) {
        return found->second.entry;
    }
    const auto holder = state.accepted_offers.find(offer);
    return holder == state.accepted_offers.end() ? 0 : holder->second;
}

}  // namespace

Decided decide_on(const ResourceState& state, const ReportStep& command, const Context& context) {
    if (const auto refusal = check_step(command.step)) {
        return std::unexpected(*refusal);
    }
    if (command.offer.value() >= state.offer_states.size()) {
        return refuse(RefusalCode::UnknownOffer, "There is no such offer.");
    }
    const Ticket known = entry_of(state, command.offer);
    if (known != 0 && command.entry != 0 && command.entry != known) {
        return bad_field("entry", "must be that of the offer");
    }
    const Ticket entry = known != 0 ? known : command.entry;
    const EntryState at = state.entries.state(entry);
    if (at == EntryState::None) {
        return refuse(RefusalCode::UnknownEntry, "There is no such entry.");
    }
    if (is_terminal(at)) {
        PROBE("a step outside is told of an entry that has ended");
    }
    EventBuilder builder{state, context};
    builder.entry(entry, at, at, Reason::None, command.step).offer = command.offer;
    return done(builder, {.entry = entry, .offer = command.offer});
}

}  // namespace standby::core
