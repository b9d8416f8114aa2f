-- What staff gave back, or want to: one row for each request, by the key that it came with. The
-- reason stands here until the audit trail has it.
CREATE TABLE payment_refunds (
    payment INTEGER NOT NULL,
    key_high INTEGER NOT NULL,
    key_low INTEGER NOT NULL,
    digest INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    actor_kind INTEGER NOT NULL,
    actor INTEGER NOT NULL,
    reason TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (payment, key_high, key_low)
) WITHOUT ROWID;
