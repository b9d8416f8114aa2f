-- In which form webhooks are written: 1 plain, 2 CloudEvents.
ALTER TABLE houses ADD COLUMN webhook_format INTEGER NOT NULL DEFAULT 1;
-- Up to which position of an account's feed its events are on a message bus.
CREATE TABLE bus_cursors (
    bus TEXT NOT NULL,
    account INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (bus, account)
) WITHOUT ROWID;
-- Messages from buses that were put aside.
CREATE TABLE bus_rejected (
    account INTEGER NOT NULL,
    number INTEGER NOT NULL,
    resource INTEGER NOT NULL,
    bus TEXT NOT NULL,
    subject TEXT NOT NULL,
    event_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    is_settled INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account, number)
) WITHOUT ROWID;
