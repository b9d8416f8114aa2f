// The links of an entry that has ended. Memory knows nothing of it but its state, and no event
// changes its row any more; so ending its links is a deed of staff that the row alone tells of.
#pragma once

#include "base/result.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace standby::engine {

// All links so far end, for good. False: they have already, because the entry was archived or their
// number has reached its end. The entry must have ended.
Result<bool, StoreError> end_links(Store& store, core::EntryId entry);

// Whether the stored row of an ended entry is one that `is_told` accepts, but for links that were
// ended since.
bool is_told_but_for_links(std::span<const std::byte> stored,
                           const std::function<bool(std::span<const std::byte>)>& is_told);

}  // namespace standby::engine
