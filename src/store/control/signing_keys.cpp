// The keys that businesses sign joins with.
#include "store/control/control_plane.hpp"

namespace standby::store {

using engine::SigningKey;
using engine::StoreError;

namespace {

SigningKey signing_key_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .account = row.id<engine::AccountNumber>(1),
            .algorithm = row.choice(2, engine::SigningAlgorithm::EdDsa),
            .name = row.text(3),
            .bytes = row.bytes(4),
            .hash = row.digest(5),
            .created_at = row.time(6),
            .revoked_at = row.optional_time(7)};
}

}  // namespace

Result<SigningKey, StoreError> ControlPlane::add_signing_key(const SigningKey& key) {
    const Done done =
        TRY(change(sql("INSERT INTO signing_keys (number, account, algorithm, name, bytes, hash,"
                       " created_at, revoked_at) SELECT coalesce(max(number), 0) + 1, $1, $2, $3,"
                       " $4, $5, $6, $7 FROM signing_keys RETURNING number",
                       key.account, key.algorithm, key.name, key.bytes, key.hash, key.created_at,
                       key.revoked_at)));
    SigningKey added = key;
    added.number = done.number;
    return added;
}

Result<std::vector<SigningKey>, StoreError> ControlPlane::signing_keys() {
    return sql_.all(sql("SELECT number, account, algorithm, name, bytes, hash, created_at,"
                        " revoked_at FROM signing_keys ORDER BY number"),
                    signing_key_from);
}

Result<bool, StoreError> ControlPlane::revoke_signing_key(std::uint64_t number, Time now) {
    const std::vector<std::byte> nothing;
    const Done done = TRY(change(sql("UPDATE signing_keys SET revoked_at = $1, bytes = $2"
                                     " WHERE number = $3 AND revoked_at IS NULL",
                                     now, nothing, number)));
    return done.changed == 1;
}

}  // namespace standby::store
