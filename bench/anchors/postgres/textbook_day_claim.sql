-- An invited guest claims the place, unless the invitation is over. The first statement only finds
-- one, as the link in a message would. Call with -D lists=N -D power=X.
\set list random_zipfian(1, :lists, :power)
SELECT COALESCE((SELECT id FROM waitlist_entry WHERE waitlist_id = :list AND status = 'invited'
                 LIMIT 1), 0) AS entry \gset
BEGIN;
SELECT status, invite_expires_at FROM waitlist_entry WHERE id = :entry FOR UPDATE;
UPDATE waitlist_entry SET status = 'accepted', accepted_at = now()
    WHERE id = :entry AND status = 'invited' AND invite_expires_at > now();
COMMIT;
