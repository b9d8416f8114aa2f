-- The events of all lists of an account in one order. Positions count from 1 without gaps; a run is
-- events of one list, one behind the other, that end at its position.
CREATE TABLE feeds (
    account BIGINT PRIMARY KEY,
    position BIGINT NOT NULL,
    mark BIGINT NOT NULL
);
CREATE TABLE feed_runs (
    account BIGINT NOT NULL,
    position BIGINT NOT NULL,
    resource BIGINT NOT NULL,
    first_event BIGINT NOT NULL,
    last_event BIGINT NOT NULL,
    PRIMARY KEY (account, position)
);
-- Up to which event those of a list are in it.
CREATE TABLE feed_reach (
    account BIGINT NOT NULL,
    resource BIGINT NOT NULL,
    event BIGINT NOT NULL,
    PRIMARY KEY (account, resource)
);
