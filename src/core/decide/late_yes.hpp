// A yes that came too late: kept for the place of the offer that had expired, until that place is
// free again.
#pragma once

#include "core/model/command.hpp"
#include "core/run.hpp"
#include "core/state/resource_state.hpp"

#include <optional>
#include <vector>

namespace standby::core {

// Why the guest of an expired offer can't say yes to its place now; nothing: they can. Pages ask it
// before they offer the button.
std::optional<Refusal> check_late_yes(const ResourceState& state, const LateYes& command, Time now);

// Whether this entry's yes to the place stands; counted places have no opening.
bool has_standing_yes(const ResourceState& state, Ticket entry, OpeningNumber opening);

// The first in line whose yes to the opening stands, and who would get it if it were free now; of
// counted places, likewise if these were what there is, unless that would take them from a party
// ahead that places gather for. 0: there is none.
Ticket first_ready(const ResourceState& state, const Opening& opening, const Context& context);
Ticket first_ready(const ResourceState& state, const Places& places, const Context& context);
// Those parties.
std::vector<Ticket> held_back_by(const ResourceState& state, const Places& places,
                                 const Context& context);

}  // namespace standby::core
