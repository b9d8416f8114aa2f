-- The textbook design of a waitlist: a position is the highest one plus one, a rank is a COUNT(*),
-- and a release locks the list. Beside what the textbook names, it gets the indexes that its
-- queries need. Call with -v waiting=N.
CREATE TABLE waitlist (
    id BIGSERIAL PRIMARY KEY,
    name TEXT NOT NULL,
    capacity INT NOT NULL,
    spots_released INT NOT NULL DEFAULT 0,
    invite_window_hours INT NOT NULL DEFAULT 48,
    created_at TIMESTAMPTZ
);
CREATE TABLE waitlist_entry (
    id BIGSERIAL PRIMARY KEY,
    waitlist_id BIGINT NOT NULL,
    user_id BIGINT,
    email TEXT NOT NULL,
    position INT,
    status TEXT NOT NULL DEFAULT 'waiting',
    referral_code TEXT,
    referred_by TEXT,
    priority_score INT NOT NULL DEFAULT 0,
    joined_at TIMESTAMPTZ NOT NULL,
    invited_at TIMESTAMPTZ,
    accepted_at TIMESTAMPTZ,
    invite_expires_at TIMESTAMPTZ
);

INSERT INTO waitlist (name, capacity, created_at) VALUES ('Night of strings', 2000000000, now());
-- One in sixteen has points.
INSERT INTO waitlist_entry (waitlist_id, email, position, referral_code, priority_score, joined_at)
SELECT 1, 'person' || md5(number::text) || '@example.org', number, 'S' || md5((number + 7)::text),
       CASE WHEN number % 16 = 0 THEN number % 10 * 5 ELSE 0 END, now()
FROM generate_series(1, :waiting) AS number;

ALTER TABLE waitlist_entry ADD UNIQUE (referral_code);
ALTER TABLE waitlist_entry ADD UNIQUE (waitlist_id, email);
CREATE INDEX ON waitlist_entry (waitlist_id, position);
CREATE INDEX ON waitlist_entry (waitlist_id, priority_score DESC, position)
    WHERE status = 'waiting';
VACUUM (FREEZE, ANALYZE) waitlist_entry;
