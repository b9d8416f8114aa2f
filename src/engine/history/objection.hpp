// Whether an event can have come from a decision on this very state. `apply` takes that for
// granted; whoever reads events of doubtful origin asks here first.
#pragma once

#include "core/model/event.hpp"
#include "core/state/resource_state.hpp"

#include <optional>
#include <string>

namespace standby::engine {

// What speaks against it, as a sentence; nothing when the event can be applied.
std::optional<std::string> objection_to(const core::ResourceState& state, const core::Event& event);

}  // namespace standby::engine
