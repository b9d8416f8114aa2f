-- Entry, event and message in one statement: one round trip and a transaction of its own.
\set person random(1, 1000000000000)
WITH joined AS (
    INSERT INTO entry (list_id, email, name)
    VALUES (1, 'guest' || :person || '@example.com', 'Person ' || :person)
    ON CONFLICT (list_id, email) DO NOTHING
    RETURNING id
), told AS (
    INSERT INTO event (list_id, entry_id, type, data, link)
    SELECT 1, id, 1, decode(repeat('ab', 48), 'hex'), decode(repeat('cd', 32), 'hex') FROM joined
)
INSERT INTO outbox (list_id, entry_id, kind) SELECT 1, id, 1 FROM joined RETURNING entry_id;
