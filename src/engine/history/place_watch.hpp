// Whether a history ever gave away a place that was not there.
#pragma once

#include "core/state/resource_state.hpp"

#include <cstdint>

namespace standby::engine {

// More places taken than there are is allowed only where the number of places was lowered: taking
// one more must never be what leads there.
class PlaceWatch {
public:
    // Before the first event, when the history does not begin with an empty list.
    void begin(const core::ResourceState& state) {
        taken_ = state.places.accepted() + state.places.held();
    }
    // Asked after each event. True when that event gave away a place that was not there.
    bool oversells(const core::ResourceState& state) {
        if (!core::counts_places(state)) {
            return false;
        }
        const std::uint64_t taken = state.places.accepted() + state.places.held();
        const bool took_more = taken > taken_;
        taken_ = taken;
        return took_more && taken > state.places.limit(state.settings);
    }

private:
    std::uint64_t taken_ = 0;
};

}  // namespace standby::engine
