-- Where a place stood before it was passed on, to tell whoever reads that.
ALTER TABLE people ADD COLUMN former_contact TEXT NOT NULL DEFAULT '';
