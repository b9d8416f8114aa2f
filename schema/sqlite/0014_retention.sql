-- How long a house keeps people whose entries ended, and messages, in milliseconds; 0: for ever, or
-- as long as the server says.
ALTER TABLE houses ADD COLUMN keep_people INTEGER NOT NULL DEFAULT 0;
ALTER TABLE houses ADD COLUMN keep_messages INTEGER NOT NULL DEFAULT 0;
