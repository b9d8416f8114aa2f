// Members, their sessions, and one-time links. What guards them is looked at inside of a change of
// the control plane, of which there is one at a time.
#include "store/codec/staff_rules.hpp"
#include "store/control/control_plane.hpp"

#include <algorithm>
#include <array>

namespace standby::store {

using engine::AccountNumber;
using engine::Member;
using engine::OneTimeLink;
using engine::Passkey;
using engine::StaffError;
using engine::StaffNotice;
using engine::StaffRefusal;
using engine::StaffSession;
using engine::StoreError;

namespace {

using Written = Result<void, std::string>;

constexpr std::string_view all_members =
    "SELECT number, account, name, email, role, password_hash, totp_secret, totp_last_step,"
    " created_at, last_seen_at, removed_at FROM members ORDER BY number";

Member member_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .account = row.id<AccountNumber>(1),
            .name = row.text(2),
            .email = row.text(3),
            .role = row.choice(4, engine::Role::Owner),
            .password_hash = row.text(5),
            .totp_secret = row.bytes(6),
            .totp_last_step = row.number<std::uint64_t>(7),
            .created_at = row.time(8),
            .last_seen_at = row.optional_time(9),
            .removed_at = row.optional_time(10)};
}

StaffSession session_from(SqlRow& row) {
    return {.hash = row.digest(0),
            .member = row.number<std::uint64_t>(1),
            .created_at = row.time(2),
            .last_seen_at = row.time(3),
            .expires_at = row.time(4)};
}

OneTimeLink link_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .hash = row.digest(1),
            .purpose = row.choice(2, engine::LinkPurpose::Forgotten),
            .account = row.id<AccountNumber>(3),
            .member = row.number<std::uint64_t>(4),
            .name = row.text(5),
            .email = row.text(6),
            .role = row.choice(7, engine::Role::Owner),
            .created_at = row.time(8),
            .expires_at = row.time(9),
            .used_at = row.optional_time(10)};
}

// A number of 0 means a new member, who is given one.
Written write_member(SqlSession& sql_session, Member& member) {
    if (member.number != 0) {
        TRY(sql_session.run(sql(
            "UPDATE members SET name = $2, email = $3, role = $4, password_hash = $5,"
            " totp_secret = $6, totp_last_step = $7, last_seen_at = $8, removed_at = $9"
            " WHERE number = $1",
            member.number, member.name, member.email, member.role, member.password_hash,
            member.totp_secret, member.totp_last_step, member.last_seen_at, member.removed_at)));
        return {};
    }
    TRY(sql_session.run(
        sql("INSERT INTO members (number, account, name, email, role, password_hash, totp_secret,"
            " totp_last_step, created_at, last_seen_at, removed_at)"
            " SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10"
            " FROM members RETURNING number",
            member.account, member.name, member.email, member.role, member.password_hash,
            member.totp_secret, member.totp_last_step, member.created_at, member.last_seen_at,
            member.removed_at),
        [&](SqlRow& row) { member.number = row.number<std::uint64_t>(0); }));
    return {};
}

// Those that have expired go, and the oldest of the member beyond the number that one may have.
Written write_session(SqlSession& sql_session, const StaffSession& session) {
    TRY(sql_session.run(
        sql("DELETE FROM staff_sessions WHERE expires_at <= $1 OR (member = $2 AND number NOT IN"
            " (SELECT number FROM staff_sessions WHERE member = $2 AND expires_at > $1"
            " ORDER BY number DESC LIMIT $3))",
            session.created_at, session.member, engine::sessions_per_member_max - 1)));
    TRY(sql_session.run(
        sql("INSERT INTO staff_sessions (number, hash, member, created_at, last_seen_at,"
            " expires_at) SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5"
            " FROM staff_sessions",
            session.hash, session.member, session.created_at, session.last_seen_at,
            session.expires_at)));
    return {};
}

StaffNotice notice_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .account = row.id<AccountNumber>(1),
            .member = row.number<std::uint64_t>(2),
            .kind = row.choice(3, engine::NoticeKind::PasswordForgotten),
            .email = row.text(4),
            .client = row.text(5),
            .at = row.time(6)};
}

