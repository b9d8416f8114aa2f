-- Everything a Standby cluster keeps. What belongs to a resource is keyed by its shard first, so
-- that a shard's rows lie together and a distributed PostgreSQL can spread the shards over
-- machines. Rows of one resource lie in the order of their numbers. Times are milliseconds since
-- 1970 in UTC; 64-bit hashes are stored as signed integers. Plain SQL only: no sequences, no
-- triggers, no advisory locks.

-- One row. `secret` is what nodes prove themselves with to each other, or empty when the operator
-- keeps it elsewhere; `secret_hash` is its SHA-256 in any case. The control version grows with every
-- change of the control plane, and the row is locked while such a change is made.
CREATE TABLE cluster (
    one SMALLINT PRIMARY KEY CHECK (one = 1),
    shards INTEGER NOT NULL,
    secret BYTEA NOT NULL,
    secret_hash BYTEA NOT NULL,
    control_version BIGINT NOT NULL,
    founded_at BIGINT NOT NULL
);

-- Leases. `epoch` only grows; `commit_seq` counts commits; a commit that may not be makes it null,
-- which the column refuses. The other counters number what the shard makes: a number is
-- counter * shards + shard_id.
CREATE TABLE shard (
    shard_id INTEGER PRIMARY KEY,
    epoch BIGINT NOT NULL,
    owner TEXT NOT NULL,
    commit_seq BIGINT NOT NULL,
    served_at BIGINT NOT NULL,
    is_halted BOOLEAN NOT NULL,
    last_resource BIGINT NOT NULL,
    last_message BIGINT NOT NULL
) WITH (fillfactor = 20);
CREATE TABLE node (
    node_id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    version TEXT NOT NULL,
    state SMALLINT NOT NULL,
    heartbeat BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
) WITH (fillfactor = 20);

