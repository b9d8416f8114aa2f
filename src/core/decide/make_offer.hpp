// An offer of the line's own: to whom, until when, and why.
#pragma once

#include "core/decide/eligibility.hpp"
#include "core/decide/event_builder.hpp"

namespace standby::core {

// Offers the place to a waiting entry; counted places have no opening. Of `made` the window is
// filled in, and whether the entry has said yes already.
void make_offer(EventBuilder& builder, Evaluation& evaluation, Ticket entry, OpeningNumber opening,
                Reason reason, OfferMade made);

// Whether windows come from the time left.
bool has_auto_window(const ResourceState& state);

// Fills in the window of an offer by the time left from its sending until `end`, for how many
// people that was shared out, and whose answers it goes by.
void share_window(const EventBuilder& builder, Evaluation& evaluation, Ticket entry, Time end,
                  OfferMade& made);

}  // namespace standby::core
