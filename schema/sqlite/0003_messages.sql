-- Messages on their way out: what guests agreed to, how houses write, who must not be written to,
-- and what became of each message on each channel.

-- What the person agreed to, where and when.
ALTER TABLE people ADD COLUMN consent_text TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN consent_source TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN consent_at INTEGER;

-- Nobody claims messages any more: state 0 is pending, 2 done, 3 dead. `wake_at` is when a pending
-- one falls due, and the same as `due_at`.
UPDATE outbox SET state = 0, wake_at = due_at WHERE state = 1;
DROP INDEX outbox_waiting;
CREATE INDEX outbox_waiting ON outbox (wake_at) WHERE state = 0;
CREATE INDEX outbox_ended ON outbox (due_at) WHERE state >= 2;
CREATE INDEX outbox_dead ON outbox (id) WHERE state = 3;
DROP INDEX outbox_by_resource;
CREATE INDEX outbox_by_resource ON outbox (resource, entry);

-- `address` is a keyed hash; 0 when the recipient is not a person.
CREATE TABLE deliveries (
    message INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    state INTEGER NOT NULL,
    address INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    sent_at INTEGER,
    delivered_at INTEGER,
    provider_id TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (message, channel)
) WITHOUT ROWID;
CREATE INDEX deliveries_by_address ON deliveries (address, message) WHERE address <> 0;
