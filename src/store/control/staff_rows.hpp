// What is read and written of members in more than one place: rows, sessions, notices, and what
// proves who somebody is.
#pragma once

#include "store/control/control_plane.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::store {

using Written = Result<void, std::string>;

inline constexpr std::string_view all_members =
    "SELECT number, account, name, email, role, password_hash, totp_secret, totp_last_step,"
    " created_at, last_seen_at, removed_at FROM members ORDER BY number";
inline constexpr std::string_view all_passkeys =
    "SELECT number, member, credential, public_key, sign_count, name, created_at, last_used_at"
    " FROM passkeys ORDER BY number";

engine::Member member_from(SqlRow& row);
// A number of 0 means a new member, who is given one.
Written write_member(SqlSession& sql_session, engine::Member& member);
// Those that have expired go, and the oldest of the member beyond the number that one may have.
Written write_session(SqlSession& sql_session, const engine::StaffSession& session);
SqlStatement end_of_sessions(std::uint64_t member);
// To the address that the member has; whoever has none cannot be told. Old ones go, but for the
// last: no number may come again, because the outbox knows notices by it.
Written write_notice(SqlSession& sql_session, const engine::Member& member, engine::NoticeKind kind,
                     std::string_view client, Time now);
engine::Passkey passkey_from(SqlRow& row);
SqlStatement end_of_passkeys(std::uint64_t member);
// Why a proof does not count; nothing is written yet.
Result<std::optional<engine::StaffRefusal>, std::string>
refusal_of(SqlSession& sql_session, std::uint64_t member, const engine::FactorProof& proof);
// Takes away what counts once, and tells the member of a recovery code that is gone.
Written use_up(SqlSession& sql_session, const engine::Member& member,
               const engine::FactorProof& proof, Time now);
Written replace_recovery_codes(SqlSession& sql_session, std::uint64_t member,
                               const std::vector<Sha256Digest>& hashes);
// The member as they were, with the address that they are told at.
engine::Member member_before(const std::vector<engine::Member>& members,
                             const engine::Member& changed);

// Carries out a job that may refuse: then nothing is written.
template <class Value, class Job>
Result<Value, engine::StaffError> change_unless_refused(SqlDatabase& database, const Job& job) {
    Result<Value, engine::StaffRefusal> outcome =
        std::unexpected(engine::StaffRefusal::NoSuchMember);
    TRY(database.change([&](SqlSession& session) -> Result<Change, std::string> {
        const std::vector<engine::Member> members = TRY(session.all(sql(all_members), member_from));
        TRY(job(session, members, outcome));
        return outcome ? Change::Made : Change::None;
    }));
    if (!outcome) {
        return std::unexpected(outcome.error());
    }
    return *std::move(outcome);
}

}  // namespace standby::store
