-- How long a house keeps the histories of its lists, in milliseconds; 0: for ever. Where a history
-- begins that is no longer kept from event 1 on: the link that the chain goes on from, and the list
-- as it stood there. Each start is chained to the one before, whose state is emptied.
ALTER TABLE houses ADD COLUMN keep_histories BIGINT NOT NULL DEFAULT 0;
CREATE TABLE history_starts (
    shard_id INTEGER NOT NULL,
    resource BIGINT NOT NULL,
    event BIGINT NOT NULL,
    since BIGINT NOT NULL,
    link BYTEA NOT NULL,
    made_at BIGINT NOT NULL,
    previous BYTEA NOT NULL,
    state_digest BYTEA NOT NULL,
    digest BYTEA NOT NULL,
    state BYTEA NOT NULL,
    PRIMARY KEY (shard_id, resource, event),
    UNIQUE (shard_id, resource, previous)
);
