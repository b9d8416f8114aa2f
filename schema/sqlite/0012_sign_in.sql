-- What a member without the authenticator app signs in with, each once; `hash` is of the code.
CREATE TABLE recovery_codes (
    member INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (member, hash)
) WITHOUT ROWID;

-- What members are told by mail about how they sign in. The outbox has the number.
CREATE TABLE staff_notices (
    number INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    member INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    email TEXT NOT NULL,
    client TEXT NOT NULL,
    at INTEGER NOT NULL
);
CREATE INDEX staff_notices_by_time ON staff_notices (at);

-- Keys that members' devices keep. `credential` is the device's name for one, `public_key` is as COSE
-- writes keys.
CREATE TABLE passkeys (
    number INTEGER PRIMARY KEY,
    member INTEGER NOT NULL,
    credential BLOB NOT NULL UNIQUE,
    public_key BLOB NOT NULL,
    sign_count INTEGER NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
);
CREATE INDEX passkeys_by_member ON passkeys (member);
