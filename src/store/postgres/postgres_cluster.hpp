// What a node of a cluster asks the database beside its data: whose the resources of a shard are,
// and how the copies of the database are doing.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "engine/ports/store.hpp"
#include "store/postgres/database.hpp"

#include <optional>
#include <string>
#include <vector>

namespace standby::store {

struct ShardResource {
    core::ResourceNumber number;
    engine::AccountNumber account;
    std::vector<std::byte> data;  // core::decode_resource_row
};
// Those that were created, ascending.
Result<std::vector<ShardResource>, engine::StoreError> resources_of(PgDatabase& database,
                                                                    engine::ShardNumber shard);

struct Replica {
    std::string name;
    std::string state;            // "streaming"; empty when we may not know
    std::string sync;             // "sync", "quorum", "potential", "async"
    std::optional<Duration> lag;  // of replaying
};
Result<std::vector<Replica>, engine::StoreError> replicas_of(PgDatabase& database);

}  // namespace standby::store
