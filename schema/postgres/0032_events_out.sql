-- In which form webhooks are written: 1 plain, 2 CloudEvents.
ALTER TABLE houses ADD COLUMN webhook_format SMALLINT NOT NULL DEFAULT 1;
-- Up to which position of an account's feed its events are on a message bus.
CREATE TABLE bus_cursors (
    bus TEXT NOT NULL,
    account BIGINT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (bus, account)
);
-- Messages from buses that were put aside.
CREATE TABLE bus_rejected (
    account BIGINT NOT NULL,
    number BIGINT NOT NULL,
    resource BIGINT NOT NULL,
    bus TEXT NOT NULL,
    subject TEXT NOT NULL,
    event_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    at BIGINT NOT NULL,
    is_settled BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (account, number)
);
