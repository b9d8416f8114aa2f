-- The textbook design with many lists, for a mixed day: the tables and indexes of textbook.sql, a
-- wish as text, and an index with which an invited guest is found. People are put on the lists in a
-- random order, as they come in life; list k has a share in proportion to k^-power, but at least
-- one. Call with -v lists=N -v people=N -v power=X.
\set waiting 0
\ir textbook.sql
ALTER TABLE waitlist_entry ADD COLUMN wants TEXT;
CREATE INDEX ON waitlist_entry (waitlist_id) WHERE status = 'invited';

INSERT INTO waitlist (name, capacity, created_at)
SELECT 'List ' || number, 2000000000, now() FROM generate_series(2, :lists) AS number;

WITH weights AS (
    SELECT number, number ^ (-:power::float8) AS weight FROM generate_series(1, :lists) AS number
), sizes AS (
    SELECT number AS list,
           greatest(1, round(:people * weight / (SELECT sum(weight) FROM weights)))::int AS size
    FROM weights
), people AS (
    SELECT list, place, 'person' || md5(list || '-' || place) || '@example.org' AS email
    FROM sizes, generate_series(1, size) AS place
)
INSERT INTO waitlist_entry (waitlist_id, email, position, referral_code, joined_at)
SELECT list, email, place, 'S' || md5(email), now() FROM people ORDER BY md5(email);

VACUUM (FREEZE, ANALYZE) waitlist, waitlist_entry;