// To the address that the member has; whoever has none cannot be told. Old ones go, but for the
// last: no number may come again, because the outbox knows notices by it.
Written write_notice(SqlSession& sql_session, const Member& member, engine::NoticeKind kind,
                     std::string_view client, Time now) {
    if (member.email.empty()) {
        return {};
    }
    const Time old = now - engine::notices_kept;
    TRY(sql_session.run(sql("DELETE FROM staff_notices WHERE at < $1"
                            " AND number < (SELECT max(number) FROM staff_notices)",
                            old)));
    TRY(sql_session.run(
        sql("UPDATE staff_notices SET email = '', client = '' WHERE at < $1", old)));
    TRY(sql_session.run(
        sql("INSERT INTO staff_notices (number, account, member, kind, email, client, at)"
            " SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6 FROM staff_notices",
            member.account, member.number, kind, member.email, client, now)));
    return {};
}

SqlStatement end_of_sessions(std::uint64_t member) {
    return sql("DELETE FROM staff_sessions WHERE member = $1", member);
}

Passkey passkey_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .member = row.number<std::uint64_t>(1),
            .credential = row.bytes(2),
            .public_key = row.bytes(3),
            .sign_count = row.number<std::uint64_t>(4),
            .name = row.text(5),
            .created_at = row.time(6),
            .last_used_at = row.optional_time(7)};
}

constexpr std::string_view all_passkeys =
    "SELECT number, member, credential, public_key, sign_count, name, created_at, last_used_at"
    " FROM passkeys ORDER BY number";

SqlStatement end_of_passkeys(std::uint64_t member) {
    return sql("DELETE FROM passkeys WHERE member = $1", member);
}

// Why a proof does not count; nothing is written yet.
Result<std::optional<StaffRefusal>, std::string>
refusal_of(SqlSession& sql_session, std::uint64_t member, const engine::FactorProof& proof) {
    if (proof.recovery_code) {
        const auto found = TRY(sql_session.first(
            sql("SELECT member FROM recovery_codes WHERE member = $1 AND hash = $2", member,
                *proof.recovery_code),
            [](SqlRow& row) { return row.number<std::uint64_t>(0); }));
        if (!found) {
            return StaffRefusal::CodeUsed;
        }
    }
    if (proof.passkey) {
        const auto passkeys = TRY(sql_session.all(sql(all_passkeys), passkey_from));
        if (!can_use(*proof.passkey, member, passkeys)) {
            return StaffRefusal::NoPasskey;
        }
    }
    return std::nullopt;
}

// Takes away what counts once, and tells the member of a recovery code that is gone.
Written use_up(SqlSession& sql_session, const Member& member, const engine::FactorProof& proof,
               Time now) {
    if (proof.recovery_code) {
        TRY(sql_session.run(sql("DELETE FROM recovery_codes WHERE member = $1 AND hash = $2",
                                member.number, *proof.recovery_code)));
        TRY(write_notice(sql_session, member, engine::NoticeKind::RecoveryCodeUsed, proof.client,
                         now));
    }
    if (proof.passkey) {
        TRY(sql_session.run(sql("UPDATE passkeys SET sign_count = $2, last_used_at = $3"
                                " WHERE number = $1",
                                proof.passkey->number, proof.passkey->sign_count, now)));
    }
    return {};
}

Written replace_recovery_codes(SqlSession& sql_session, std::uint64_t member,
                               const std::vector<Sha256Digest>& hashes) {
    TRY(sql_session.run(sql("DELETE FROM recovery_codes WHERE member = $1", member)));
    for (const Sha256Digest& hash : hashes) {
        TRY(sql_session.run(
            sql("INSERT INTO recovery_codes (member, hash) VALUES ($1, $2)", member, hash)));
    }
    return {};
}

// Carries out a job that may refuse: then nothing is written.
template <class Value, class Job>
Result<Value, StaffError> change_unless_refused(SqlDatabase& database, const Job& job) {
    Result<Value, StaffRefusal> outcome = std::unexpected(StaffRefusal::NoSuchMember);
    TRY(database.change([&](SqlSession& session) -> Result<Change, std::string> {
        const std::vector<Member> members = TRY(session.all(sql(all_members), member_from));
        TRY(job(session, members, outcome));
        return outcome ? Change::Made : Change::None;
    }));
    if (!outcome) {
        return std::unexpected(outcome.error());
    }
    return *std::move(outcome);
}

Result<std::optional<StaffRefusal>, std::string>
refusal_of_passkeys(SqlSession& sql_session, const engine::MemberChange& wanted) {
    if (!wanted.lost_passkey && !wanted.new_passkey) {
        return std::nullopt;
    }
    return passkey_refusal(wanted, TRY(sql_session.all(sql(all_passkeys), passkey_from)));
}

