// What must be true of stored rows before a state can be built from them. Without these, damaged
// rows would trip the assertions of decisions made later. Only the restorer uses this.
#pragma once

#include "base/result.hpp"
#include "core/state/rows.hpp"

#include <string>
#include <string_view>

namespace standby::core {

using Checked = Result<void, std::string>;

// An error about one numbered row.
std::unexpected<std::string> wrong(std::string_view what, std::uint32_t number,
                                   std::string_view why);

// Each row by itself.
Checked check_resource_row(const ResourceRow& row);
Checked check_entry_row(Ticket ticket, EntryState state, const EntryRow& row,
                        const ResourceRow& resource);
Checked check_opening_row(OpeningNumber number, OpeningState state, const OpeningRow& row);
Checked check_offer_row(OfferNumber number, OfferState state, const OfferRow& row);

// The rows against each other, once all of them are in the state.
Checked check_booking(const ResourceState& state, OpeningNumber number, const OpeningRow& row);
Checked check_offer_links(const ResourceState& state, OfferNumber number, const Offer& offer);
Checked check_links(const ResourceState& state);
Checked check_referrals(const ResourceState& state);
Checked check_places(const ResourceState& state);

}  // namespace standby::core
