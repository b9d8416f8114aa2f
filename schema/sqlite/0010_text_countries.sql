-- The countries that a house's texts may go to, one on each line; empty: its own.
ALTER TABLE houses ADD COLUMN text_countries TEXT NOT NULL DEFAULT '';
