-- The very words that guests were sent, with marks where links stood: tokens are not stored. They go
-- with the person, and with their message.
CREATE TABLE message_words (
    shard_id INTEGER NOT NULL,
    message BIGINT NOT NULL,
    channel SMALLINT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (shard_id, message, channel)
);
