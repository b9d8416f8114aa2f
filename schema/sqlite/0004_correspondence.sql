-- How a house writes. An account without a row has the default one; durations are milliseconds.
CREATE TABLE houses (
    account INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    reply_to TEXT NOT NULL,
    staff_email TEXT NOT NULL,
    address TEXT NOT NULL,
    locale TEXT NOT NULL,
    consent_text TEXT NOT NULL,
    channels INTEGER NOT NULL,
    open_tracking INTEGER NOT NULL,
    monthly_summary INTEGER NOT NULL,
    event_reminder INTEGER NOT NULL,
    rate REAL NOT NULL,
    webhook_url TEXT NOT NULL,
    webhook_secret BLOB NOT NULL,
    saved_at INTEGER NOT NULL
);

-- Every wording that a house ever had; the highest version counts.
CREATE TABLE voice (
    account INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    locale TEXT NOT NULL,
    version INTEGER NOT NULL,
    is_default INTEGER NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    button TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    made_by INTEGER NOT NULL,
    PRIMARY KEY (account, kind, channel, locale, version)
);

-- Addresses, as keyed hashes, that must not be written to.
CREATE TABLE opt_outs (
    address INTEGER PRIMARY KEY,
    source INTEGER NOT NULL,
    at INTEGER NOT NULL
);
