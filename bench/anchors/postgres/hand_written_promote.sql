-- One seat for the first in line, whoever else promotes at the same time: offer, event and message
-- in one statement.
WITH first AS (
    SELECT id FROM entry WHERE list_id = 1 AND status = 0
    ORDER BY points, id LIMIT 1 FOR UPDATE SKIP LOCKED
), promoted AS (
    UPDATE entry SET status = 1 FROM first WHERE entry.id = first.id RETURNING entry.id
), offered AS (
    INSERT INTO offer (list_id, entry_id, expires_at)
    SELECT 1, id, now() + INTERVAL '12 hours' FROM promoted
), told AS (
    INSERT INTO event (list_id, entry_id, type, data, link)
    SELECT 1, id, 2, decode(repeat('ab', 48), 'hex'), decode(repeat('cd', 32), 'hex')
    FROM promoted
)
INSERT INTO outbox (list_id, entry_id, kind) SELECT 1, id, 4 FROM promoted RETURNING entry_id;
