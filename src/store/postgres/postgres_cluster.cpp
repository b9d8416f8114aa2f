#include "store/postgres/postgres_cluster.hpp"

#include <array>

namespace standby::store {

using engine::StoreError;

Result<std::vector<ShardResource>, StoreError> resources_of(PgDatabase& database,
                                                            engine::ShardNumber shard) {
    return database.all(sql("SELECT number, account, data FROM resources"
                            " WHERE shard_id = $1 AND status <> 0 ORDER BY number",
                            shard),
                        [](SqlRow& row) {
                            return ShardResource{.number = row.id<core::ResourceNumber>(0),
                                                 .account = row.id<engine::AccountNumber>(1),
                                                 .data = row.bytes(2)};
                        });
}

Result<std::vector<Replica>, StoreError> replicas_of(PgDatabase& database) {
    return database.all(
        sql("SELECT coalesce(application_name, ''), coalesce(state, ''),"
            " coalesce(sync_state, ''),"
            " (extract(epoch FROM replay_lag) * 1000)::bigint FROM pg_stat_replication"
            " ORDER BY application_name, pid"),
        [](SqlRow& row) {
            return Replica{.name = row.text(0),
                           .state = row.text(1),
                           .sync = row.text(2),
                           .lag = row.is_null(3) ? std::nullopt : std::optional(row.duration(3))};
        });
}

Result<bool, StoreError> is_test_data(PgDatabase& database) {
    const auto found = TRY(database.first(sql("SELECT count(*) FROM pg_catalog.pg_tables"
                                              " WHERE schemaname = current_schema()"
                                              " AND tablename = 'test_data'"),
                                          [](SqlRow& row) { return row.number<std::int64_t>(0); }));
    return found.value_or(0) > 0;
}

Result<void, StoreError> mark_as_test_data(PgDatabase& database) {
    // Nodes may start at the same time, and making a table twice at once would fail.
    const std::array statements{
        sql("LOCK TABLE schema_version IN EXCLUSIVE MODE"),
        sql("CREATE TABLE IF NOT EXISTS test_data (marked_at TIMESTAMPTZ NOT NULL DEFAULT now())")};
    TRY(database.put(statements));
    return {};
}

}  // namespace standby::store
