-- What a member without the authenticator app signs in with, each once; `hash` is of the code.
CREATE TABLE recovery_codes (
    member BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (member, hash)
);

-- What members are told by mail about how they sign in. The outbox has the number.
CREATE TABLE staff_notices (
    number BIGINT PRIMARY KEY,
    account BIGINT NOT NULL,
    member BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    email TEXT NOT NULL,
    client TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX staff_notices_by_time ON staff_notices (at);

-- Keys that members' devices keep. `credential` is the device's name for one, `public_key` is as COSE
-- writes keys.
CREATE TABLE passkeys (
    number BIGINT PRIMARY KEY,
    member BIGINT NOT NULL,
    credential BYTEA NOT NULL UNIQUE,
    public_key BYTEA NOT NULL,
    sign_count BIGINT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);
CREATE INDEX passkeys_by_member ON passkeys (member);
