// Accounts, keys, secrets and the numbers of resources.
#include "store/postgres/postgres_rows.hpp"
#include "store/postgres/postgres_store.hpp"

#include <array>
#include <numeric>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::AccountNumber;
using engine::ApiKey;
using engine::Secret;
using engine::StoreError;

// Numbers of resources have 31 bits.
constexpr std::int64_t resource_number_max = std::numeric_limits<std::int32_t>::max();

ApiKey key_from(PgRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .account = row.id<AccountNumber>(1),
            .role = row.choice(2, engine::Role::Owner),
            .label = row.text(3),
            .prefix = row.text(4),
            .hash = row.digest(5),
            .created_at = row.time(6),
            .revoked_at = row.optional_time(7)};
}

Secret secret_from(PgRow& row) {
    return {.id = row.number<std::uint32_t>(0),
            .purpose = row.choice(1, engine::SecretPurpose::Contacts),
            .bytes = row.bytes(2),
            .created_at = row.time(3),
            .retired_at = row.optional_time(4)};
}

// Runs a statement that gives a number to what it inserts, and returns that number.
template <class Number>
Result<Number, StoreError> insert_numbered(PgDatabase& database, const PgStatement& insert,
                                           std::string_view table) {
    Number number{};
    TRY(database.change([&](PgConnection& connection, Deadline deadline) -> Result<void, PgError> {
        const PgRows rows = TRY(connection.run(insert, deadline));
        const auto given = TRY(pick(rows, table, [](PgRow& row) { return row.number<Number>(0); }));
        number = given.value_or(0);
        return {};
    }));
    return number;
}

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

Result<engine::Account, StoreError> PostgresStore::create_account(std::string_view name, Time now) {
    const auto number = TRY(insert_numbered<std::uint32_t>(
        *database_,
        statement("INSERT INTO accounts (number, name, created_at)"
                  " SELECT coalesce(max(number), 0) + 1, $1, $2 FROM accounts RETURNING number",
                  name, now),
        "accounts"));
    return engine::Account{
        .number = AccountNumber{number}, .name = std::string(name), .created_at = now};
}

Result<std::vector<engine::Account>, StoreError> PostgresStore::accounts() {
    return read_all(*database_,
                    statement("SELECT number, name, created_at FROM accounts ORDER BY number"),
                    "accounts", [](PgRow& row) {
                        return engine::Account{.number = row.id<AccountNumber>(0),
                                               .name = row.text(1),
                                               .created_at = row.time(2)};
                    });
}

Result<ApiKey, StoreError> PostgresStore::add_key(const ApiKey& key) {
    ApiKey added = key;
    added.number = TRY(insert_numbered<std::uint64_t>(
        *database_,
        statement("INSERT INTO api_keys (number, account, role, label, prefix, hash, created_at,"
                  " revoked_at) SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7"
                  " FROM api_keys RETURNING number",
                  key.account, key.role, key.label, key.prefix, key.hash, key.created_at,
                  key.revoked_at),
        "api_keys"));
    return added;
}

Result<std::vector<ApiKey>, StoreError> PostgresStore::keys() {
    return read_all(*database_,
                    statement("SELECT number, account, role, label, prefix, hash, created_at,"
                              " revoked_at FROM api_keys ORDER BY number"),
                    "api_keys", key_from);
}

Result<bool, StoreError> PostgresStore::revoke_key(std::uint64_t number, Time now) {
    bool is_revoked = false;
    TRY(database_->change(
        [&](PgConnection& connection, Deadline deadline) -> Result<void, PgError> {
            const PgRows rows =
                TRY(connection.run(statement("UPDATE api_keys SET revoked_at = $1 WHERE number = $2"
                                             " AND revoked_at IS NULL",
                                             now, number),
                                   deadline));
            is_revoked = rows.changed() == 1;
            return {};
        }));
    return is_revoked;
}

Result<std::vector<Secret>, StoreError> PostgresStore::secrets() {
    return read_all(
        *database_,
        statement("SELECT id, purpose, bytes, created_at, retired_at FROM secrets ORDER BY id"),
        "secrets", secret_from);
}

Result<Secret, StoreError> PostgresStore::add_secret(engine::SecretPurpose purpose,
                                                     std::span<const std::byte> bytes, Time now) {
    const auto id = TRY(insert_numbered<std::uint32_t>(
        *database_,
        statement("WITH retired AS (UPDATE secrets SET retired_at = $3 WHERE purpose = $1"
                  " AND retired_at IS NULL)"
                  " INSERT INTO secrets (id, purpose, bytes, created_at)"
                  " SELECT coalesce(max(id), 0) + 1, $1, $2, $3 FROM secrets RETURNING id",
                  purpose, bytes, now),
        "secrets"));
    return Secret{
        .id = id, .purpose = purpose, .bytes = {bytes.begin(), bytes.end()}, .created_at = now};
}

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
