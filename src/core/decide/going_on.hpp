// Offers whose guest cannot be told: from when on, and to whom, their place goes on.
#pragma once

#include "core/decide/event_builder.hpp"

#include <cstdint>
#include <vector>

namespace standby::core {

// Ends the first offer whose guest could not be told in the time that the list has for it, if there
// is somebody to go on to.
void go_on(EventBuilder& builder);

// Those offers, by number.
std::vector<OfferNumber> all_over(const ResourceState& state, Time now);
// The same, unless nobody new may be asked about their places any more.
std::vector<OfferNumber> patience_over(const ResourceState& state, Time now);

// The places as they would be if these offers were over.
Places places_without(const ResourceState& state, const std::vector<OfferNumber>& over);

}  // namespace standby::core
