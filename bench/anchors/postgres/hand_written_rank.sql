-- The rank of an entry taken at random, counted on the index of the order alone. The last statement
-- is what is measured. Call with -D waiting=N.
\set entry random(1, :waiting)
SELECT points FROM entry WHERE id = :entry \gset
SELECT COUNT(*) FROM entry
    WHERE list_id = 1 AND status = 0 AND (points, id) < (:points, :entry);
