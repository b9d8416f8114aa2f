// Places that a booking system sold elsewhere before anybody here had them.
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/outcomes.hpp"
#include "core/decide/validate.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace standby::core {
namespace {

std::optional<Refusal> check(const ResourceState& state, const RevokePlaces& command) {
    const Settings& settings = state.settings;
    if (settings.kind == Kind::Slots) {
        return Refusal{RefusalCode::WrongKind, {}, "Slots are withdrawn one by one."};
    }
    if (settings.kind == Kind::Seats && settings.inventory == Inventory::Internal) {
        return Refusal{RefusalCode::NotExternal,
                       {},
                       "The seats are counted here; lower the capacity instead."};
    }
    if (command.event_id.size() > limits::event_id_length_max) {
        return invalid_field("event_id", "must be at most 200 bytes");
    }
    if (command.event_id.empty()) {
        return invalid_field("event_id", "must be set, so that a repeated delivery is recognised");
    }
    if (command.quantity == 0 || command.quantity > limits::capacity_max) {
        return invalid_field("quantity", "must be from 1 to 100000000");
    }
    if (command.note.size() > limits::note_length_max) {
        return invalid_field("reason", "must be at most 2000 bytes");
    }
    return std::nullopt;
}

// Those that nobody has said yes to, the newest first: whoever was asked last has had the least
// time to make plans.
std::vector<OfferNumber> live_offers(const ResourceState& state) {
    std::vector<OfferNumber> live;
    for (const auto& [number, offer] : state.offers) {
        if (offer.state == OfferState::Live) {
            live.push_back(number);
        }
    }
    std::ranges::sort(live, std::greater{});
    return live;
}

}  // namespace

Decided decide_on(const ResourceState& state, const RevokePlaces& command, const Context& context) {
    if (const auto refusal = check(state, command)) {
        return std::unexpected(*refusal);
    }
    EventBuilder builder{state, context};
    const EventKey event = event_key(command.event_id);
    if (state.seen_events.contains(event)) {
        return done(builder, {.repeated = true});
    }
    if (is_terminal(state.status)) {
        return refuse(RefusalCode::ResourceClosed, "The list is closed.");
    }
    std::uint64_t found = std::min(state.places.free(state.settings), state.places.released());
    const std::uint64_t wanted = std::min<std::uint64_t>(command.quantity, state.places.released());
    for (const OfferNumber number : live_offers(state)) {
        if (found >= wanted) {
            break;
        }
        PROBE("an offer is withdrawn because its place was sold elsewhere");
        found += state.offers.at(number).places;
        end_offer(builder, number, OfferState::Withdrawn, Reason::CapacityRevoked, Fate::Keeps);
    }
    const auto quantity = static_cast<std::uint32_t>(std::min(found, wanted));
    if (quantity == 0) {
        return refuse(RefusalCode::NoFreePlace,
                      "None of these places is left: guests have them, or they were never "
                      "released.");
    }
    builder.resource(Reason::CapacityRevoked, PlacesRevoked{.event = event,
                                                            .quantity = quantity,
                                                            .missing = command.quantity - quantity,
                                                            .note = command.note});
    return done(builder);
}

}  // namespace standby::core
