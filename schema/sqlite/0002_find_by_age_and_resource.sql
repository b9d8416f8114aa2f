-- Two ways to find rows that scanned whole tables before: answers that are old enough to be
-- forgotten, and the messages of one resource.
CREATE INDEX answers_by_age ON answers (made_at);
CREATE INDEX outbox_by_resource ON outbox (resource);
