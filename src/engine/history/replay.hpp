// A resource as it was at some moment: its events folded up to then.
#pragma once

#include "base/result.hpp"
#include "core/state/resource_state.hpp"

#include <memory>
#include <string>
#include <utility>

namespace standby::engine {

class Replay {
public:
    // Begins with the resource as it was before the first event. Events at `until` itself still
    // count.
    Replay(std::unique_ptr<core::ResourceState> beginning, Time until);
    // With an empty one.
    Replay(core::ResourceNumber resource, Time until)
        : Replay(std::make_unique<core::ResourceState>(resource), until) {}

    // The resource's own events, in order, from there on. False: this one and all that follow
    // are later than what was asked for. An error says why the event cannot be one of them.
    Result<bool, std::string> add(const core::Event& event);

    const core::ResourceState& state() const { return *state_; }
    // The replay is of no further use.
    std::unique_ptr<core::ResourceState> take() { return std::move(state_); }

private:
    std::unique_ptr<core::ResourceState> state_;
    Time until_;
};

}  // namespace standby::engine
