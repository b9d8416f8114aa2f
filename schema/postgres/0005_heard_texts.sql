-- Texts of guests that were answered: each counts once, however often it is sent again. `id` is a
-- hash of the provider's own id.
CREATE TABLE heard_texts (
    id BYTEA PRIMARY KEY,
    at BIGINT NOT NULL
);
CREATE INDEX heard_texts_by_age ON heard_texts (at);
