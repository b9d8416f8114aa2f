// A batch as statements: for each shard that it touches, one for each table.
#pragma once

#include "engine/ports/store.hpp"
#include "store/postgres/connection.hpp"

#include <cstdint>
#include <vector>

namespace standby::store {

// For one transaction, in this order; shards come ascending. The batch has passed `problem_with`,
// and with a fence all of its resources are of the fence's shard.
std::vector<PgStatement> statements_of(const engine::Batch& batch, std::uint32_t shards);

}  // namespace standby::store
