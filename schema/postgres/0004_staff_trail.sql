-- What staff did, in one chain for each account. `data` is a record of numbered fields and holds
-- only a salted hash of where it came from; `salt` and `client` can be forgotten.
CREATE TABLE staff_trail (
    account BIGINT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    data BYTEA NOT NULL,
    link BYTEA NOT NULL,
    salt BYTEA NOT NULL,
    client TEXT NOT NULL,
    PRIMARY KEY (account, number)
);
CREATE INDEX staff_trail_by_age ON staff_trail (at) WHERE client <> '';
