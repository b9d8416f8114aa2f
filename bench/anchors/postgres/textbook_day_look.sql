-- textbook_rank.sql on any list: the status of somebody taken at random, who comes from a list as
-- often as it has people. Call with -D people=N.
\set entry random(1, :people)
SELECT waitlist_id AS list, priority_score AS points, position, status FROM waitlist_entry
    WHERE id = :entry \gset
SELECT COUNT(*) FROM waitlist_entry
    WHERE waitlist_id = :list AND status = 'waiting'
      AND (priority_score > :points OR (priority_score = :points AND position < :position));
