-- What staff did, in one chain for each account. `data` is a record of numbered fields and holds
-- only a salted hash of where it came from; `salt` and `client` can be forgotten.
CREATE TABLE staff_trail (
    account INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    data BLOB NOT NULL,
    link BLOB NOT NULL,
    salt BLOB NOT NULL,
    client TEXT NOT NULL,
    PRIMARY KEY (account, number)
) WITHOUT ROWID;
CREATE INDEX staff_trail_by_age ON staff_trail (at) WHERE client <> '';
