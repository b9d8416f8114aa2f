// Mails that wait for staff. Their bytes come in pieces, so that a large one never holds up a
// commit for long; its row is written last, and without one the pieces are nobody's.
#include "store/control/control_plane.hpp"

#include <algorithm>

namespace standby::store {

using engine::AccountNumber;
using engine::IntakeMail;
using engine::IntakeState;
using engine::KeptMail;
using engine::StoreError;

namespace {

constexpr std::size_t piece_bytes_max = 256 * 1024;
constexpr std::size_t pieces_at_once_max = 4;

constexpr std::string_view all_of_mail =
    "SELECT number, account, resource, connection, uid_validity, uid, digest, state, size,"
    " received_at, tries, card, chosen, round, entry, settled_at, told FROM intake_mails";

std::string mails(std::string_view rest) {
    return std::string(all_of_mail) + std::string(rest);
}

IntakeMail mail_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .account = row.id<AccountNumber>(1),
            .resource = row.id<core::ResourceNumber>(2),
            .connection = row.number<std::uint64_t>(3),
            .uid_validity = row.number<std::uint32_t>(4),
            .uid = row.number<std::uint32_t>(5),
            .digest = row.digest(6),
            .state = row.choice(7, IntakeState::Forgotten),
            .size = row.number<std::uint64_t>(8),
            .received_at = row.time(9),
            .tries = row.number<std::uint32_t>(10),
            .card = row.text(11),
            .row = row.text(12),
            .round = row.number<std::uint32_t>(13),
            .entry = row.number<core::Ticket>(14),
            .settled_at = row.optional_time(15),
            .is_told = row.truth(16)};
}

constexpr std::string_view put_piece =
    "INSERT INTO intake_mail_pieces (mail, piece, kept_at, bytes) VALUES ($1, $2, $3, $4)";

}  // namespace

Result<KeptMail, StoreError> ControlPlane::keep_mail(const IntakeMail& mail,
                                                     std::string_view bytes) {
    const auto known =
        TRY(sql_.first(sql("SELECT 1 FROM intake_mails WHERE account = $1 AND digest = $2",
                           mail.account, std::span<const std::byte>(mail.digest)),
                       [](SqlRow& row) { return row.integer(0); }));
    if (known) {
        return KeptMail::KnownBefore;
    }
    if (TRY(count_unread_mails(mail.account)) >= engine::intake_mails_unread_max) {
        return KeptMail::TooMany;
    }
    std::vector<SqlStatement> statements;
    std::int64_t piece = 0;
    for (std::size_t at = 0; at < bytes.size(); at += piece_bytes_max) {
        if (statements.size() == pieces_at_once_max) {
            TRY(sql_.put(statements));
            statements.clear();
        }
        statements.push_back(sql(put_piece, mail.number, piece, mail.received_at,
                                 std::as_bytes(std::span(bytes.substr(at, piece_bytes_max)))));
        ++piece;
    }
    constexpr std::string_view none;
    statements.push_back(
        sql("INSERT INTO intake_mails (number, account, resource, connection, uid_validity, uid,"
            " digest, state, size, received_at, tries, card, chosen, round, entry, told)"
            " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11, $11, 0, 0, $12)"
            " ON CONFLICT (account, digest) DO NOTHING",
            mail.number, mail.account, mail.resource, mail.connection, mail.uid_validity, mail.uid,
            std::span<const std::byte>(mail.digest), IntakeState::Unread, mail.size,
            mail.received_at, none, false));
    TRY(sql_.put(statements));
    // Where another was faster, the pieces go with the next ones that are nobody's.
    const auto kept =
        TRY(sql_.first(sql("SELECT 1 FROM intake_mails WHERE number = $1", mail.number),
                       [](SqlRow& row) { return row.integer(0); }));
    return kept ? KeptMail::New : KeptMail::KnownBefore;
}

