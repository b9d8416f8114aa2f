// Commands on slots: open one, take it back, or fill it without the line.
#include "core/decide/decide.hpp"
#include "core/decide/outcomes.hpp"
#include "core/decide/validate.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

namespace standby::core {
namespace {

Result<OpeningState, Refusal> find_opening(const ResourceState& state, OpeningNumber number) {
    if (number == OpeningNumber{} || number.value() >= state.opening_states.size()) {
        return refuse(RefusalCode::UnknownOpening, "There is no such opening.");
    }
    return state.opening_states[number.value()];
}

// Takes an opening out of the line's hands: withdrawn, or booked by staff.
Decided take_opening(const ResourceState& state, OpeningNumber number, OpeningState to,
                     Reason reason, const Context& context) {
    const OpeningState from = TRY(find_opening(state, number));
    EventBuilder builder{state, context};
    const auto found = state.openings.find(number);
    if (from == to && (found == state.openings.end() || found->second.holder == 0)) {
        return done(builder, {.opening = number, .repeated = true});
    }
    if (from == OpeningState::Booked) {
        return refuse(RefusalCode::OpeningTaken, "The slot is booked; cancel that booking first.");
    }
    if (found == state.openings.end() || is_over(found->second, context.now)) {
        return refuse(RefusalCode::OpeningEnded, "The opening has ended.");
    }
    const OfferNumber offer = found->second.offer;
    if (offer != OfferNumber{}) {
        if (state.offers.at(offer).state == OfferState::Confirming) {
            return refuse(RefusalCode::OfferConfirming,
                          "A guest has claimed the slot and is being confirmed.");
        }
        end_offer(builder, offer, OfferState::Withdrawn, reason, Fate::Keeps);
    }
    builder.opening(number, from, to, reason, OpeningMoved{});
    return done(builder, {.opening = number});
}

}  // namespace

Decided decide_on(const ResourceState& state, const OpenSlot& command, const Context& context) {
    if (state.settings.kind != Kind::Slots) {
        return refuse(RefusalCode::WrongKind, "Only a slots resource has openings.");
    }
    if (command.event_id.size() > limits::event_id_length_max) {
        return bad_field("event_id", "must be at most 200 bytes");
    }
    const EventKey event = command.event_id.empty() ? EventKey{} : event_key(command.event_id);
    EventBuilder builder{state, context};
    if (const auto seen = state.seen_events.find(event);
        event != EventKey{} && seen != state.seen_events.end()) {
        return done(builder, {.opening = seen->second, .repeated = true});
    }
    if (command.reason != Reason::NewOpening && command.reason != Reason::Cancellation &&
        command.reason != Reason::NoShow) {
        return bad_field("reason", "must be cancellation, no_show or opening");
    }
    if (const auto refusal = check_slot(command.slot, context.now)) {
        return std::unexpected(*refusal);
    }
    if (is_terminal(state.status)) {
        return refuse(RefusalCode::ResourceClosed, "The list is closed.");
    }
    if (state.openings.size() >= limits::live_openings_max) {
        return refuse(RefusalCode::TooMany, "Too many openings are under way.");
    }
    const OpeningNumber number{static_cast<std::uint32_t>(state.opening_states.size())};
    builder.opening(number, OpeningState::None, OpeningState::Offering, command.reason,
                    OpeningAdded{.slot = command.slot, .event = event, .previous = {}});
    return done(builder, {.opening = number});
}

Decided decide_on(const ResourceState& state, const WithdrawOpening& command,
                  const Context& context) {
    if (command.reason != Reason::Withdrawn && command.reason != Reason::CapacityRevoked) {
        return bad_field("reason", "must be withdrawn or capacity_revoked");
    }
    OpeningNumber opening = command.opening;
    if (opening == OpeningNumber{} && !command.event_id.empty()) {
        const auto seen = state.seen_events.find(event_key(command.event_id));
        opening = seen == state.seen_events.end() ? OpeningNumber{} : seen->second;
    }
    return take_opening(state, opening, OpeningState::Withdrawn, command.reason, context);
}

Decided decide_on(const ResourceState& state, const BookOpening& command, const Context& context) {
    return take_opening(state, command.opening, OpeningState::Booked, Reason::StaffBooked, context);
}

}  // namespace standby::core
