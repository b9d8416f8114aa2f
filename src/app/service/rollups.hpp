// Keeps the figures of lists up to date, a portion at a time, so that whoever asks for them waits
// for a few events only.
#pragma once

#include "engine/history/rollup/rollup.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <functional>
#include <utility>

namespace standby::app {

class Rollups {
public:
    using IsOwn = std::function<bool(core::ResourceNumber)>;
    struct Step {
        bool is_at_end = false;       // of the last list
        std::uint64_t events = 0;     // that were counted
        std::uint64_t failures = 0;   // lists whose turn came to nothing
        core::ResourceNumber failed;  // the first of these
    };

    explicit Rollups(engine::FindZone find_zone, const engine::RollupLimits& limits = {})
        : find_zone_(std::move(find_zone)), limits_(limits) {}

    // Goes on where the last step ended, from the first list to the last and then again from the
    // first; ends when a portion's worth of events was counted.
    Step step(engine::Store& store, engine::Registry& registry, Time now, const IsOwn& is_own);

private:
    engine::FindZone find_zone_;
    engine::RollupLimits limits_;
    core::ResourceNumber list_;  // the last one that is done with
};

}  // namespace standby::app
