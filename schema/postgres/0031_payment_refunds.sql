-- What staff gave back, or want to: one row for each request, by the key that it came with. The
-- reason stands here until the audit trail has it.
CREATE TABLE payment_refunds (
    payment BIGINT NOT NULL,
    key_high BIGINT NOT NULL,
    key_low BIGINT NOT NULL,
    digest BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    actor_kind SMALLINT NOT NULL,
    actor BIGINT NOT NULL,
    reason TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    PRIMARY KEY (payment, key_high, key_low)
);