Result<std::optional<std::string>, StoreError>
ControlPlane::intake_mail_bytes(std::uint64_t number) {
    const auto size = TRY(sql_.first(sql("SELECT size FROM intake_mails WHERE number = $1", number),
                                     [](SqlRow& row) { return row.number<std::size_t>(0); }));
    std::string bytes;
    for (std::int64_t piece = 0; size && bytes.size() < *size; ++piece) {
        const auto some = TRY(sql_.first(
            sql("SELECT bytes FROM intake_mail_pieces WHERE mail = $1 AND piece = $2", number,
                piece),
            [](SqlRow& row) {
                const auto found = row.blob(0);
                return std::string(reinterpret_cast<const char*>(found.data()), found.size());
            }));
        if (!some) {
            return std::optional<std::string>();
        }
        bytes += *some;
    }
    return size ? std::optional(std::move(bytes)) : std::nullopt;
}

Result<std::vector<IntakeMail>, StoreError> ControlPlane::unread_mails(std::size_t limit) {
    const std::string text = mails(" WHERE state = $1 ORDER BY received_at, number LIMIT $2");
    return sql_.all(sql(text, IntakeState::Unread, limit_of(limit)), mail_from);
}

Result<bool, StoreError> ControlPlane::begin_mail(std::uint64_t number) {
    const SqlStatement statement =
        sql("UPDATE intake_mails SET tries = tries + 1 WHERE number = $1 AND state = $2", number,
            IntakeState::Unread);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

Result<bool, StoreError> ControlPlane::save_intake_card(std::uint64_t number,
                                                        core::ResourceNumber resource,
                                                        std::string_view card) {
    const SqlStatement statement =
        sql("UPDATE intake_mails SET state = $2, resource = $3, card = $4"
            " WHERE number = $1 AND state = $5",
            number, IntakeState::Open, resource, card, IntakeState::Unread);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

Result<std::vector<IntakeMail>, StoreError> ControlPlane::intake_cards(AccountNumber account,
                                                                       Time settled_since,
                                                                       std::uint64_t after,
                                                                       std::size_t limit) {
    const std::string text =
        mails(" WHERE account = $1 AND number > $2 AND (state = $3 OR state = $4"
              " OR (state IN ($5, $6) AND settled_at > $7)) ORDER BY number LIMIT $8");
    return sql_.all(sql(text, account, after, IntakeState::Open, IntakeState::Approving,
                        IntakeState::Approved, IntakeState::Dismissed, settled_since,
                        limit_of(limit)),
                    mail_from);
}

Result<std::optional<IntakeMail>, StoreError> ControlPlane::intake_mail(AccountNumber account,
                                                                        std::uint64_t number) {
    const std::string text = mails(" WHERE account = $1 AND number = $2");
    return sql_.first(sql(text, account, number), mail_from);
}

Result<std::uint64_t, StoreError> ControlPlane::count_unread_mails(AccountNumber account) {
    const auto count = TRY(
        sql_.first(sql("SELECT count(*) FROM intake_mails WHERE account = $1 AND state IN ($2, $3)",
                       account, IntakeState::Unread, IntakeState::Open),
                   [](SqlRow& row) { return row.number<std::uint64_t>(0); }));
    return count.value_or(0);
}

Result<bool, StoreError> ControlPlane::begin_approval(AccountNumber account, std::uint64_t number,
                                                      core::ResourceNumber resource,
                                                      std::string_view row) {
    const SqlStatement statement =
        sql("UPDATE intake_mails SET state = $3, resource = $4, chosen = $5"
            " WHERE account = $1 AND number = $2 AND state = $6",
            account, number, IntakeState::Approving, resource, row, IntakeState::Open);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

Result<bool, StoreError> ControlPlane::end_approval(AccountNumber account, std::uint64_t number,
                                                    core::Ticket entry, Time now) {
    const SqlStatement statement =
        sql("UPDATE intake_mails SET state = $3, entry = $4, settled_at = $5, told = $7"
            " WHERE account = $1 AND number = $2 AND state = $6",
            account, number, IntakeState::Approved, entry, now, IntakeState::Approving, true);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

Result<bool, StoreError> ControlPlane::give_up_approval(AccountNumber account,
                                                        std::uint64_t number) {
    constexpr std::string_view none;
    const SqlStatement statement =
        sql("UPDATE intake_mails SET state = $3, chosen = $5, round = round + 1"
            " WHERE account = $1 AND number = $2 AND state = $4",
            account, number, IntakeState::Open, IntakeState::Approving, none);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

Result<bool, StoreError> ControlPlane::dismiss_mail(AccountNumber account, std::uint64_t number,
                                                    Time now) {
    const SqlStatement statement =
        sql("UPDATE intake_mails SET state = $3, settled_at = $4, told = $6"
            " WHERE account = $1 AND number = $2 AND state = $5",
            account, number, IntakeState::Dismissed, now, IntakeState::Open, true);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

Result<bool, StoreError> ControlPlane::reopen_mail(AccountNumber account, std::uint64_t number,
                                                   Time since) {
    constexpr std::string_view none;
    const SqlStatement statement =
        sql("UPDATE intake_mails SET state = $3, entry = 0, settled_at = NULL, chosen = $7,"
            " round = round + 1 WHERE account = $1 AND number = $2 AND state IN ($4, $5)"
            " AND settled_at > $6",
            account, number, IntakeState::Open, IntakeState::Approved, IntakeState::Dismissed,
            since, none);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

Result<std::vector<IntakeMail>, StoreError> ControlPlane::untold_cards(std::size_t limit) {
    const std::string text = mails(" WHERE state = $1 AND told = $2 ORDER BY number LIMIT $3");
    return sql_.all(sql(text, IntakeState::Open, false, limit_of(limit)), mail_from);
}

Result<void, StoreError> ControlPlane::note_told(std::uint64_t number) {
    const SqlStatement statement =
        sql("UPDATE intake_mails SET told = $2 WHERE number = $1", number, true);
    TRY(sql_.put(std::span(&statement, 1)));
    return {};
}

Result<std::uint32_t, StoreError> ControlPlane::last_uid(std::uint64_t connection,
                                                         std::uint32_t uid_validity) {
    const auto last =
        TRY(sql_.first(sql("SELECT coalesce(max(uid), 0) FROM intake_mails WHERE connection = $1"
                           " AND uid_validity = $2",
                           connection, uid_validity),
                       [](SqlRow& row) { return row.number<std::uint32_t>(0); }));
    return last.value_or(0);
}

Result<void, StoreError> ControlPlane::erase_mails_of(core::EntryId entry) {
    const core::ResourceNumber resource = core::resource_of(entry);
    const core::Ticket ticket = core::number_of(entry);
    constexpr std::string_view none;
    const SqlStatement statements[] = {
        sql("DELETE FROM intake_mail_pieces WHERE mail IN (SELECT number FROM intake_mails"
            " WHERE resource = $1 AND entry = $2 AND entry > 0)",
            resource, ticket),
        sql("UPDATE intake_mails SET card = $3, chosen = $3 WHERE resource = $1 AND entry = $2"
            " AND entry > 0",
            resource, ticket, none)};
    TRY(sql_.put(statements));
    return {};
}

Result<std::uint64_t, StoreError> ControlPlane::forget_mails(Time now) {
    constexpr std::string_view none;
    // An hour is more than it takes to write the pieces of one mail.
    const Time abandoned = now - std::chrono::hours{1};
    const Time unsettled = now - engine::intake_open_time;
    const Time settled = now - engine::intake_settled_time;
    const Time known = now - engine::intake_known_time;
    const SqlStatement statements[] = {
        sql("UPDATE intake_mails SET state = $2, card = $3, chosen = $3, settled_at = $4"
            " WHERE received_at < $1 AND state IN ($5, $6, $7)",
            unsettled, IntakeState::Forgotten, none, now, IntakeState::Unread, IntakeState::Open,
            IntakeState::Approving),
        sql("UPDATE intake_mails SET card = $2, chosen = $2 WHERE settled_at < $1 AND card <> $2",
            settled, none),
        sql("DELETE FROM intake_mail_pieces WHERE kept_at < $1 AND mail NOT IN"
            " (SELECT number FROM intake_mails WHERE settled_at IS NULL OR settled_at >= $2)",
            abandoned, settled),
        sql("DELETE FROM intake_mails WHERE received_at < $1", known)};
    return sql_.put(statements);
}

}  // namespace standby::store
