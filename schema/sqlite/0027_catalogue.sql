-- What a business offers: services (kind 1), people (2) and places (3). Other names stand in one
-- text, a line each; the services of a person as their numbers, hours as "from+length" in minutes
-- of the week. Removed ones stay, so that no number is given twice.
CREATE TABLE catalogue_items (
    number INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    name TEXT NOT NULL,
    other_names TEXT NOT NULL,
    duration INTEGER,
    price_amount INTEGER,
    price_currency TEXT NOT NULL,
    buffer INTEGER NOT NULL,
    services TEXT NOT NULL,
    hours TEXT NOT NULL,
    size_min INTEGER NOT NULL,
    size_max INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    removed_at INTEGER
);
CREATE INDEX catalogue_items_by_account ON catalogue_items (account, number);
