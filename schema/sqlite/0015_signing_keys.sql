-- Keys that businesses sign joins of their own users with. `bytes` is what verifies: the secret of
-- HS256 (1), the public key of EdDSA (2); empty once the key is revoked. By `hash` the request that
-- made it is known again.
CREATE TABLE signing_keys (
    number INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    algorithm INTEGER NOT NULL,
    name TEXT NOT NULL,
    bytes BLOB NOT NULL,
    hash BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
);
