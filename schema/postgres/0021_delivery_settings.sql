-- Mail servers and SMS services that owners set up in the pages, one of each. `sealed` is encrypted
-- with a key that is not in the database.
CREATE TABLE delivery_settings (
    channel SMALLINT PRIMARY KEY,
    sealed BYTEA NOT NULL,
    changed_at BIGINT NOT NULL
);
