// Chooses by the seed.
#include "sim/shards/shard_worlds.hpp"

#include "sim/shards/shard_target.hpp"
#include "sim/shards/traffic.hpp"

#include <utility>

namespace standby::sim {

WorldResult run_shard_world(const WorldOptions& options, const ZoneBook& zones) {
    Disk disk;
    if (options.seed % 2 == 0) {
        return Traffic{options, disk, zones}.run();
    }
    ShardTarget target{options.seed, disk, zones};
    WorldResult result = World{options, target, zones}.run();
    for (Violation& violation : target.finish()) {
        result.violations.push_back(std::move(violation));
    }
    return result;
}

}  // namespace standby::sim
