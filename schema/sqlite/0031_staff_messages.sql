-- What staff wrote to guests, once for all whom it goes to; the outbox points here with the number.
-- `guests` are the tickets, with spaces between them. The words go with the messages of the account,
-- and with a guest whom alone they were written to.
CREATE TABLE staff_messages (
    number INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    resource INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    request_high INTEGER NOT NULL,
    request_low INTEGER NOT NULL,
    request_digest INTEGER NOT NULL,
    guests TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX staff_messages_by_account ON staff_messages (account, made_at);
CREATE INDEX staff_messages_by_resource ON staff_messages (resource);
