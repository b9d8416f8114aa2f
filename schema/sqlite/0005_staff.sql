-- The people who sign in to the staff pages. Passwords are argon2id texts; tokens are kept as
-- hashes only.
CREATE TABLE members (
    number INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    role INTEGER NOT NULL,
    password_hash TEXT NOT NULL,
    totp_secret BLOB NOT NULL,
    totp_last_step INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER,
    removed_at INTEGER
);
-- An address signs one member in.
CREATE UNIQUE INDEX members_by_email ON members (email) WHERE email <> '' AND removed_at IS NULL;

-- Where members are signed in; `hash` is of the token in the cookie.
CREATE TABLE staff_sessions (
    number INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    member INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
);
CREATE INDEX staff_sessions_by_member ON staff_sessions (member);

-- What set-up, invitation and reset links let in, once.
CREATE TABLE one_time_links (
    number INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    purpose INTEGER NOT NULL,
    account INTEGER NOT NULL,
    member INTEGER NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    role INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
);

-- Where a house is, and which sites may show its join form, one on each line.
ALTER TABLE houses ADD COLUMN time_zone TEXT NOT NULL DEFAULT 'UTC';
ALTER TABLE houses ADD COLUMN widget_origins TEXT NOT NULL DEFAULT '';

-- Wordings can be of a member's making too.
ALTER TABLE voice ADD COLUMN made_by_member INTEGER NOT NULL DEFAULT 0;
