-- Entries whose address nobody confirms end by themselves. So do those whose person was erased while
-- they were still on the list, as earlier versions did: a fact of kind 6 for each of them. Such lists
-- may have nothing else that falls due, so they are looked at once; from then on they know when.
INSERT INTO facts (shard_id, resource, kind, key, value)
SELECT entries.shard_id, entries.resource, 6, entries.number, 0 FROM entries
WHERE entries.state BETWEEN 1 AND 5 AND NOT EXISTS (
    SELECT 1 FROM people WHERE people.shard_id = entries.shard_id
    AND people.resource = entries.resource AND people.entry = entries.number);
UPDATE resources SET next_due = found.since
FROM (SELECT shard_id, resource, min(changed_at) AS since FROM entries
      WHERE state = 1 OR (shard_id, resource, number) IN
          (SELECT shard_id, resource, key FROM facts WHERE kind = 6)
      GROUP BY shard_id, resource) AS found
WHERE resources.shard_id = found.shard_id AND resources.number = found.resource;
