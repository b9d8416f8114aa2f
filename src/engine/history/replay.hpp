// A resource as it was at some moment: its events folded up to then.
#pragma once

#include "core/state/resource_state.hpp"

#include <memory>
#include <utility>

namespace standby::engine {

class Replay {
public:
    // Events at `until` itself still count.
    Replay(core::ResourceNumber resource, Time until);

    // The resource's own events, genuine and in order, from the first on. False: this one and all
    // that follow are later than what was asked for.
    bool add(const core::Event& event);

    const core::ResourceState& state() const { return *state_; }
    // The replay is of no further use.
    std::unique_ptr<core::ResourceState> take() { return std::move(state_); }

private:
    std::unique_ptr<core::ResourceState> state_;
    Time until_;
};

}  // namespace standby::engine
