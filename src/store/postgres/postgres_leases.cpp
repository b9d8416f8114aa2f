// Who carries out which shard: nodes that count their heartbeats, and shards whose rows name their
// owner and its epoch. Each call is one transaction and one round trip.
#include "store/postgres/postgres_rows.hpp"
#include "store/postgres/postgres_store.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace standby::store {
namespace {

using engine::ClusterView;
using engine::NodeRow;
using engine::NodeState;
using engine::ShardNumber;
using engine::ShardRow;
using engine::StoreError;

constexpr const char* all_nodes =
    "SELECT node_id, address, version, state, heartbeat, seen_at FROM node";
constexpr const char* all_shards =
    "SELECT shard_id, epoch, owner, commit_seq, served_at, is_halted FROM shard ORDER BY shard_id";
constexpr const char* control_version = "SELECT control_version FROM cluster";

NodeRow node_from(PgRow& row) {
    return {.id = row.text(0),
            .address = row.text(1),
            .version = row.text(2),
            .state = row.choice(3, NodeState::Leaving),
            .heartbeat = row.number<std::uint64_t>(4),
            .seen_at = row.time(5)};
}

ShardRow shard_from(PgRow& row) {
    return {.shard = row.number<ShardNumber>(0),
            .epoch = row.number<std::uint64_t>(1),
            .owner = row.text(2),
            .commit_seq = row.number<std::uint64_t>(3),
            .served_at = row.time(4),
            .is_halted = row.truth(5)};
}

// The last three of the rows are shards, nodes and the version, in this order: a node that came and
// claimed a shard in between is seen before its shard, and never taken for gone.
Result<ClusterView, PgError> view_from(std::span<const PgRows> rows) {
    rows = rows.last(3);
    ClusterView view{.nodes = TRY(collect(rows[1], "node", node_from)),
                     .shards = TRY(collect(rows[0], "shard", shard_from))};
    // Here, because the database's order of texts is a matter of its settings.
    std::ranges::sort(view.nodes, {}, &NodeRow::id);
    view.control_version = TRY(pick(rows[2], "cluster", [](PgRow& row) {
                               return row.number<std::uint64_t>(0);
                           })).value_or(0);
    return view;
}

// A node that froze in the middle of a commit holds the row of its shard, for as long as its
// machine answers for it. Ends its connections with a transaction that is at work for too long, so
// that the next try gets the row. Connections have the name that the ids of their process's nodes
// begin with.
void end_stuck_commits(PgDatabase& database, std::string_view node) {
    const std::int64_t patience = database.options().lease_deadline.count() / 2;
    const std::array statements{
        statement("SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM pg_stat_activity"
                  " WHERE datname = current_database() AND usename = current_user"
                  " AND application_name <> '' AND starts_with($1, application_name || '-')"
                  " AND backend_xid IS NOT NULL"
                  " AND xact_start < clock_timestamp() - $2 * interval '1 millisecond'",
                  node, patience)};
    const auto rows = database.lease(statements);
    if (rows && rows->front().integer(0, 0) > 0) {
        database.report(fmt::format("ended {} commits of {}, which held up who takes over",
                                    rows->front().integer(0, 0), node));
    }
}

}  // namespace

Result<void, StoreError> PostgresStore::add_node(const NodeRow& node) {
    const std::array statements{
        statement("INSERT INTO node (node_id, address, version, state, heartbeat, seen_at)"
                  " VALUES ($1, $2, $3, $4, 1, $5)",
                  node.id, node.address, node.version, node.state, node.seen_at)};
    TRY(database_->lease(statements));
    return {};
}

Result<std::optional<ClusterView>, StoreError>
PostgresStore::beat(std::string_view node, std::uint64_t heartbeat, NodeState state, Time now) {
    const std::array statements{
        statement("UPDATE node SET heartbeat = heartbeat + 1, state = $3, seen_at = $4"
                  " WHERE node_id = $1 AND heartbeat = $2",
                  node, heartbeat, state, now),
        statement(all_shards), statement(all_nodes), statement(control_version)};
    const std::vector<PgRows> rows = TRY(database_->lease(statements));
    if (rows[0].changed() != 1) {
        return std::nullopt;
    }
    return TRY(unless_damaged(*database_, view_from(rows)));
}

Result<ClusterView, StoreError> PostgresStore::view() {
    const std::array statements{statement(all_shards), statement(all_nodes),
                                statement(control_version)};
    const std::vector<PgRows> rows = TRY(database_->lease(statements));
    return unless_damaged(*database_, view_from(rows));
}

Result<bool, StoreError> PostgresStore::remove_node(std::string_view node,
                                                    std::uint64_t heartbeat) {
    const std::array statements{
        statement("WITH gone AS (DELETE FROM node WHERE node_id = $1 AND heartbeat = $2"
                  " RETURNING node_id, seen_at),"
                  " served AS (UPDATE shard SET served_at = greatest(served_at, gone.seen_at)"
                  " FROM gone WHERE shard.owner = gone.node_id)"
                  " SELECT count(*) FROM gone",
                  node, heartbeat)};
    const std::vector<PgRows> rows =
        TRY(database_->lease(statements, [&] { end_stuck_commits(*database_, node); }));
    return rows[0].integer(0, 0) == 1;
}

// The old row is locked and read first, so that what it said is known after the change.
Result<std::optional<ShardRow>, StoreError>
PostgresStore::claim(ShardNumber shard, std::uint64_t epoch, std::string_view owner, Time now) {
    const std::array statements{
        statement("WITH old AS (SELECT shard_id, served_at FROM shard WHERE shard_id = $1"
                  " AND epoch = $2 AND NOT is_halted FOR UPDATE)"
                  " UPDATE shard SET owner = $3, epoch = epoch + 1,"
                  " served_at = greatest(shard.served_at, $4) FROM old"
                  " WHERE shard.shard_id = old.shard_id"
                  " RETURNING shard.shard_id, epoch, owner, commit_seq, old.served_at, is_halted",
                  shard, epoch, owner, now)};
    const std::vector<PgRows> rows = TRY(database_->lease(statements, [&] {
        const std::array whose{statement("SELECT owner FROM shard WHERE shard_id = $1", shard)};
        if (const auto before = database_->lease(whose); before && before->front().size() == 1) {
            end_stuck_commits(*database_, before->front().text(0, 0));
        }
    }));
    return unless_damaged(*database_, pick(rows[0], "shard", shard_from));
}

Result<bool, StoreError> PostgresStore::hand_over(ShardNumber shard, std::uint64_t epoch,
                                                  std::string_view owner, std::string_view to,
                                                  Time now) {
    const std::array statements{statement("UPDATE shard SET owner = $4, epoch = epoch + 1,"
                                          " served_at = greatest(served_at, $5)"
                                          " WHERE shard_id = $1 AND epoch = $2 AND owner = $3",
                                          shard, epoch, owner, to, now)};
    const std::vector<PgRows> rows = TRY(database_->lease(statements));
    return rows[0].changed() == 1;
}

Result<void, StoreError> PostgresStore::halt(ShardNumber shard) {
    const std::array statements{
        statement("UPDATE shard SET is_halted = true WHERE shard_id = $1", shard)};
    TRY(database_->lease(statements));
    return {};
}

Result<bool, StoreError> PostgresStore::resume(ShardNumber shard) {
    const std::array statements{
        statement("UPDATE shard SET is_halted = false WHERE shard_id = $1 AND is_halted", shard)};
    const std::vector<PgRows> rows = TRY(database_->lease(statements));
    return rows[0].changed() == 1;
}

}  // namespace standby::store
