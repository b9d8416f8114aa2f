-- The figures of a list as they are kept: what was counted up to an event with what is under way,
-- and a row for each day of the list's calendar. Counts and the names of services and staff that
-- openings have; nothing about guests. Made anew from the events where it is missing.
CREATE TABLE rollups (
    shard_id INTEGER NOT NULL,
    resource BIGINT NOT NULL,
    version INTEGER NOT NULL,
    event BIGINT NOT NULL,
    digest BYTEA NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (shard_id, resource)
);
CREATE TABLE rollup_days (
    shard_id INTEGER NOT NULL,
    resource BIGINT NOT NULL,
    day INTEGER NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (shard_id, resource, day)
);
