-- What the person agreed to, where and when.
ALTER TABLE people ADD COLUMN consent_text TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN consent_source TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN consent_at INTEGER;
