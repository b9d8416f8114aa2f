// Finds the decision for a command, after the one check that all of them share.
#include "core/decide/decide.hpp"

#include "core/state/resource_state.hpp"

#include <variant>

namespace standby::core {

Decided decide(const ResourceState& state, const Command& command, const Context& context) {
    const bool creates = std::holds_alternative<CreateResource>(command);
    if (!creates && state.status == ResourceStatus::None) {
        return refuse(RefusalCode::UnknownResource, "There is no such resource.");
    }
    return std::visit([&](const auto& one) { return decide_on(state, one, context); }, command);
}

}  // namespace standby::core
