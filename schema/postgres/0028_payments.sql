-- The book of payments: what is intended with the money of guests, what the provider knows of it,
-- and what was done. `purpose`, `provider` and `phase` are numbered in engine/ports/payments.hpp
-- and payment_provider.hpp. `version` counts the writes. Nobody is named.
CREATE TABLE payments (
    number BIGINT PRIMARY KEY,
    version BIGINT NOT NULL,
    account BIGINT NOT NULL,
    resource BIGINT NOT NULL,
    entry BIGINT NOT NULL,
    offer BIGINT NOT NULL,
    purpose SMALLINT NOT NULL,
    attempt BIGINT NOT NULL,
    provider SMALLINT NOT NULL,
    phase SMALLINT NOT NULL,
    provider_id TEXT NOT NULL,
    charge TEXT NOT NULL,
    key BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    tax BIGINT NOT NULL,
    captured BIGINT NOT NULL,
    refunded BIGINT NOT NULL,
    refund_wanted BIGINT NOT NULL,
    refund_told BIGINT NOT NULL,
    url TEXT NOT NULL,
    customer TEXT NOT NULL,
    method TEXT NOT NULL,
    is_test BOOLEAN NOT NULL,
    told BIGINT NOT NULL,
    expires_at BIGINT,
    next_look BIGINT,
    tries BIGINT NOT NULL,
    problem TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX payments_by_entry ON payments (resource, entry, offer, purpose, attempt);
CREATE INDEX payments_by_offer ON payments (resource, offer);
CREATE INDEX payments_due ON payments (next_look) WHERE next_look IS NOT NULL;
CREATE INDEX payments_troubled ON payments (account, tries) WHERE tries > 0;
CREATE INDEX payments_by_page ON payments (provider_id) WHERE provider_id <> '';
CREATE INDEX payments_by_charge ON payments (charge) WHERE charge <> '';
