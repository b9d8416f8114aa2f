// Letting go of the beginning of a history that a business does not keep for ever, a portion at a
// time. What is left is proven as before, from its start on.
#pragma once

#include "base/result.hpp"
#include "engine/ports/store.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace standby::engine {

struct TrimLimits {
    std::size_t events_max = 20'000;  // looked at for one start
    std::size_t dropped_max = 2'000;  // deleted in one transaction
    // A start is made when something is this much older than it may be, not for each event. A
    // summary of the month before is then still whole.
    Duration at_once = std::chrono::days{2};
};

struct Trimmed {
    std::uint64_t events = 0;  // that are no longer part of the history
    bool is_done = true;       // false: there is more to do
};

// One portion of what happened in the resource before `before`. Nothing goes that is about someone
// who is still on the list, holds a place, or left it later than that: the history begins no later
// than with their joining. The two newest events always stay. Needs no lease: it only takes away
// what no commit reads or writes, and of two that do it at the same time one does nothing.
// A history that is Damaged stays as it is, and so does that of a list whose rows are.
Result<Trimmed, StoreError> trim_history(Store& store, const ResourceListing& listing, Time before,
                                         Time now, const TrimLimits& limits = {});

}  // namespace standby::engine
