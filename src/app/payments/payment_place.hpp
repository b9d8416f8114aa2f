// What a list says about the things that payments are for: what is due, whose it is, whether it is
// theirs still, and how much of the money goes back once it is not.
#pragma once

#include "app/payments/payment_step.hpp"
#include "app/runtime/ask_engine.hpp"
#include "core/rules/rules.hpp"
#include "core/rules/zone_book.hpp"
#include "core/state/resource_state.hpp"
#include "engine/ports/gateway.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::app {

// What a guest owes for an offer that waits for its payment.
struct PaymentDue {
    core::OfferNumber offer;
    core::Ticket entry = 0;
    engine::PaymentPurpose purpose = engine::PaymentPurpose::Place;
    core::Money amount;
    std::int64_t tax = 0;
    std::optional<Time> expires_at;
};
// Nothing unless the offer waits for a payment now, or, where asked so, could be paid before its
// guest is heard.
enum class DueWhen : std::uint8_t { Claimed, Offered };
std::optional<PaymentDue> due_for(const core::ResourceState& state, core::OfferNumber offer,
                                  DueWhen when = DueWhen::Claimed);
std::vector<core::OfferNumber> offers_awaiting_payment(const core::ResourceState& state);

// How a place was given up that had been paid for.
struct PlaceEnd {
    core::EntryState state = core::EntryState::None;
    core::Reason reason = core::Reason::None;
    Time at{};
    std::optional<Time> starts_at;  // of what was paid for
};
// How much of `captured` the house keeps after such an end.
std::int64_t kept_after(const core::Rules& rules, engine::PaymentPurpose purpose,
                        std::int64_t captured, const PlaceEnd& end);

// All that is asked of the list for one step.
struct PlaceSight {
    PlaceSeen seen;
    std::uint32_t link_epoch = 0;
    std::string list;  // its name
    std::string time_zone;
    std::string service;
    std::optional<Time> starts_at;
    core::EntryState entry = core::EntryState::None;
    core::OpeningNumber opening;
    core::Rules rules;
};
PlaceSight see_place(const core::ResourceState& state, const std::string& name,
                     const engine::Payment& row);
// Asks the shard. Nothing when it cannot be reached here in time.
std::optional<PlaceSight> look_at_place(engine::Gateway& gateway, const engine::Payment& row,
                                        const Patience& patience);

}  // namespace standby::app
