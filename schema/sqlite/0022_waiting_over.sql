-- Waiting ends by itself when its event begins or its list is closed. Lists of earlier versions do
-- not know when that is, so those with somebody who waits are looked at once.
UPDATE resources SET next_due = found.since
FROM (SELECT resource, min(changed_at) AS since FROM entries WHERE state = 2
      GROUP BY resource) AS found
WHERE resources.number = found.resource
  AND (resources.next_due IS NULL OR resources.next_due > found.since);
