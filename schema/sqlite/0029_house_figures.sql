-- Figures that no event tells: how often guests came back to an offer that had expired, by the day
-- of the list's calendar and by how long after; and the change of rules that the replay of a month
-- speaks for. Counts and names of rules; nothing about guests.
CREATE TABLE late_looks (
    resource INTEGER NOT NULL,
    day INTEGER NOT NULL,
    span INTEGER NOT NULL,
    looks INTEGER NOT NULL,
    PRIMARY KEY (resource, day, span)
) WITHOUT ROWID;
CREATE TABLE month_suggestions (
    account INTEGER NOT NULL,
    month INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    resource INTEGER NOT NULL,
    rule_change INTEGER NOT NULL,
    filled_now REAL NOT NULL,
    filled_then REAL NOT NULL,
    PRIMARY KEY (account, month)
) WITHOUT ROWID;
