-- Everything one Standby server keeps. Keys are integers, and rows of one resource lie together in
-- the order of their numbers, so that writing appends and loading a resource is one scan per table.
-- Times are milliseconds since 1970 in UTC; 64-bit hashes are stored as signed integers.

-- The control plane.
CREATE TABLE accounts (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE TABLE api_keys (
    number INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    role INTEGER NOT NULL,
    label TEXT NOT NULL,
    prefix TEXT NOT NULL,
    hash BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
);
CREATE TABLE secrets (
    id INTEGER PRIMARY KEY,
    purpose INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    retired_at INTEGER
);

-- A resource has a row as soon as its number is given out; its data is empty until it is created.
CREATE TABLE resources (
    number INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    name TEXT NOT NULL,
    status INTEGER NOT NULL,
    next_due INTEGER,
    last_event INTEGER NOT NULL,
    last_link BLOB NOT NULL,
    data BLOB NOT NULL
);
CREATE INDEX resources_due ON resources (next_due) WHERE next_due IS NOT NULL;

-- The number that a request to create a resource was given, so that its repetition gets it again.
CREATE TABLE creations (
    key_high INTEGER NOT NULL,
    key_low INTEGER NOT NULL,
    resource INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (key_high, key_low)
) WITHOUT ROWID;

-- `state` is readable without decoding; `data` is the canonical encoding of the rest, and empty
-- once it was moved to the archive. `contacts` is a list of 8-byte keys, little endian.
CREATE TABLE entries (
    resource INTEGER NOT NULL,
    number INTEGER NOT NULL,
    state INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    data BLOB NOT NULL,
    contacts BLOB NOT NULL,
    PRIMARY KEY (resource, number)
) WITHOUT ROWID;
CREATE TABLE offers (
    resource INTEGER NOT NULL,
    number INTEGER NOT NULL,
    state INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (resource, number)
) WITHOUT ROWID;
CREATE TABLE openings (
    resource INTEGER NOT NULL,
    number INTEGER NOT NULL,
    state INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (resource, number)
) WITHOUT ROWID;

-- The one table with personal data. A row stands under the key of its entry.
CREATE TABLE people (
    resource INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    user_id TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    locale TEXT NOT NULL,
    PRIMARY KEY (resource, entry)
) WITHOUT ROWID;

CREATE TABLE facts (
    resource INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    key INTEGER NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (resource, kind, key)
) WITHOUT ROWID;

-- Append only; `link` is the hash chain up to and with this event.
CREATE TABLE events (
    resource INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    data BLOB NOT NULL,
    link BLOB NOT NULL,
    PRIMARY KEY (resource, number)
) WITHOUT ROWID;

-- Messages to be sent. State 0 is pending, 1 claimed, 2 done, 3 dead; `wake_at` is when a pending
-- one falls due, or when the claim on a claimed one runs out.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    resource INTEGER NOT NULL,
    event INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    offer INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    state INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    wake_at INTEGER NOT NULL,
    note TEXT NOT NULL
);
CREATE INDEX outbox_waiting ON outbox (wake_at) WHERE state <= 1;

-- Answers to requests that carried an Idempotency-Key.
CREATE TABLE answers (
    resource INTEGER NOT NULL,
    number INTEGER NOT NULL,
    key_high INTEGER NOT NULL,
    key_low INTEGER NOT NULL,
    digest INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (resource, number)
) WITHOUT ROWID;
