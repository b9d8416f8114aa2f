-- The book of payments: what is intended with the money of guests, what the provider knows of it,
-- and what was done. `purpose`, `provider` and `phase` are numbered in engine/ports/payments.hpp
-- and payment_provider.hpp. `version` counts the writes. Nobody is named.
CREATE TABLE payments (
    number INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    account INTEGER NOT NULL,
    resource INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    offer INTEGER NOT NULL,
    purpose INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    provider INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    provider_id TEXT NOT NULL,
    charge TEXT NOT NULL,
    key INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    tax INTEGER NOT NULL,
    captured INTEGER NOT NULL,
    refunded INTEGER NOT NULL,
    refund_wanted INTEGER NOT NULL,
    refund_told INTEGER NOT NULL,
    url TEXT NOT NULL,
    customer TEXT NOT NULL,
    method TEXT NOT NULL,
    is_test INTEGER NOT NULL,
    told INTEGER NOT NULL,
    expires_at INTEGER,
    next_look INTEGER,
    tries INTEGER NOT NULL,
    problem TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX payments_by_entry ON payments (resource, entry, offer, purpose, attempt);
CREATE INDEX payments_by_offer ON payments (resource, offer);
CREATE INDEX payments_due ON payments (next_look) WHERE next_look IS NOT NULL;
CREATE INDEX payments_troubled ON payments (account, tries) WHERE tries > 0;
CREATE INDEX payments_by_page ON payments (provider_id) WHERE provider_id <> '';
CREATE INDEX payments_by_charge ON payments (charge) WHERE charge <> '';
