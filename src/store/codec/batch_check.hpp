// What can be said about a batch before any row is looked at. Both stores ask it first, so that
// they refuse the same batches.
#pragma once

#include "engine/ports/store.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace standby::store {

// Why the batch cannot be written, or nothing: a resource that comes twice, or events that do not
// count up to the last one.
std::optional<std::string> problem_with(const engine::Batch& batch);

// The last event that must be stored already for this change to follow it.
std::uint64_t event_before(const engine::ResourceChange& change);

}  // namespace standby::store
