// By which channel a guest was told of an offer first, as far as messages still tell. Messages are
// forgotten after a while, and offers that they were about are then counted by no channel.
#pragma once

#include "base/result.hpp"
#include "engine/history/rollup/rollup_fold.hpp"
#include "engine/ports/store.hpp"

#include <span>

namespace standby::engine {

// Whether the business counts that mails are opened. Otherwise a mail that was not opened cannot be
// told from one that was.
enum class OpensCounted : std::uint8_t { No, Yes };

// Of one offer, all rows.
OfferTold told_by(std::span<const OfferMessage> messages, OpensCounted opens);

// Of all offers to these entries.
Result<ToldOffers, StoreError> read_told(Store& store, core::ResourceNumber resource,
                                         std::span<const core::Ticket> entries, OpensCounted opens);

}  // namespace standby::engine
