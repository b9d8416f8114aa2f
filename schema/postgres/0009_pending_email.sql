-- The address that a guest wants instead, where it has to be proven first.
ALTER TABLE people ADD COLUMN pending_email TEXT NOT NULL DEFAULT '';
