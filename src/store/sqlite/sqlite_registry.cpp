// Accounts, keys, secrets and the numbers of resources.
#include "store/sqlite/queries.hpp"
#include "store/sqlite/sqlite_store.hpp"

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::AccountNumber;
using engine::ApiKey;
using engine::Secret;
using engine::StoreError;

ApiKey key_from(Query& row) {
    return {.number = row.number<std::uint64_t>(0),
            .account = row.id<AccountNumber>(1),
            .role = row.choice(2, engine::Role::Owner),
            .label = std::string(row.text(3)),
            .prefix = std::string(row.text(4)),
            .hash = row.digest(5),
            .created_at = row.time(6),
            .revoked_at = row.optional_time(7)};
}

Secret secret_from(Query& row) {
    return {.id = row.number<std::uint32_t>(0),
            .purpose = row.choice(1, engine::SecretPurpose::Contacts),
            .bytes = row.bytes(2),
            .created_at = row.time(3),
            .retired_at = row.optional_time(4)};
}

Result<void, std::string> insert_secret(Connection& connection, Secret& secret) {
    if (!connection.run("UPDATE secrets SET retired_at = ? WHERE purpose = ?"
                        " AND retired_at IS NULL",
                        secret.created_at, secret.purpose) ||
        !connection.run("INSERT INTO secrets (purpose, bytes, created_at) VALUES (?, ?, ?)",
                        secret.purpose, secret.bytes, secret.created_at)) {
        return failure_of(connection);
    }
    secret.id = static_cast<std::uint32_t>(connection.last_insert_id());
    return {};
}

Result<void, std::string> allocate(Connection& connection, AccountNumber account,
                                   std::optional<engine::RequestKey> key, Time now,
                                   ResourceNumber& number) {
    if (key) {
        std::optional<ResourceNumber> known;
        Query query = connection.query("SELECT resource FROM creations WHERE key_high = ?"
                                       " AND key_low = ?");
        TRY(pick(connection, query.bind(key->high, key->low), "creations", known,
                 [](Query& row) { return row.id<ResourceNumber>(0); }));
        if (known) {
            number = *known;
            return {};
        }
    }
    if (!connection.run("INSERT INTO resources (account, name, status, last_event, last_link, data)"
                        " VALUES (?, '', 0, 0, ?, x'')",
                        account, Sha256Digest{})) {
        return failure_of(connection);
    }
    number = ResourceNumber{static_cast<std::uint32_t>(connection.last_insert_id())};
    if (key && !connection.run("INSERT INTO creations (key_high, key_low, resource, made_at)"
                               " VALUES (?, ?, ?, ?)",
                               key->high, key->low, number, now)) {
        return failure_of(connection);
    }
    return {};
}

}  // namespace

Result<engine::Account, StoreError> SqliteStore::create_account(std::string_view name, Time now) {
    engine::Account account{.name = std::string(name), .created_at = now};
    TRY(database_->write([&](Connection& connection) -> Result<void, std::string> {
        if (!connection.run("INSERT INTO accounts (name, created_at) VALUES (?, ?)", name, now)) {
            return failure_of(connection);
        }
        account.number = AccountNumber{static_cast<std::uint32_t>(connection.last_insert_id())};
        return {};
    }));
    return account;
}

Result<std::vector<engine::Account>, StoreError> SqliteStore::accounts() {
    std::vector<engine::Account> found;
    TRY(database_->read([&](Connection& connection) {
        Query query =
            connection.query("SELECT number, name, created_at FROM accounts ORDER BY number");
        return collect(connection, query, "accounts", found, [](Query& row) {
            return engine::Account{.number = row.id<AccountNumber>(0),
                                   .name = std::string(row.text(1)),
                                   .created_at = row.time(2)};
        });
    }));
    return found;
}

Result<ApiKey, StoreError> SqliteStore::add_key(const ApiKey& key) {
    ApiKey added = key;
    TRY(database_->write([&](Connection& connection) -> Result<void, std::string> {
        if (!connection.run("INSERT INTO api_keys (account, role, label, prefix, hash, created_at,"
                            " revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                            key.account, key.role, key.label, key.prefix, key.hash, key.created_at,
                            key.revoked_at)) {
            return failure_of(connection);
        }
        added.number = static_cast<std::uint64_t>(connection.last_insert_id());
        return {};
    }));
    return added;
}

Result<std::vector<ApiKey>, StoreError> SqliteStore::keys() {
    std::vector<ApiKey> found;
    TRY(database_->read([&](Connection& connection) {
        Query query = connection.query("SELECT number, account, role, label, prefix, hash,"
                                       " created_at, revoked_at FROM api_keys ORDER BY number");
        return collect(connection, query, "api_keys", found, key_from);
    }));
    return found;
}

Result<bool, StoreError> SqliteStore::revoke_key(std::uint64_t number, Time now) {
    bool revoked = false;
    TRY(database_->write([&](Connection& connection) -> Result<void, std::string> {
        if (!connection.run("UPDATE api_keys SET revoked_at = ? WHERE number = ?"
                            " AND revoked_at IS NULL",
                            now, number)) {
            return failure_of(connection);
        }
        revoked = connection.changes() == 1;
        return {};
    }));
    return revoked;
}

Result<std::vector<Secret>, StoreError> SqliteStore::secrets() {
    std::vector<Secret> found;
    TRY(database_->read([&](Connection& connection) {
        Query query = connection.query("SELECT id, purpose, bytes, created_at, retired_at"
                                       " FROM secrets ORDER BY id");
        return collect(connection, query, "secrets", found, secret_from);
    }));
    return found;
}

Result<Secret, StoreError> SqliteStore::add_secret(engine::SecretPurpose purpose,
                                                   std::span<const std::byte> bytes, Time now) {
    Secret secret{.purpose = purpose, .bytes = {bytes.begin(), bytes.end()}, .created_at = now};
    TRY(database_->write(
        [&](Connection& connection) { return insert_secret(connection, secret); }));
    return secret;
}

Result<ResourceNumber, StoreError>
SqliteStore::allocate_resource(AccountNumber account, std::optional<engine::RequestKey> key,
                               Time now) {
    ResourceNumber number;
    TRY(database_->write(
        [&](Connection& connection) { return allocate(connection, account, key, now, number); }));
    return number;
}

Result<std::optional<AccountNumber>, StoreError> SqliteStore::account_of(ResourceNumber resource) {
    std::optional<AccountNumber> found;
    TRY(database_->read([&](Connection& connection) {
        Query query = connection.query("SELECT account FROM resources WHERE number = ?");
        return pick(connection, query.bind(resource), "resources", found,
                    [](Query& row) { return row.id<AccountNumber>(0); });
    }));
    return found;
}

}  // namespace standby::store
