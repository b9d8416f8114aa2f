// The core, driven directly: a map of resource states and nothing else.
#pragma once

#include "core/state/resource_state.hpp"
#include "sim/world/target.hpp"

#include <map>

namespace standby::sim {

class CoreTarget : public Target {
public:
    Outcome run(ResourceNumber resource, const Command& command, const Context& context) override;
    std::vector<Event> catch_up(ResourceNumber resource, const Context& context) override;
    std::optional<Time> next_due(ResourceNumber resource) const override;
    core::StateChanges take_changes(ResourceNumber resource) override;
    const ResourceState& state(ResourceNumber resource) const override;

private:
    ResourceState& at(ResourceNumber resource) const;

    // A resource comes into being, empty, when it is first asked for.
    mutable std::map<ResourceNumber, ResourceState> states_;
};

}  // namespace standby::sim
