// The one way from events that were stored to a state.
#pragma once

#include "base/result.hpp"
#include "core/model/event.hpp"
#include "core/state/resource_state.hpp"

#include <string>

namespace standby::engine {

// Whether the event can have happened in this state. The error names it: "event 7: the ticket is
// not the next one".
Result<void, std::string> check_event(const core::ResourceState& state, const core::Event& event);

// Applies the event if it can have happened; nothing changes otherwise.
Result<void, std::string> fold(core::ResourceState& state, const core::Event& event);

}  // namespace standby::engine
