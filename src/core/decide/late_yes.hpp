// A yes that came too late: kept for the place of the offer that had expired, until that place is
// free again.
#pragma once

#include "core/model/command.hpp"
#include "core/run.hpp"

#include <optional>

namespace standby::core {

// Why the guest of an expired offer can't say yes to its place now; nothing: they can. Pages ask it
// before they offer the button.
std::optional<Refusal> check_late_yes(const ResourceState& state, const LateYes& command, Time now);

// Whether this entry's yes to the place stands; counted places have no opening.
bool has_standing_yes(const ResourceState& state, Ticket entry, OpeningNumber opening);

}  // namespace standby::core
