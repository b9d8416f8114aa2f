// Two small readings.
#include "store/postgres/postgres_cluster.hpp"

#include <utility>

namespace standby::store {

using engine::StoreError;

Result<std::vector<ShardResource>, StoreError> resources_of(PgDatabase& database,
                                                            engine::ShardNumber shard) {
    PgStatement statement{.sql = "SELECT number, account, data FROM resources"
                                 " WHERE shard_id = $1 AND status <> 0 ORDER BY number",
                          .params = {}};
    statement.params.add(std::int64_t{shard});
    const PgRows rows = TRY(database.read(std::move(statement)));
    std::vector<ShardResource> found;
    found.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        found.push_back(
            {.number = core::ResourceNumber{static_cast<core::ResourceNumber::Integer>(
                 rows.integer(row, 0))},
             .account = engine::AccountNumber{static_cast<std::uint32_t>(rows.integer(row, 1))},
             .data = rows.bytes(row, 2)});
    }
    if (rows.is_damaged()) {
        return std::unexpected(StoreError::OutcomeUnknown);
    }
    return found;
}

Result<std::vector<Replica>, StoreError> replicas_of(PgDatabase& database) {
    const PgRows rows = TRY(database.read(PgStatement{
        .sql = "SELECT coalesce(application_name, ''), coalesce(state, ''),"
               " coalesce(sync_state, ''),"
               " (extract(epoch FROM replay_lag) * 1000)::bigint FROM pg_stat_replication"
               " ORDER BY application_name, pid",
        .params = {}}));
    std::vector<Replica> found;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        Replica replica{.name = rows.text(row, 0),
                        .state = rows.text(row, 1),
                        .sync = rows.text(row, 2),
                        .lag = std::nullopt};
        if (!rows.is_null(row, 3)) {
            replica.lag = Duration{rows.integer(row, 3)};
        }
        found.push_back(std::move(replica));
    }
    return found;
}

}  // namespace standby::store
