// The worlds of the core once more, through shards and a store that fail: each command is a request
// of a client who asks again under the same key until there is an answer. Time stands still while
// it does, so what happens in the end must be just what the core alone would do. Each resource has
// a shard of its own here, because a world lets time pass for one resource at a time; how resources
// share a shard is for Traffic.
#pragma once

#include "base/prng.hpp"
#include "core/state/resource_state.hpp"
#include "sim/check/report.hpp"
#include "sim/shards/disk.hpp"
#include "sim/shards/fault_rates.hpp"
#include "sim/shards/shard_host.hpp"
#include "sim/world/target.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace standby::sim {

class ShardTarget : public Target {
public:
    // The disk must be fresh, and outlive the target like the zones.
    ShardTarget(std::uint64_t seed, Disk& disk, const ZoneBook& zones);

    Outcome run(ResourceNumber resource, const Command& command, const Context& context) override;
    std::vector<Event> catch_up(ResourceNumber resource, const Context& context) override;
    std::optional<Time> next_due(ResourceNumber resource) const override;
    core::StateChanges take_changes(ResourceNumber resource) override;
    const ResourceState& state(ResourceNumber resource) const override;

    // Looks at what is left on the disk and returns everything that was found wrong.
    std::vector<Violation> finish();

private:
    struct Lane {
        explicit Lane(ResourceNumber resource) : number(resource), nothing(resource) {}

        ResourceNumber number;
        std::unique_ptr<ShardHost> host;
        Time now{};
        bool is_hot = false;  // something fell due by the request that is durable by now
        std::optional<Time> hot_until{};  // after the request, too
        std::vector<Event> fresh;         // durable, not yet told
        core::StateChanges changes;
        std::vector<Event> history;
        std::optional<Decision> decided;  // about the request under way
        ResourceState nothing;            // what is seen of a resource that does not exist
    };
    struct Kept {
        ResourceNumber resource{};
        engine::RequestKey key;
        engine::Answer answer;
    };

    Lane& at(ResourceNumber resource) const;
    HostHooks hooks_for(Lane& lane) const;
    void note(Lane& lane, const WrittenBatch& written) const;
    CallFault fault_for(Lane& lane, const engine::Batch* batch) const;
    const ResourceState& look(Lane& lane) const;
    std::optional<engine::Answer> ask_until_answered(Lane& lane, const Ask& ask);

    Disk& disk_;
    const ZoneBook& zones_;
    mutable Prng prng_;
    StoreFaultRates rates_;
    std::uint32_t lost_replies_ = 0;  // in a thousand
    engine::ShardLimits limits_;
    mutable Report report_;
    mutable std::map<ResourceNumber, std::unique_ptr<Lane>> lanes_;
    std::uint64_t asked_ = 0;
    std::vector<Kept> kept_;
};

}  // namespace standby::sim
