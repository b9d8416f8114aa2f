// Opening the store, and committing.
#include "store/postgres/postgres_store.hpp"

#include "store/codec/batch_check.hpp"
#include "store/postgres/batch_writer.hpp"

#include <fmt/core.h>

#include <utility>

namespace standby::store {
namespace {

using engine::StoreError;

// Why the batch and its fence do not belong together, or nothing.
std::optional<std::string> problem_with_fence(const engine::Batch& batch,
                                              const PgDatabase& database) {
    if (!batch.fence) {
        return std::nullopt;
    }
    if (batch.fence->shard >= database.shards()) {
        return fmt::format("there is no shard {}", batch.fence->shard);
    }
    for (const engine::ResourceChange& change : batch.resources) {
        if (database.shard_of(change.resource) != batch.fence->shard) {
            return fmt::format("resource {} is not of shard {}", change.resource.value(),
                               batch.fence->shard);
        }
    }
    return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<PostgresStore>, std::string>
PostgresStore::open(const std::string& dsn, const PostgresOptions& options) {
    std::unique_ptr<PgDatabase> database = TRY(PgDatabase::open(dsn, options));
    // tidy: allow raw_new because the constructor is private and the owner takes it at once
    return std::unique_ptr<PostgresStore>(new PostgresStore(std::move(database)));
}

PostgresStore::PostgresStore(std::unique_ptr<PgDatabase> database)
    : Lookups(*database,
              {.column = "shard_id", .value = fmt::format("$1 % {}", database->shards())}),
      ControlPlane(*database),
      database_(std::move(database)) {}

PostgresStore::~PostgresStore() = default;

void PostgresStore::serve(std::vector<engine::ShardNumber> shards) {
    database_->serve(std::move(shards));
}

Result<void, StoreError> PostgresStore::commit(const engine::Batch& batch) {
    std::optional<std::string> problem = problem_with(batch);
    if (!problem) {
        problem = problem_with_fence(batch, *database_);
    }
    if (problem) {
        database_->report(*problem);
        return std::unexpected(StoreError::NotCommitted);
    }
    std::vector<PgStatement> statements = statements_of(batch, database_->shards());
    if (statements.empty()) {
        statements.push_back(
            {.sql = "UPDATE cluster SET control_version = control_version", .params = {}});
    }
    TRY(database_->write(statements));
    return {};
}

}  // namespace standby::store
