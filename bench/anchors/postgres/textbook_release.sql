-- A release of many invites at once, as in the textbook: one transaction that locks the list. It
-- writes no event and no message. Call with -D seats=N.
BEGIN;
SELECT * FROM waitlist WHERE id = 1 FOR UPDATE;
UPDATE waitlist_entry
    SET status = 'invited', invited_at = now(), invite_expires_at = now() + INTERVAL '48 hours'
    WHERE id IN (SELECT id FROM waitlist_entry WHERE waitlist_id = 1 AND status = 'waiting'
                 ORDER BY priority_score DESC, position LIMIT :seats)
    RETURNING email, id;
UPDATE waitlist SET spots_released = spots_released + :seats WHERE id = 1;
COMMIT;
