-- How long a house keeps people whose entries ended, and messages, in milliseconds; 0: for ever, or
-- as long as the server says.
ALTER TABLE houses ADD COLUMN keep_people BIGINT NOT NULL DEFAULT 0;
ALTER TABLE houses ADD COLUMN keep_messages BIGINT NOT NULL DEFAULT 0;
