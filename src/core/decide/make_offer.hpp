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

// The window of an offer by the time left until `end`, and for how many people that was shared out.
struct SharedWindow {
    Duration window{0};
    std::uint32_t people = 0;
};
SharedWindow share_window(const EventBuilder& builder, Evaluation& evaluation, Ticket entry,
                          Time send_at, Time end);

}  // namespace standby::core
