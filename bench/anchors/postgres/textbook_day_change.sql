-- Somebody taken at random wishes for another service. Call with -D people=N.
\set entry random(1, :people)
\set service random(0, 4)
UPDATE waitlist_entry SET wants = 'service-' || :service WHERE id = :entry;
