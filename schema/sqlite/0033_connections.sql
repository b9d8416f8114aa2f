-- What ties a business to other systems: sheets (kind 1), calendars (2), imports (3), mailboxes (4).
-- `sealed` is encrypted with a key that is not in the database; `settings`, `state` and `data` are
-- JSON and name nobody. Removed connections stay, so that no number is given twice. `mark` changes
-- with every look that is kept.
CREATE TABLE connections (
    number INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    resource INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    settings TEXT NOT NULL,
    sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    removed_at INTEGER,
    mark INTEGER NOT NULL,
    state TEXT NOT NULL,
    looked_at INTEGER
);
-- What was seen of each at the last look.
CREATE TABLE connection_items (
    connection INTEGER NOT NULL,
    key TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (connection, key)
) WITHOUT ROWID;
-- What only staff can decide.
CREATE TABLE connection_cards (
    number INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    resource INTEGER NOT NULL,
    connection INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    settled_at INTEGER,
    outcome TEXT NOT NULL
);
CREATE INDEX connection_cards_open ON connection_cards (account, number) WHERE settled_at IS NULL;
CREATE INDEX connection_cards_by_connection ON connection_cards (connection);
