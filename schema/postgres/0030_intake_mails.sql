-- Mails that were forwarded to a list and wait for a member of staff. `card` says what was found in
-- one, `chosen` what was approved of it: both name people, and are emptied once they are over, as
-- the pieces are deleted. `digest` stays for a year, so that no mail is taken twice. `state` is
-- numbered in engine/ports/intake_mails.hpp; `entry` is who joined.
CREATE TABLE intake_mails (
    number BIGINT PRIMARY KEY,
    account BIGINT NOT NULL,
    resource BIGINT NOT NULL,
    connection BIGINT NOT NULL,
    uid_validity BIGINT NOT NULL,
    uid BIGINT NOT NULL,
    digest BYTEA NOT NULL,
    state SMALLINT NOT NULL,
    size BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    card TEXT NOT NULL,
    chosen TEXT NOT NULL,
    round BIGINT NOT NULL,
    entry BIGINT NOT NULL,
    settled_at BIGINT,
    told BOOLEAN NOT NULL
);
CREATE UNIQUE INDEX intake_mails_by_digest ON intake_mails (account, digest);
CREATE INDEX intake_mails_by_state ON intake_mails (account, state, number);
CREATE INDEX intake_mails_unread ON intake_mails (received_at, number) WHERE state = 1;
CREATE INDEX intake_mails_open ON intake_mails (told, number) WHERE state = 2;
CREATE INDEX intake_mails_by_entry ON intake_mails (resource, entry) WHERE entry > 0;
CREATE INDEX intake_mails_by_uid ON intake_mails (connection, uid_validity, uid);
-- The mail as it came.
CREATE TABLE intake_mail_pieces (
    mail BIGINT NOT NULL,
    piece BIGINT NOT NULL,
    kept_at BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (mail, piece)
);
CREATE INDEX intake_mail_pieces_by_time ON intake_mail_pieces (kept_at);
