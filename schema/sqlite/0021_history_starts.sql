-- How long a house keeps the histories of its lists, in milliseconds; 0: for ever. Where a history
-- begins that is no longer kept from event 1 on: the link that the chain goes on from, and the list
-- as it stood there. Each start is chained to the one before, whose state is emptied.
ALTER TABLE houses ADD COLUMN keep_histories INTEGER NOT NULL DEFAULT 0;
CREATE TABLE history_starts (
    resource INTEGER NOT NULL,
    event INTEGER NOT NULL,
    since INTEGER NOT NULL,
    link BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    previous BLOB NOT NULL,
    state_digest BLOB NOT NULL,
    digest BLOB NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (resource, event),
    UNIQUE (resource, previous)
);
