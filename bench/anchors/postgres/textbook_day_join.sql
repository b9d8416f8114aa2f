-- textbook_join.sql on a list picked by a power law. Call with -D lists=N -D power=X.
\set list random_zipfian(1, :lists, :power)
\set person random(1, 1000000000000)
\set code random(1, 1000000000000)
SELECT position, status FROM waitlist_entry
    WHERE waitlist_id = :list AND email = 'guest' || :person || '@example.com';
BEGIN;
SELECT id FROM waitlist WHERE id = :list FOR UPDATE;
SELECT COALESCE(MAX(position), 0) + 1 AS position FROM waitlist_entry
    WHERE waitlist_id = :list \gset
INSERT INTO waitlist_entry (waitlist_id, email, position, referral_code, joined_at)
    VALUES (:list, 'guest' || :person || '@example.com', :position, 'R' || :code, now());
COMMIT;