Written change_passkeys(SqlSession& sql_session, const engine::MemberChange& wanted) {
    if (wanted.lost_passkey) {
        TRY(sql_session.run(sql("DELETE FROM passkeys WHERE number = $1", *wanted.lost_passkey)));
    }
    if (wanted.new_passkey) {
        const Passkey& added = *wanted.new_passkey;
        TRY(sql_session.run(
            sql("INSERT INTO passkeys (number, member, credential, public_key, sign_count, name,"
                " created_at, last_used_at)"
                " SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7 FROM passkeys",
                wanted.number, added.credential, added.public_key, added.sign_count, added.name,
                added.created_at, added.last_used_at)));
    }
    return {};
}

// What was found to be right. `old` is the member as they were.
Written carry_out(SqlSession& sql_session, const engine::MemberChange& wanted, const Member& old,
                  Member& changed) {
    TRY(use_up(sql_session, old, wanted.proof, wanted.now));
    TRY(write_member(sql_session, changed));
    TRY(change_passkeys(sql_session, wanted));
    if (wanted.recovery_codes) {
        TRY(replace_recovery_codes(sql_session, wanted.number, *wanted.recovery_codes));
    }
    for (const engine::NoticeKind kind : wanted.notices) {
        TRY(write_notice(sql_session, old, kind, wanted.client, wanted.now));
    }
    if (wanted.only_session) {
        TRY(sql_session.run(sql("DELETE FROM staff_sessions WHERE member = $1 AND hash <> $2",
                                wanted.number, *wanted.only_session)));
    }
    return {};
}

// The member as they were, with the address that they are told at.
Member before(const std::vector<Member>& members, const Member& changed) {
    const auto found = std::ranges::find(members, changed.number, &Member::number);
    return found == members.end() ? changed : *found;
}

Written use(SqlSession& sql_session, const engine::LinkUse& use, const std::vector<Member>& members,
            Result<engine::UsedLink, StaffRefusal>& outcome) {
    const auto link = TRY(sql_session.first(
        sql("SELECT number, hash, purpose, account, member, name, email, role, created_at,"
            " expires_at, used_at FROM one_time_links WHERE hash = $1",
            use.hash),
        link_from));
    Result<Member, StaffRefusal> member = member_of_link(link, use, members);
    if (!member) {
        outcome = std::unexpected(member.error());
        return {};
    }
    if (const auto refusal = TRY(refusal_of(sql_session, member->number, use.proof))) {
        outcome = std::unexpected(*refusal);
        return {};
    }
    TRY(use_up(sql_session, *member, use.proof, use.now));
    TRY(sql_session.run(
        sql("UPDATE one_time_links SET used_at = $1 WHERE number = $2", use.now, link->number)));
    TRY(write_member(sql_session, *member));
    TRY(sql_session.run(end_of_sessions(member->number)));
    if (link->purpose == engine::LinkPurpose::Reset) {
        TRY(replace_recovery_codes(sql_session, member->number, {}));
        TRY(sql_session.run(end_of_passkeys(member->number)));
        TRY(write_notice(sql_session, before(members, *member), engine::NoticeKind::LinkUsed,
                         use.client, use.now));
    }
    if (link->purpose == engine::LinkPurpose::Forgotten) {
        TRY(write_notice(sql_session, *member, engine::NoticeKind::PasswordChanged, use.client,
                         use.now));
    }
    StaffSession session = use.session;
    session.member = member->number;
    TRY(write_session(sql_session, session));
    outcome = engine::UsedLink{.member = *member, .session = session, .purpose = link->purpose};
    return {};
}

// Ends the live links that the new one replaces.
Written end_replaced(SqlSession& sql_session, const OneTimeLink& link) {
    const auto present = TRY(sql_session.all(
        sql("SELECT number, hash, purpose, account, member, name, email, role, created_at,"
            " expires_at, used_at FROM one_time_links WHERE used_at IS NULL AND account = $1"
            " AND purpose = $2 ORDER BY number",
            link.account, link.purpose),
        link_from));
    for (const OneTimeLink& old : present) {
        if (is_replaced_by(old, link)) {
            TRY(sql_session.run(sql("UPDATE one_time_links SET used_at = $1 WHERE number = $2",
                                    link.created_at, old.number)));
        }
    }
    return {};
}

