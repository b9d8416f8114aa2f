-- Somebody taken at random leaves. Call with -D people=N.
\set entry random(1, :people)
UPDATE waitlist_entry SET status = 'cancelled'
    WHERE id = :entry AND status IN ('waiting', 'invited', 'accepted');
