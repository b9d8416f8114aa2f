// Sentences that tell staff what waits for them, in English. They hold no personal data.
#pragma once

#include "base/zone.hpp"
#include "engine/ports/messages.hpp"
#include "engine/ports/messenger.hpp"
#include "interchange/view/offer.hpp"

#include <string>

namespace standby::interchange {

// "Colour with Mia on Saturday 14:00"; a slot that is a week or more away has its date.
std::string slot_words(const core::Slot& slot, const Zone& zone, Time now);

std::string idle_places_words(const IdlePlaces& places);
std::string handed_back_words(const OpeningFacts& opening, const Zone& zone, Time now);
std::string nobody_fits_words(const OpeningFacts& opening, const Zone& zone, Time now);
// Of an offer that was claimed and awaits something. `opening` is null where places are counted.
std::string confirming_words(const OfferFacts& offer, const OpeningFacts* opening, const Zone& zone,
                             Time now);
// Of a live offer whose guest cannot be told.
std::string unreached_words(const OfferFacts& offer, const OpeningFacts* opening, const Zone& zone,
                            Time now);
std::string trouble_words(const engine::ChannelTrouble& trouble);
std::string dead_message_words(const engine::OutboxListing& message);

}  // namespace standby::interchange
