// What the world drives: something that carries out commands on resources. The core itself is one;
// a shard with a store, crashes and commits of unknown outcome can stand behind the same interface.
#pragma once

#include "core/state/rows.hpp"
#include "sim/model/vocabulary.hpp"

#include <optional>
#include <vector>

namespace standby::sim {

class Target {
public:
    virtual ~Target() = default;

    // The contracts of core::run, core::catch_up and core::next_due, for one of the resources.
    virtual Outcome run(ResourceNumber resource, const Command& command,
                        const Context& context) = 0;
    virtual std::vector<Event> catch_up(ResourceNumber resource, const Context& context) = 0;
    virtual std::optional<Time> next_due(ResourceNumber resource) const = 0;

    // The rows that changed since the last call, as core::take_changes tells them.
    virtual core::StateChanges take_changes(ResourceNumber resource) = 0;

    // What the resource looks like after the last command; valid until the next one.
    virtual const ResourceState& state(ResourceNumber resource) const = 0;
};

}  // namespace standby::sim
