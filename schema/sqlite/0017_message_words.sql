-- The very words that guests were sent, with marks where links stood: tokens are not stored. They go
-- with the person, and with their message.
CREATE TABLE message_words (
    message INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (message, channel)
);
