-- The rank of an entry taken at random, as in the textbook: everyone ahead is counted. The last
-- statement is what is measured. Call with -D waiting=N.
\set entry random(1, :waiting)
SELECT priority_score AS points, position FROM waitlist_entry WHERE id = :entry \gset
SELECT COUNT(*) FROM waitlist_entry
    WHERE waitlist_id = 1 AND status = 'waiting'
      AND (priority_score > :points OR (priority_score = :points AND position < :position));
