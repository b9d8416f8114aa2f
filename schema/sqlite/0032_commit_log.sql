-- Up to which record of the log beside this file (-log-a, -log-b) its commits are in the tables, and
-- which log that is.
CREATE TABLE commit_log (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    identity BLOB NOT NULL,
    folded INTEGER NOT NULL
);
INSERT INTO commit_log (one, identity, folded) VALUES (1, randomblob(16), 0);