Written write_link(SqlSession& sql_session, const OneTimeLink& link, std::uint64_t& number) {
    TRY(end_replaced(sql_session, link));
    TRY(sql_session.run(
        sql("INSERT INTO one_time_links (number, hash, purpose, account, member, name, email,"
            " role, created_at, expires_at, used_at) SELECT coalesce(max(number), 0) + 1, $1,"
            " $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM one_time_links RETURNING number",
            link.hash, link.purpose, link.account, link.member, link.name, link.email, link.role,
            link.created_at, link.expires_at, link.used_at),
        [&](SqlRow& row) { number = row.number<std::uint64_t>(0); }));
    return {};
}

}  // namespace

Result<std::vector<Member>, StoreError> ControlPlane::members() {
    return sql_.all(sql(all_members), member_from);
}

Result<std::vector<StaffSession>, StoreError> ControlPlane::sessions() {
    return sql_.all(sql("SELECT hash, member, created_at, last_seen_at, expires_at"
                        " FROM staff_sessions ORDER BY number"),
                    session_from);
}

Result<std::vector<OneTimeLink>, StoreError> ControlPlane::links() {
    return sql_.all(sql("SELECT number, hash, purpose, account, member, name, email, role,"
                        " created_at, expires_at, used_at FROM one_time_links ORDER BY number"),
                    link_from);
}

Result<OneTimeLink, StoreError> ControlPlane::add_link(const OneTimeLink& link) {
    OneTimeLink added = link;
    TRY(sql_.change([&](SqlSession& session) -> Result<Change, std::string> {
        TRY(write_link(session, link, added.number));
        return Change::Made;
    }));
    return added;
}

Result<bool, StoreError> ControlPlane::tell_forgotten(const OneTimeLink& link,
                                                      std::string_view client) {
    bool is_told = false;
    TRY(sql_.change([&](SqlSession& session) -> Result<Change, std::string> {
        const std::vector<Member> members = TRY(session.all(sql(all_members), member_from));
        const auto found = std::ranges::find(members, link.member, &Member::number);
        const auto last =
            TRY(session.first(sql("SELECT number FROM staff_notices WHERE member = $1 AND kind = $2"
                                  " AND at > $3",
                                  link.member, engine::NoticeKind::PasswordForgotten,
                                  link.created_at - engine::forgotten_interval),
                              [](SqlRow& row) { return row.number<std::uint64_t>(0); }));
        is_told = found != members.end() && !found->removed_at && !found->email.empty() && !last;
        if (is_told) {
            std::uint64_t number = 0;
            TRY(write_link(session, link, number));
            TRY(write_notice(session, *found, engine::NoticeKind::PasswordForgotten, client,
                             link.created_at));
        }
        return is_told ? Change::Made : Change::None;
    }));
    return is_told;
}

Result<bool, StoreError> ControlPlane::end_link(std::uint64_t number, Time now) {
    const Done done = TRY(change(sql("UPDATE one_time_links SET used_at = $1 WHERE number = $2"
                                     " AND used_at IS NULL AND expires_at > $1",
                                     now, number)));
    return done.changed == 1;
}

Result<engine::UsedLink, StaffError> ControlPlane::use_link(const engine::LinkUse& use) {
    return change_unless_refused<engine::UsedLink>(
        sql_, [&](SqlSession& session, const std::vector<Member>& members, auto& outcome) {
            return store::use(session, use, members, outcome);
        });
}

Result<void, StaffError> ControlPlane::begin_session(const StaffSession& session,
                                                     const engine::FactorProof& proof) {
    TRY(change_unless_refused<Member>(
        sql_,
        [&](SqlSession& sql_session, const std::vector<Member>& members, auto& outcome) -> Written {
            outcome = member_of_session(session, proof, members);
            if (const auto refused = TRY(refusal_of(sql_session, session.member, proof))) {
                outcome = std::unexpected(*refused);
            }
            if (outcome) {
                TRY(use_up(sql_session, *outcome, proof, session.created_at));
                TRY(write_member(sql_session, *outcome));
                TRY(write_session(sql_session, session));
            }
            return {};
        }));
    return {};
}

// Often, and of no weight: neither does it wait for changes of the control plane, nor do other
// nodes hear of it. The member comes first, as in those changes, so that the two cannot block each
// other.
Result<void, StoreError> ControlPlane::touch_session(const Sha256Digest& hash, Time now) {
    const std::array<SqlStatement, 2> statements{
        sql("UPDATE members SET last_seen_at = $1 WHERE number ="
            " (SELECT member FROM staff_sessions WHERE hash = $2)",
            now, hash),
        sql("UPDATE staff_sessions SET last_seen_at = $1 WHERE hash = $2", now, hash)};
    TRY(sql_.put(statements));
    return {};
}

