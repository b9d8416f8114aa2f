// Points for bringing a friend: when a referral counts, and how fraud takes it back. A friend
// counts once for a referrer, whatever becomes of their entries.
#pragma once

#include "core/decide/event_builder.hpp"
#include "core/model/ids.hpp"
#include "core/state/resource_state.hpp"

#include <span>
#include <vector>

namespace standby::core {

// By what a referrer is known: by these keys, or else by the entry alone.
std::vector<ContactKey> referrer_keys(const ResourceState& state, Ticket referrer,
                                      std::span<const ContactKey> known);

// Credits the referrer of an entry that counts from now on, if the two may count at all. `row` has
// the referrer and by what the two are known.
void credit_referral(EventBuilder& builder, const Referred& row, Ticket referred);
// Takes the credit back, also of an entry that has ended.
void reverse_referral(EventBuilder& builder, Ticket referred);
// Keeps whoever is known by these keys from earning and from counting; nothing happens when they
// are kept from it already.
void bar_friend(EventBuilder& builder, Ticket entry, std::span<const ContactKey> friend_keys);

}  // namespace standby::core
