-- A join as in the textbook, made correct: without the lock on the list, two joins at the same time
-- get the same position.
\set person random(1, 1000000000000)
\set code random(1, 1000000000000)
SELECT position, status FROM waitlist_entry
    WHERE waitlist_id = 1 AND email = 'guest' || :person || '@example.com';
BEGIN;
SELECT id FROM waitlist WHERE id = 1 FOR UPDATE;
SELECT COALESCE(MAX(position), 0) + 1 AS position FROM waitlist_entry WHERE waitlist_id = 1 \gset
INSERT INTO waitlist_entry (waitlist_id, email, position, referral_code, joined_at)
    VALUES (1, 'guest' || :person || '@example.com', :position, 'R' || :code, now());
COMMIT;
