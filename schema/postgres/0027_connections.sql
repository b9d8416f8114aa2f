-- What ties a business to other systems: sheets (kind 1), calendars (2), imports (3), mailboxes (4).
-- `sealed` is encrypted with a key that is not in the database; `settings`, `state` and `data` are
-- JSON and name nobody. Removed connections stay, so that no number is given twice. `mark` changes
-- with every look that is kept.
CREATE TABLE connections (
    number BIGINT PRIMARY KEY,
    account BIGINT NOT NULL,
    resource BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    settings TEXT NOT NULL,
    sealed BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    removed_at BIGINT,
    mark BIGINT NOT NULL,
    state TEXT NOT NULL,
    looked_at BIGINT
);
-- What was seen of each at the last look.
CREATE TABLE connection_items (
    connection BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (connection, key)
);
-- What only staff can decide.
CREATE TABLE connection_cards (
    number BIGINT PRIMARY KEY,
    account BIGINT NOT NULL,
    resource BIGINT NOT NULL,
    connection BIGINT NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    settled_at BIGINT,
    outcome TEXT NOT NULL
);
CREATE INDEX connection_cards_open ON connection_cards (account, number) WHERE settled_at IS NULL;
CREATE INDEX connection_cards_by_connection ON connection_cards (connection);
