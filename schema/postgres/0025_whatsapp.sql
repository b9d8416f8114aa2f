-- How a house writes to phone numbers: by WhatsApp and else by text (1), by text (2), by WhatsApp (3).
ALTER TABLE houses ADD COLUMN phone_messages SMALLINT NOT NULL DEFAULT 1;
-- What is known of numbers on WhatsApp: when their owners wrote last, and when it did not know them;
-- 0: never. `address` is a keyed hash. Forgotten after some days.
CREATE TABLE whatsapp_numbers (
    address BIGINT PRIMARY KEY,
    heard_at BIGINT NOT NULL,
    absent_at BIGINT NOT NULL
);
