-- The figures of a list as they are kept: what was counted up to an event with what is under way,
-- and a row for each day of the list's calendar. Counts and the names of services and staff that
-- openings have; nothing about guests. Made anew from the events where it is missing.
CREATE TABLE rollups (
    resource INTEGER NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    event INTEGER NOT NULL,
    digest BLOB NOT NULL,
    data BLOB NOT NULL
);
CREATE TABLE rollup_days (
    resource INTEGER NOT NULL,
    day INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (resource, day)
) WITHOUT ROWID;
