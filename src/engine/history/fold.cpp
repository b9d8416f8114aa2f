#include "engine/history/fold.hpp"

#include "core/run.hpp"
#include "engine/history/objection.hpp"

namespace standby::engine {

Result<void, std::string> check_event(const core::ResourceState& state, const core::Event& event) {
    if (const auto objection = objection_to(state, event)) {
        return std::unexpected("event " + std::to_string(event.number) + ": " + *objection);
    }
    return {};
}

Result<void, std::string> fold(core::ResourceState& state, const core::Event& event) {
    TRY(check_event(state, event));
    core::apply(state, event);
    return {};
}

}  // namespace standby::engine