-- The control plane.
CREATE TABLE accounts (
    number BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE TABLE api_keys (
    number BIGINT PRIMARY KEY,
    account BIGINT NOT NULL,
    role SMALLINT NOT NULL,
    label TEXT NOT NULL,
    prefix TEXT NOT NULL,
    hash BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT
);
CREATE TABLE secrets (
    id BIGINT PRIMARY KEY,
    purpose SMALLINT NOT NULL,
    bytes BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    retired_at BIGINT
);

-- A resource has a row as soon as its number is given out; its data is empty until it is created.
CREATE TABLE resources (
    shard_id INTEGER NOT NULL,
    number BIGINT NOT NULL,
    account BIGINT NOT NULL,
    name TEXT NOT NULL,
    status SMALLINT NOT NULL,
    next_due BIGINT,
    last_event BIGINT NOT NULL,
    last_link BYTEA NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (shard_id, number)
) WITH (fillfactor = 50);
CREATE INDEX resources_by_number ON resources (number);

-- The number that a request to create a resource was given, so that its repetition gets it again.
CREATE TABLE creations (
    shard_id INTEGER NOT NULL,
    key_high BIGINT NOT NULL,
    key_low BIGINT NOT NULL,
    resource BIGINT NOT NULL,
    made_at BIGINT NOT NULL,
    PRIMARY KEY (shard_id, key_high, key_low)
);

-- `state` is readable without decoding; `data` is the canonical encoding of the rest. `contacts` is
-- a list of 8-byte keys, little endian.
CREATE TABLE entries (
    shard_id INTEGER NOT NULL,
    resource BIGINT NOT NULL,
    number BIGINT NOT NULL,
    state SMALLINT NOT NULL,
    changed_at BIGINT NOT NULL,
    data BYTEA NOT NULL,
    contacts BYTEA NOT NULL,
    PRIMARY KEY (shard_id, resource, number)
);
CREATE TABLE offers (
    shard_id INTEGER NOT NULL,
    resource BIGINT NOT NULL,
    number BIGINT NOT NULL,
    state SMALLINT NOT NULL,
    changed_at BIGINT NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (shard_id, resource, number)
);
CREATE TABLE openings (
    shard_id INTEGER NOT NULL,
    resource BIGINT NOT NULL,
    number BIGINT NOT NULL,
    state SMALLINT NOT NULL,
    changed_at BIGINT NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (shard_id, resource, number)
);

-- The one table with personal data. A row stands under the key of its entry.
CREATE TABLE people (
    shard_id INTEGER NOT NULL,
    resource BIGINT NOT NULL,
    entry BIGINT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    user_id TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    locale TEXT NOT NULL,
    consent_text TEXT NOT NULL,
    consent_source TEXT NOT NULL,
    consent_at BIGINT,
    PRIMARY KEY (shard_id, resource, entry)
);

CREATE TABLE facts (
    shard_id INTEGER NOT NULL,
    resource BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    key BIGINT NOT NULL,
    value BIGINT NOT NULL,
    PRIMARY KEY (shard_id, resource, kind, key)
);

-- Append only; `link` is the hash chain up to and with this event.
CREATE TABLE events (
    shard_id INTEGER NOT NULL,
    resource BIGINT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    data BYTEA NOT NULL,
    link BYTEA NOT NULL,
    PRIMARY KEY (shard_id, resource, number)
);

-- Messages to be sent, those about no resource in shard 0. State 0 is pending, 2 done, 3 dead;
-- `due_at` is when a pending one falls due. A message lies in the shard of its resource, which its id
-- tells (modulo the number of shards) unless it came over from another store.
CREATE TABLE outbox (
    shard_id INTEGER NOT NULL,
    id BIGINT NOT NULL,
    resource BIGINT NOT NULL,
    event BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    entry BIGINT NOT NULL,
    offer BIGINT NOT NULL,
    opening BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    state SMALLINT NOT NULL,
    attempts BIGINT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (shard_id, id)
);
CREATE INDEX outbox_waiting ON outbox (shard_id, due_at, id) WHERE state = 0;
CREATE INDEX outbox_ended ON outbox (shard_id, due_at) WHERE state >= 2;
CREATE INDEX outbox_dead ON outbox (id) WHERE state = 3;
CREATE INDEX outbox_by_resource ON outbox (resource, entry);

-- What became of a message on a channel. `address` is a keyed hash; 0 when it is not a person's.
CREATE TABLE deliveries (
    shard_id INTEGER NOT NULL,
    message BIGINT NOT NULL,
    channel SMALLINT NOT NULL,
    state SMALLINT NOT NULL,
    address BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    sent_at BIGINT,
    delivered_at BIGINT,
    provider_id TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (shard_id, message, channel)
);
CREATE INDEX deliveries_by_address ON deliveries (address, message) WHERE address <> 0;

-- Answers to requests that carried an Idempotency-Key; a body is given again byte by byte.
CREATE TABLE answers (
    shard_id INTEGER NOT NULL,
    resource BIGINT NOT NULL,
    number BIGINT NOT NULL,
    key_high BIGINT NOT NULL,
    key_low BIGINT NOT NULL,
    digest BIGINT NOT NULL,
    made_at BIGINT NOT NULL,
    status INTEGER NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (shard_id, resource, number)
);
CREATE INDEX answers_by_age ON answers (shard_id, made_at);

-- How a house writes. An account without a row has the default one; durations are milliseconds.
CREATE TABLE houses (
    account BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    reply_to TEXT NOT NULL,
    staff_email TEXT NOT NULL,
    address TEXT NOT NULL,
    locale TEXT NOT NULL,
    consent_text TEXT NOT NULL,
    channels SMALLINT NOT NULL,
    open_tracking BOOLEAN NOT NULL,
    monthly_summary BOOLEAN NOT NULL,
    event_reminder BIGINT NOT NULL,
    rate DOUBLE PRECISION NOT NULL,
    webhook_url TEXT NOT NULL,
    webhook_secret BYTEA NOT NULL,
    time_zone TEXT NOT NULL,
    widget_origins TEXT NOT NULL,
    saved_at BIGINT NOT NULL
);

-- Every wording that a house ever had; the highest version counts.
CREATE TABLE voice (
    account BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    channel SMALLINT NOT NULL,
    locale TEXT NOT NULL,
    version BIGINT NOT NULL,
    is_default BOOLEAN NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    button TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    made_by BIGINT NOT NULL,
    made_by_member BIGINT NOT NULL,
    PRIMARY KEY (account, kind, channel, locale, version)
);

-- Addresses, as keyed hashes, that must not be written to.
CREATE TABLE opt_outs (
    address BIGINT PRIMARY KEY,
    source SMALLINT NOT NULL,
    at BIGINT NOT NULL
);

-- The people who sign in to the staff pages. Passwords are argon2id texts; tokens are kept as
-- hashes only.
CREATE TABLE members (
    number BIGINT PRIMARY KEY,
    account BIGINT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    role SMALLINT NOT NULL,
    password_hash TEXT NOT NULL,
    totp_secret BYTEA NOT NULL,
    totp_last_step BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT,
    removed_at BIGINT
);
-- An address signs one member in.
CREATE UNIQUE INDEX members_by_email ON members (email) WHERE email <> '' AND removed_at IS NULL;

-- Where members are signed in; `hash` is of the token in the cookie.
CREATE TABLE staff_sessions (
    number BIGINT PRIMARY KEY,
    hash BYTEA NOT NULL UNIQUE,
    member BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX staff_sessions_by_member ON staff_sessions (member);

-- What set-up, invitation and reset links let in, once.
CREATE TABLE one_time_links (
    number BIGINT PRIMARY KEY,
    hash BYTEA NOT NULL UNIQUE,
    purpose SMALLINT NOT NULL,
    account BIGINT NOT NULL,
    member BIGINT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    role SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
