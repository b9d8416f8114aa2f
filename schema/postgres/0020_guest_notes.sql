-- What staff note about a guest, and the tags they give them, a line each. It goes with the person.
CREATE TABLE guest_notes (
    resource BIGINT NOT NULL,
    entry BIGINT NOT NULL,
    account BIGINT NOT NULL,
    text TEXT NOT NULL,
    tags TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (resource, entry)
);
CREATE INDEX guest_notes_by_account ON guest_notes (account, changed_at);
