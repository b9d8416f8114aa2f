// Members, their sessions and passkeys. What guards them is looked at inside of a change of the
// control plane, of which there is one at a time.
#include "store/codec/staff_rules.hpp"
#include "store/control/staff_rows.hpp"

#include <array>

namespace standby::store {

using engine::Member;
using engine::Passkey;
using engine::StaffError;
using engine::StaffRefusal;
using engine::StaffSession;
using engine::StoreError;

namespace {

StaffSession session_from(SqlRow& row) {
    return {.hash = row.digest(0),
            .member = row.number<std::uint64_t>(1),
            .created_at = row.time(2),
            .last_seen_at = row.time(3),
            .expires_at = row.time(4)};
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

}  // namespace

Result<std::vector<Member>, StoreError> ControlPlane::members() {
    return sql_.all(sql(all_members), member_from);
}

Result<std::vector<StaffSession>, StoreError> ControlPlane::sessions() {
    return sql_.all(sql("SELECT hash, member, created_at, last_seen_at, expires_at"
                        " FROM staff_sessions ORDER BY number"),
                    session_from);
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
                TRY(carry_out(session, wanted, member_before(members, *outcome), *outcome));
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
