#include "store/control/staff_rows.hpp"

#include "store/codec/staff_rules.hpp"

#include <algorithm>

namespace standby::store {

using engine::AccountNumber;
using engine::Member;
using engine::Passkey;
using engine::StaffRefusal;
using engine::StaffSession;

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

SqlStatement end_of_sessions(std::uint64_t member) {
    return sql("DELETE FROM staff_sessions WHERE member = $1", member);
}

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

SqlStatement end_of_passkeys(std::uint64_t member) {
    return sql("DELETE FROM passkeys WHERE member = $1", member);
}

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

Member member_before(const std::vector<Member>& members, const Member& changed) {
    const auto found = std::ranges::find(members, changed.number, &Member::number);
    return found == members.end() ? changed : *found;
}

}  // namespace standby::store
