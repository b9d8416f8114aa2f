-- Mails that were forwarded to a list and wait for a member of staff. `card` says what was found in
-- one, `chosen` what was approved of it: both name people, and are emptied once they are over, as
-- the pieces are deleted. `digest` stays for a year, so that no mail is taken twice. `state` is
-- numbered in engine/ports/intake_mails.hpp; `entry` is who joined.
CREATE TABLE intake_mails (
    number INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    resource INTEGER NOT NULL,
    connection INTEGER NOT NULL,
    uid_validity INTEGER NOT NULL,
    uid INTEGER NOT NULL,
    digest BLOB NOT NULL,
    state INTEGER NOT NULL,
    size INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    card TEXT NOT NULL,
    chosen TEXT NOT NULL,
    round INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    settled_at INTEGER,
    told INTEGER NOT NULL
);
CREATE UNIQUE INDEX intake_mails_by_digest ON intake_mails (account, digest);
CREATE INDEX intake_mails_by_state ON intake_mails (account, state, number);
CREATE INDEX intake_mails_unread ON intake_mails (received_at, number) WHERE state = 1;
CREATE INDEX intake_mails_open ON intake_mails (told, number) WHERE state = 2;
CREATE INDEX intake_mails_by_entry ON intake_mails (resource, entry) WHERE entry > 0;
CREATE INDEX intake_mails_by_uid ON intake_mails (connection, uid_validity, uid);
-- The mail as it came.
CREATE TABLE intake_mail_pieces (
    mail INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    kept_at INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (mail, piece)
);
CREATE INDEX intake_mail_pieces_by_time ON intake_mail_pieces (kept_at);
