-- What staff note about a guest, and the tags they give them, a line each. It goes with the person.
CREATE TABLE guest_notes (
    resource INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    account INTEGER NOT NULL,
    text TEXT NOT NULL,
    tags TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (resource, entry)
);
CREATE INDEX guest_notes_by_account ON guest_notes (account, changed_at);
