// Accounts, keys and secrets.
#include "store/control/control_plane.hpp"

namespace standby::store {

using engine::Account;
using engine::AccountNumber;
using engine::ApiKey;
using engine::Secret;
using engine::StoreError;

namespace {

Account account_from(SqlRow& row) {
    return {.number = row.id<AccountNumber>(0), .name = row.text(1), .created_at = row.time(2)};
}

ApiKey key_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .account = row.id<AccountNumber>(1),
            .role = row.choice(2, engine::Role::Owner),
            .label = row.text(3),
            .prefix = row.text(4),
            .hash = row.digest(5),
            .created_at = row.time(6),
            .revoked_at = row.optional_time(7)};
}

Secret secret_from(SqlRow& row) {
    return {.id = row.number<std::uint32_t>(0),
            .purpose = row.choice(1, engine::SecretPurpose::Contacts),
            .bytes = row.bytes(2),
            .created_at = row.time(3),
            .retired_at = row.optional_time(4)};
}

}  // namespace

Result<ControlPlane::Done, StoreError> ControlPlane::change(const SqlStatement& statement) {
    Done done;
    TRY(sql_.change([&](SqlSession& session) -> Result<Change, std::string> {
        done.changed = TRY(session.run(
            statement, [&](SqlRow& row) { done.number = row.number<std::uint64_t>(0); }));
        return Change::Made;
    }));
    return done;
}

Result<Account, StoreError> ControlPlane::create_account(std::string_view name, Time now) {
    const Done done = TRY(
        change(sql("INSERT INTO accounts (number, name, created_at)"
                   " SELECT coalesce(max(number), 0) + 1, $1, $2 FROM accounts RETURNING number",
                   name, now)));
    return Account{.number = AccountNumber{static_cast<std::uint32_t>(done.number)},
                   .name = std::string(name),
                   .created_at = now};
}

Result<std::vector<Account>, StoreError> ControlPlane::accounts() {
    return sql_.all(sql("SELECT number, name, created_at FROM accounts ORDER BY number"),
                    account_from);
}

Result<ApiKey, StoreError> ControlPlane::add_key(const ApiKey& key) {
    const Done done = TRY(change(sql(
        "INSERT INTO api_keys (number, account, role, label, prefix, hash, created_at,"
        " revoked_at) SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7"
        " FROM api_keys RETURNING number",
        key.account, key.role, key.label, key.prefix, key.hash, key.created_at, key.revoked_at)));
    ApiKey added = key;
    added.number = done.number;
    return added;
}

Result<std::vector<ApiKey>, StoreError> ControlPlane::keys() {
    return sql_.all(sql("SELECT number, account, role, label, prefix, hash, created_at, revoked_at"
                        " FROM api_keys ORDER BY number"),
                    key_from);
}

Result<bool, StoreError> ControlPlane::revoke_key(std::uint64_t number, Time now) {
    const Done done = TRY(
        change(sql("UPDATE api_keys SET revoked_at = $1 WHERE number = $2 AND revoked_at IS NULL",
                   now, number)));
    return done.changed == 1;
}

Result<std::vector<Secret>, StoreError> ControlPlane::secrets() {
    return sql_.all(
        sql("SELECT id, purpose, bytes, created_at, retired_at FROM secrets ORDER BY id"),
        secret_from);
}

Result<Secret, StoreError> ControlPlane::add_secret(engine::SecretPurpose purpose,
                                                    std::span<const std::byte> bytes, Time now) {
    Secret secret{.purpose = purpose, .bytes = {bytes.begin(), bytes.end()}, .created_at = now};
    TRY(sql_.change([&](SqlSession& session) -> Result<Change, std::string> {
        TRY(session.run(sql("UPDATE secrets SET retired_at = $1 WHERE purpose = $2"
                            " AND retired_at IS NULL",
                            now, purpose)));
        TRY(session.run(sql("INSERT INTO secrets (id, purpose, bytes, created_at)"
                            " SELECT coalesce(max(id), 0) + 1, $1, $2, $3 FROM secrets"
                            " RETURNING id",
                            purpose, bytes, now),
                        [&](SqlRow& row) { secret.id = row.number<std::uint32_t>(0); }));
        return Change::Made;
    }));
    return secret;
}

Result<void, StoreError> ControlPlane::drop_retired_secrets(engine::SecretPurpose purpose) {
    TRY(change(sql("DELETE FROM secrets WHERE purpose = $1 AND retired_at IS NOT NULL", purpose)));
    return {};
}

}  // namespace standby::store