Result<bool, StoreError> ControlPlane::end_session(const Sha256Digest& hash) {
    const Done done = TRY(change(sql("DELETE FROM staff_sessions WHERE hash = $1", hash)));
    return done.changed == 1;
}

Result<void, StoreError> ControlPlane::end_sessions(std::uint64_t member) {
    TRY(change(end_of_sessions(member)));
    return {};
}

Result<std::vector<Passkey>, StoreError> ControlPlane::passkeys() {
    return sql_.all(sql(all_passkeys), passkey_from);
}

Result<bool, StoreError> ControlPlane::rename_passkey(std::uint64_t member, std::uint64_t number,
                                                      std::string_view name) {
    const Done done = TRY(change(sql(
        "UPDATE passkeys SET name = $3 WHERE number = $1 AND member = $2", number, member, name)));
    return done.changed == 1;
}

Result<std::size_t, StoreError> ControlPlane::recovery_codes_left(std::uint64_t member) {
    const auto left =
        TRY(sql_.first(sql("SELECT count(*) FROM recovery_codes WHERE member = $1", member),
                       [](SqlRow& row) { return row.number<std::size_t>(0); }));
    return left.value_or(0);
}

Result<std::vector<StaffNotice>, StoreError> ControlPlane::notices(Time since) {
    return sql_.all(sql("SELECT number, account, member, kind, email, client, at"
                        " FROM staff_notices WHERE at >= $1 ORDER BY number",
                        since),
                    notice_from);
}

Result<std::optional<StaffNotice>, StoreError> ControlPlane::notice(std::uint64_t number) {
    return sql_.first(sql("SELECT number, account, member, kind, email, client, at"
                          " FROM staff_notices WHERE number = $1",
                          number),
                      notice_from);
}

Result<bool, StoreError> ControlPlane::tell_locked_out(std::uint64_t member,
                                                       std::string_view client, Time now) {
    bool is_told = false;
    TRY(sql_.change([&](SqlSession& session) -> Result<Change, std::string> {
        is_told = false;
        const std::vector<Member> members = TRY(session.all(sql(all_members), member_from));
        const auto found = std::ranges::find(members, member, &Member::number);
        const auto last = TRY(session.first(
            sql("SELECT number FROM staff_notices WHERE member = $1 AND kind = $2"
                " AND at > $3",
                member, engine::NoticeKind::LockedOut, now - engine::locked_out_interval),
            [](SqlRow& row) { return row.number<std::uint64_t>(0); }));
        is_told = found != members.end() && !found->removed_at && !found->email.empty() && !last;
        if (is_told) {
            TRY(write_notice(session, *found, engine::NoticeKind::LockedOut, client, now));
        }
        return is_told ? Change::Made : Change::None;
    }));
    return is_told;
}

Result<Member, StaffError> ControlPlane::change_member(const engine::MemberChange& wanted) {
    return change_unless_refused<Member>(
        sql_,
        [&](SqlSession& session, const std::vector<Member>& members, auto& outcome) -> Written {
            outcome = changed_member(wanted, members);
            if (const auto refused = TRY(refusal_of(session, wanted.number, wanted.proof))) {
                outcome = std::unexpected(*refused);
            }
            if (const auto refused = TRY(refusal_of_passkeys(session, wanted))) {
                outcome = std::unexpected(*refused);
            }
            if (outcome) {
                TRY(carry_out(session, wanted, before(members, *outcome), *outcome));
            }
            return {};
        });
}

Result<Member, StaffError> ControlPlane::remove_member(std::uint64_t number, Time now) {
    return change_unless_refused<Member>(
        sql_,
        [&](SqlSession& session, const std::vector<Member>& members, auto& outcome) -> Written {
            outcome = removed_member(number, now, members);
            if (outcome) {
                TRY(write_member(session, *outcome));
                TRY(session.run(end_of_sessions(number)));
                TRY(replace_recovery_codes(session, number, {}));
                TRY(session.run(end_of_passkeys(number)));
                TRY(session.run(sql("UPDATE staff_notices SET email = '', client = ''"
                                    " WHERE member = $1",
                                    number)));
                TRY(session.run(sql("UPDATE one_time_links SET used_at = $1 WHERE member = $2"
                                    " AND used_at IS NULL",
                                    now, number)));
            }
            return {};
        });
}

}  // namespace standby::store
