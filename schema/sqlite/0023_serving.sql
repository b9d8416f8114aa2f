-- Until when a server is known to have served this file, written every few seconds. What fell due
-- after that, while nobody could answer, is made good by the next one.
CREATE TABLE serving (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    until INTEGER NOT NULL
);
