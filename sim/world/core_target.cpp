// Hands every call to the core.
#include "sim/world/core_target.hpp"

namespace standby::sim {

ResourceState& CoreTarget::at(ResourceNumber resource) const {
    return states_.try_emplace(resource, resource).first->second;
}

Outcome CoreTarget::run(ResourceNumber resource, const Command& command, const Context& context) {
    return core::run(at(resource), command, context);
}

std::vector<Event> CoreTarget::catch_up(ResourceNumber resource, const Context& context) {
    return core::catch_up(at(resource), context);
}

std::optional<Time> CoreTarget::next_due(ResourceNumber resource) const {
    return core::next_due(at(resource));
}

core::StateChanges CoreTarget::take_changes(ResourceNumber resource) {
    return core::take_changes(at(resource));
}

const ResourceState& CoreTarget::state(ResourceNumber resource) const {
    return at(resource);
}

}  // namespace standby::sim
