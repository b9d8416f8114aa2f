// The numbers of resources.
#include "store/postgres/postgres_rows.hpp"
#include "store/postgres/postgres_store.hpp"

#include <numeric>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::AccountNumber;
using engine::StoreError;

// Numbers of resources have 31 bits.
constexpr std::int64_t resource_number_max = std::numeric_limits<std::int32_t>::max();

// Out of the shards that this process serves, the one that has given out the fewest numbers.
PgStatement allocation(AccountNumber account, std::vector<engine::ShardNumber> served,
                       std::uint32_t shards) {
    if (served.empty()) {
        served.resize(shards);
        std::iota(served.begin(), served.end(), engine::ShardNumber{0});
    }
    return statement(
        "WITH counted AS (UPDATE shard SET last_resource = last_resource + 1 WHERE shard_id ="
        " (SELECT shard_id FROM shard WHERE shard_id = ANY($1)"
        " ORDER BY last_resource, shard_id LIMIT 1) AND (last_resource + 1) * $2 + shard_id <= $3"
        " RETURNING shard_id, last_resource * $2 + shard_id AS number)"
        " INSERT INTO resources (shard_id, number, account, name, status, last_event, last_link,"
        " data) SELECT shard_id, number, $4, '', 0, 0, $5, '' FROM counted RETURNING number",
        shard_array(served), shards, resource_number_max, account, Sha256Digest{});
}

// In the shard that the key names, so that a repetition finds it, whichever node it comes to. The
// row of the shard was locked before, so that of two repetitions one sees the other.
PgStatement allocation_for(const engine::RequestKey& key, AccountNumber account,
                           std::uint32_t shards, Time now) {
    return statement(
        "WITH known AS (SELECT resource FROM creations WHERE shard_id = $1 AND key_high = $2"
        " AND key_low = $3),"
        " counted AS (UPDATE shard SET last_resource = last_resource + 1 WHERE shard_id = $1"
        " AND NOT EXISTS (SELECT 1 FROM known) AND (last_resource + 1) * $4 + shard_id <= $5"
        " RETURNING shard_id, last_resource * $4 + shard_id AS number),"
        " made AS (INSERT INTO resources (shard_id, number, account, name, status, last_event,"
        " last_link, data) SELECT shard_id, number, $6, '', 0, 0, $7, '' FROM counted),"
        " kept AS (INSERT INTO creations (shard_id, key_high, key_low, resource, made_at)"
        " SELECT shard_id, $2, $3, number, $8 FROM counted)"
        " SELECT resource FROM known UNION ALL SELECT number FROM counted",
        key.low % shards, key.high, key.low, shards, resource_number_max, account, Sha256Digest{},
        now);
}

}  // namespace

Result<ResourceNumber, StoreError>
PostgresStore::allocate_resource(AccountNumber account, std::optional<engine::RequestKey> key,
                                 Time now) {
    const std::uint32_t shards = database_->shards();
    std::vector<PgStatement> statements;
    if (key) {
        statements.push_back(statement("SELECT shard_id FROM shard WHERE shard_id = $1 FOR UPDATE",
                                       key->low % shards));
        statements.push_back(allocation_for(*key, account, shards, now));
    } else {
        statements.push_back(allocation(account, database_->served(), shards));
    }
    const std::vector<PgRows> rows = TRY(database_->write(statements));
    const auto number =
        TRY(unless_damaged(*database_, pick(rows.back(), "resources",
                                            [](PgRow& row) { return row.id<ResourceNumber>(0); })));
    if (!number) {
        database_->report("there are no more numbers for resources");
        return std::unexpected(StoreError::NotCommitted);
    }
    return *number;
}

Result<std::optional<AccountNumber>, StoreError>
PostgresStore::account_of(ResourceNumber resource) {
    return read_first(*database_,
                      statement("SELECT account FROM resources WHERE shard_id = $1"
                                " AND number = $2",
                                database_->shard_of(resource), resource),
                      "resources", [](PgRow& row) { return row.id<AccountNumber>(0); });
}

}  // namespace standby::store
