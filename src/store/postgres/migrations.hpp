// Recognising a Standby database on a PostgreSQL server, making one, and bringing one up to date.
#pragma once

#include "base/result.hpp"
#include "store/codec/migration.hpp"
#include "store/postgres/database.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace standby::store {

// What the first node decided for all.
struct ClusterFacts {
    std::uint32_t shards = 0;
    std::vector<std::byte> secret;
};

// Nothing when the server can keep a Standby database: new enough, and storing UTF-8. What is
// merely unwise is reported.
Result<void, std::string> check_server(PgConnection& connection, const PostgresOptions& options,
                                       Deadline deadline);

// Makes the schema or brings it up to the last migration where that is needed, under a lock and in
// one transaction: of several processes that come at the same moment one does it, and the others
// wait. The role needs no rights to change tables when there is nothing to do.
Result<void, std::string> migrate(PgConnection& connection, const PostgresOptions& options,
                                  std::span<const Migration> migrations);

// What the cluster was founded with, and whether the secret given in the options is its own.
Result<ClusterFacts, std::string> read_cluster(PgConnection& connection,
                                               const PostgresOptions& options, Deadline deadline);

}  // namespace standby::store
