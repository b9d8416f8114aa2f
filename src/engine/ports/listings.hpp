// The lists of a store: one by its number, or all of them in turn.
#pragma once

#include "engine/ports/store.hpp"

#include <functional>
#include <optional>

namespace standby::engine {

// Nothing: there is no such list.
Result<std::optional<ResourceListing>, StoreError> listing_of(Store& store,
                                                              core::ResourceNumber resource);

// A list made to try things out on: it is in no figures, and nobody really waits there.
bool is_for_practice(const ResourceListing& listing);

enum class GoOn : std::uint8_t { Yes, No };

// Shows each list of the account (0: of all), but for those to practise on, in the order of their
// numbers, until it is told to stop.
Result<void, StoreError>
for_each_list(Store& store, AccountNumber account,
              const std::function<Result<GoOn, StoreError>(const ResourceListing&)>& see);

}  // namespace standby::engine
