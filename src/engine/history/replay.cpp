#include "engine/history/replay.hpp"

#include "core/state/rows.hpp"
#include "engine/history/fold.hpp"

namespace standby::engine {

Replay::Replay(core::ResourceNumber resource, Time until)
    : state_(std::make_unique<core::ResourceState>(resource)), until_(until) {}

Result<bool, std::string> Replay::add(const core::Event& event) {
    if (event.at > until_) {
        return false;
    }
    TRY(fold(*state_, event));
    core::forget_changes(*state_);
    return true;
}

}  // namespace standby::engine
