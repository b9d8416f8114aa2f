-- Addresses, as keyed hashes, that one account must not write to. Those in opt_outs count for every
-- account: what was said before accounts were told apart, and what is true of the address itself.
CREATE TABLE account_opt_outs (
    address INTEGER NOT NULL,
    account INTEGER NOT NULL,
    source INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (address, account)
) WITHOUT ROWID;
