-- Keys that businesses sign joins of their own users with. `bytes` is what verifies: the secret of
-- HS256 (1), the public key of EdDSA (2); empty once the key is revoked. By `hash` the request that
-- made it is known again.
CREATE TABLE signing_keys (
    number BIGINT PRIMARY KEY,
    account BIGINT NOT NULL,
    algorithm SMALLINT NOT NULL,
    name TEXT NOT NULL,
    bytes BYTEA NOT NULL,
    hash BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT
);
