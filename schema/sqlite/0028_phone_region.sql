-- The country whose numbers are meant where one has no country code: an ISO code; empty: guessed.
ALTER TABLE houses ADD COLUMN phone_region TEXT NOT NULL DEFAULT '';
