-- In which form webhooks are written: 1 plain, 2 CloudEvents.
ALTER TABLE houses ADD COLUMN webhook_format SMALLINT NOT NULL DEFAULT 1;
-- Up to which position of an account's feed its events are on a message bus.
CREATE TABLE bus_cursors (
    bus TEXT NOT NULL,
    account BIGINT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (bus, account)
);
