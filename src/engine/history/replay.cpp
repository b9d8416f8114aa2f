#include "engine/history/replay.hpp"

#include "core/state/rows.hpp"
#include "engine/history/fold.hpp"

namespace standby::engine {

Replay::Replay(std::unique_ptr<core::ResourceState> beginning, Time until)
    : state_(std::move(beginning)), until_(until) {}

Result<bool, std::string> Replay::add(const core::Event& event) {
    if (event.at > until_) {
        return false;
    }
    TRY(fold(*state_, event));
    core::forget_changes(*state_);
    return true;
}

}  // namespace standby::engine
