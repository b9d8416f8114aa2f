// The worlds in which shards are driven: odd seeds are those of the core, command by command, even
// ones are traffic.
#pragma once

#include "sim/world/world.hpp"

namespace standby::sim {

WorldResult run_shard_world(const WorldOptions& options, const ZoneBook& zones);

}  // namespace standby::sim
