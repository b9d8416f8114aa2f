-- textbook_release.sql with one place, on a list picked by a power law. Call with -D lists=N
-- -D power=X.
\set list random_zipfian(1, :lists, :power)
BEGIN;
SELECT * FROM waitlist WHERE id = :list FOR UPDATE;
UPDATE waitlist_entry
    SET status = 'invited', invited_at = now(), invite_expires_at = now() + INTERVAL '48 hours'
    WHERE id IN (SELECT id FROM waitlist_entry WHERE waitlist_id = :list AND status = 'waiting'
                 ORDER BY priority_score DESC, position LIMIT 1)
    RETURNING email, id;
UPDATE waitlist SET spots_released = spots_released + 1 WHERE id = :list;
COMMIT;
