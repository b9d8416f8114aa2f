-- What staff wrote to guests, once for all whom it goes to; the outbox points here with the number.
-- `guests` are the tickets, with spaces between them. The words go with the messages of the account,
-- and with a guest whom alone they were written to.
CREATE TABLE staff_messages (
    number BIGINT PRIMARY KEY,
    account BIGINT NOT NULL,
    resource BIGINT NOT NULL,
    made_at BIGINT NOT NULL,
    request_high BIGINT NOT NULL,
    request_low BIGINT NOT NULL,
    request_digest BIGINT NOT NULL,
    guests TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX staff_messages_by_account ON staff_messages (account, made_at);
CREATE INDEX staff_messages_by_resource ON staff_messages (resource);
