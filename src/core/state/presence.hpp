// Whether those who wait still want it: when each of them is asked, and who has not answered. Only
// where the rules ask at all.
#pragma once

#include "base/time.hpp"
#include "core/state/resource_state.hpp"

#include <optional>

namespace standby::core {

// When something is due for an entry that waits: the next question, or, after the last one, to set
// it aside. Nothing where nobody is asked, or once it is set aside.
std::optional<Time> presence_due(const ResourceState& state, Ticket entry);

// Keeps its place, and is offered nothing until it gives a sign of life.
bool is_set_aside(const ResourceState& state, Ticket entry);
// Set aside by staff because the guest wished it, which holds whether the rules ask anybody or not.
bool is_aside_by_wish(const ResourceState& state, Ticket entry);

}  // namespace standby::core
