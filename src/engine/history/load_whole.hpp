// Loading a resource in order to decide on it.
#pragma once

#include "engine/ports/store.hpp"

#include <optional>

namespace standby::engine {

// As Store::load, but a resource whose history does not end where its rows say is Damaged: what
// is decided next is chained to that end, and with it everything after would be unproven. Damage
// further back leaves what was decided since proven, and keeps nobody waiting.
Result<std::optional<LoadedResource>, StoreError>
load_whole(Store& store, core::ResourceNumber resource, Time answers_after);

}  // namespace standby::engine
