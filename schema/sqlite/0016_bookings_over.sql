-- Bookings end by themselves once their time has passed. Lists where somebody holds a place may have
-- nothing else that falls due, so they are looked at once; from then on they know when.
UPDATE resources SET next_due = held.since
FROM (SELECT resource, min(changed_at) AS since FROM entries WHERE state = 5
      GROUP BY resource) AS held
WHERE resources.number = held.resource;
