// What is due for an entry itself, without an offer: a deposit on joining, and a card that is kept
// for a yes given in advance.
#pragma once

#include "core/rules/rules.hpp"
#include "core/rules/zone_book.hpp"
#include "core/state/resource_state.hpp"
#include "engine/ports/payments.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace standby::app {

// What somebody on the list owes for being asked at all; nothing unless the rules say so.
struct JoiningDue {
    core::Money amount;
    std::int64_t tax = 0;
};
std::optional<JoiningDue> joining_due_for(const core::ResourceState& state, core::Ticket entry);

// What of it, paid already, is taken off the price of a place.
std::int64_t paid_on_joining(std::span<const engine::Payment> payments);

// Whether the yes that the guest gave in advance holds for what they are offered: then the card
// that is kept is charged before they answer.
bool holds_in_advance(const core::ResourceState& state, core::OfferNumber offer,
                      const core::ZoneBook& zones, Time now);

// How much of a deposit on joining stays with the house after the entry has ended.
std::int64_t kept_of_deposit(const core::Rules& rules, std::int64_t captured,
                             core::EntryState state, core::Reason reason);

}  // namespace standby::app
