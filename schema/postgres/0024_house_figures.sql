-- Figures that no event tells: how often guests came back to an offer that had expired, by the day
-- of the list's calendar and by how long after; and the change of rules that the replay of a month
-- speaks for. Counts and names of rules; nothing about guests.
CREATE TABLE late_looks (
    resource BIGINT NOT NULL,
    day INTEGER NOT NULL,
    span SMALLINT NOT NULL,
    looks BIGINT NOT NULL,
    PRIMARY KEY (resource, day, span)
);
CREATE TABLE month_suggestions (
    account BIGINT NOT NULL,
    month INTEGER NOT NULL,
    made_at BIGINT NOT NULL,
    resource BIGINT NOT NULL,
    rule_change SMALLINT NOT NULL,
    filled_now DOUBLE PRECISION NOT NULL,
    filled_then DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (account, month)
);
