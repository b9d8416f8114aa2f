-- Mail servers and SMS services that owners set up in the pages, one of each. `sealed` is encrypted
-- with a key that is not in the database.
CREATE TABLE delivery_settings (
    channel INTEGER PRIMARY KEY,
    sealed BLOB NOT NULL,
    changed_at INTEGER NOT NULL
);
