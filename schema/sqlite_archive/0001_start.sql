-- What was moved out of the main file: the data of ended rows, and the people who stood beside
-- them. The tables have the keys of those they come from.
CREATE TABLE entries (
    resource INTEGER NOT NULL,
    number INTEGER NOT NULL,
    state INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (resource, number)
) WITHOUT ROWID;
CREATE TABLE offers (
    resource INTEGER NOT NULL,
    number INTEGER NOT NULL,
    state INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (resource, number)
) WITHOUT ROWID;
CREATE TABLE openings (
    resource INTEGER NOT NULL,
    number INTEGER NOT NULL,
    state INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (resource, number)
) WITHOUT ROWID;
CREATE TABLE people (
    resource INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    user_id TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    locale TEXT NOT NULL,
    PRIMARY KEY (resource, entry)
) WITHOUT ROWID;
