// Members are told by mail when how they sign in changes.
#pragma once

#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>

namespace standby::engine {

// Puts the notices of the last day into the outbox, each once, and tells how many were new. A
// notice is written together with what it tells of, so one that a crash kept out of the outbox gets
// there with the next call.
std::size_t queue_notices(Store& store, Registry& registry, Time now);

}  // namespace standby::engine
