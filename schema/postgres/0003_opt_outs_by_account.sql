-- Addresses, as keyed hashes, that one account must not write to. Those in opt_outs count for every
-- account: what was said before accounts were told apart, and what is true of the address itself.
CREATE TABLE account_opt_outs (
    address BIGINT NOT NULL,
    account BIGINT NOT NULL,
    source SMALLINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (address, account)
);
