-- A good design by hand: positions from a sequence, a second join found by the unique index, an
-- audit trail and an outbox written in the same transaction. Events are as large as Standby's, with
-- room for a link of a hash chain; messages have the columns that Standby's have. It has only the
-- indexes that its own queries need. Call with -v waiting=N.
CREATE TABLE entry (
    id BIGINT GENERATED ALWAYS AS IDENTITY,
    list_id INT NOT NULL,
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    phone TEXT NOT NULL DEFAULT '',
    status SMALLINT NOT NULL DEFAULT 0,
    points INT NOT NULL DEFAULT 0,
    party_size SMALLINT NOT NULL DEFAULT 1,
    joined_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE TABLE offer (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    list_id INT NOT NULL,
    entry_id BIGINT NOT NULL,
    status SMALLINT NOT NULL DEFAULT 0,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE TABLE event (
    id BIGINT GENERATED ALWAYS AS IDENTITY,
    list_id INT NOT NULL,
    entry_id BIGINT NOT NULL,
    type SMALLINT NOT NULL,
    at TIMESTAMPTZ NOT NULL DEFAULT now(),
    data BYTEA NOT NULL,
    link BYTEA NOT NULL
);
CREATE TABLE outbox (
    id BIGINT GENERATED ALWAYS AS IDENTITY,
    list_id INT NOT NULL,
    entry_id BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    due_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    state SMALLINT NOT NULL DEFAULT 0,
    attempts INT NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT ''
);

-- One in sixteen has points. They are kept negative, so that the whole order is ascending.
INSERT INTO entry (list_id, email, name, points)
SELECT 1, 'person' || md5(number::text) || '@example.org', 'Person ' || number,
       CASE WHEN number % 16 = 0 THEN number % 10 * -5 ELSE 0 END
FROM generate_series(1, :waiting) AS number;
INSERT INTO event (list_id, entry_id, type, data, link)
SELECT 1, number, 1, decode(repeat('ab', 48), 'hex'), decode(repeat('cd', 32), 'hex')
FROM generate_series(1, :waiting) AS number;
INSERT INTO outbox (list_id, entry_id, kind, state)
SELECT 1, number, 1, 2 FROM generate_series(1, :waiting) AS number;

ALTER TABLE entry ADD PRIMARY KEY (id);
ALTER TABLE event ADD PRIMARY KEY (id);
ALTER TABLE outbox ADD PRIMARY KEY (id);
ALTER TABLE entry ADD UNIQUE (list_id, email);
CREATE INDEX ON entry (list_id, points, id) WHERE status = 0;
CREATE INDEX ON outbox (due_at, id) WHERE state = 0;
VACUUM (FREEZE, ANALYZE) entry, event, outbox;
