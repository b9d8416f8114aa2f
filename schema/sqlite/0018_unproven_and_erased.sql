-- Entries whose address nobody confirms end by themselves. So do those whose person was erased while
-- they were still on the list, as earlier versions did: a fact of kind 6 for each of them. Such lists
-- may have nothing else that falls due, so they are looked at once; from then on they know when.
INSERT INTO facts (resource, kind, key, value)
SELECT entries.resource, 6, entries.number, 0 FROM entries
WHERE entries.state BETWEEN 1 AND 5 AND NOT EXISTS (
    SELECT 1 FROM people WHERE people.resource = entries.resource AND people.entry = entries.number);
UPDATE resources SET next_due = found.since
FROM (SELECT resource, min(changed_at) AS since FROM entries
      WHERE state = 1 OR (resource, number) IN (SELECT resource, key FROM facts WHERE kind = 6)
      GROUP BY resource) AS found
WHERE resources.number = found.resource;
