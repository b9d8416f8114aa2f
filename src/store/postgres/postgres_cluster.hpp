// What a node of a cluster asks the database beside its data: whose the resources of a shard are,
// how the copies of the database are doing, and whether it is for tests.
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

// A database that servers with a clock moved by hand have used is marked for good. The mark is a
// table, which no other database has.
Result<bool, engine::StoreError> is_test_data(PgDatabase& database);
Result<void, engine::StoreError> mark_as_test_data(PgDatabase& database);

}  // namespace standby::store
