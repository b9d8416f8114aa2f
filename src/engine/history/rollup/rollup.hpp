// The figures of a list, kept up to some event and brought up to date from there: what is asked for
// is answered from the days that are kept and the few events since, however long the history is.
#pragma once

#include "base/result.hpp"
#include "engine/history/rollup/rollup_fold.hpp"
#include "engine/history/rollup/told.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace standby::engine {

// Of what the stored figures mean. Figures of another one are made anew, so it changes only when
// they are wrong, not when some are added.
inline constexpr std::uint32_t rollup_version = 1;

struct RollupLimits {
    std::size_t events_max = 20'000;  // counted in one portion
    // So few are counted while somebody waits, and not kept.
    std::size_t tail_max = 2'000;
    // The background keeps what is more than this behind, or older.
    std::size_t behind_max = 500;
    Duration older_than = std::chrono::days{1};
};

// What counting needs to know beside the store.
struct RollupContext {
    FindZone find_zone;
    OpensCounted opens = OpensCounted::No;
    RollupLimits limits = {};
};

struct BroughtUp {
    std::uint64_t events = 0;
    bool is_done = true;  // false: there is more to count, or another node counted meanwhile
};
// Counts one portion of what happened since the figures were kept, and keeps them. Makes them anew
// where there are none, or none that can be used; days that a trimmed history no longer tells of
// stay.
Result<BroughtUp, StoreError> bring_up_to_date(Store& store, core::ResourceNumber resource,
                                               const RollupContext& context);
// The same if it is worth while: much has happened, or it is a while ago.
Result<BroughtUp, StoreError> bring_up_if_due(Store& store, const ResourceListing& listing,
                                              Time now, const RollupContext& context);

// Everything counted up to now, with the days from `from` to `to`.
struct Counted {
    RollupState state;
    std::map<DayNumber, DayCells> days;
};
// Keeps what it counted only where much was missing.
Result<Counted, StoreError> read_counted(Store& store, core::ResourceNumber resource,
                                         DayNumber from, DayNumber to,
                                         const RollupContext& context);

inline constexpr DayNumber first_day_ever = std::numeric_limits<DayNumber>::min() + 1;
inline constexpr DayNumber last_day_ever = std::numeric_limits<DayNumber>::max();

}  // namespace standby::engine
