-- What a business offers: services (kind 1), people (2) and places (3). Other names stand in one
-- text, a line each; the services of a person as their numbers, hours as "from+length" in minutes
-- of the week. Removed ones stay, so that no number is given twice.
CREATE TABLE catalogue_items (
    number BIGINT PRIMARY KEY,
    account BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    name TEXT NOT NULL,
    other_names TEXT NOT NULL,
    duration BIGINT,
    price_amount BIGINT,
    price_currency TEXT NOT NULL,
    buffer BIGINT NOT NULL,
    services TEXT NOT NULL,
    hours TEXT NOT NULL,
    size_min INTEGER NOT NULL,
    size_max INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    removed_at BIGINT
);
CREATE INDEX catalogue_items_by_account ON catalogue_items (account, number);
