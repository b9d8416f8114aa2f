-- The events of all lists of an account in one order. Positions count from 1 without gaps; a run is
-- events of one list, one behind the other, that end at its position.
CREATE TABLE feeds (
    account INTEGER PRIMARY KEY,
    position INTEGER NOT NULL,
    mark INTEGER NOT NULL
);
CREATE TABLE feed_runs (
    account INTEGER NOT NULL,
    position INTEGER NOT NULL,
    resource INTEGER NOT NULL,
    first_event INTEGER NOT NULL,
    last_event INTEGER NOT NULL,
    PRIMARY KEY (account, position)
) WITHOUT ROWID;
-- Up to which event those of a list are in it.
CREATE TABLE feed_reach (
    account INTEGER NOT NULL,
    resource INTEGER NOT NULL,
    event INTEGER NOT NULL,
    PRIMARY KEY (account, resource)
) WITHOUT ROWID;
