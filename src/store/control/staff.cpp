// Members, their sessions, and one-time links. What guards them is looked at inside of a change of
// the control plane, of which there is one at a time.
#include "store/codec/staff_rules.hpp"
#include "store/control/control_plane.hpp"

#include <array>

namespace standby::store {

using engine::AccountNumber;
using engine::Member;
using engine::OneTimeLink;
using engine::StaffError;
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
            .purpose = row.choice(2, engine::LinkPurpose::Reset),
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

SqlStatement end_of_sessions(std::uint64_t member) {
    return sql("DELETE FROM staff_sessions WHERE member = $1", member);
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
    TRY(sql_session.run(
        sql("UPDATE one_time_links SET used_at = $1 WHERE number = $2", use.now, link->number)));
    TRY(write_member(sql_session, *member));
    TRY(sql_session.run(end_of_sessions(member->number)));
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
        TRY(end_replaced(session, link));
        TRY(session.run(
            sql("INSERT INTO one_time_links (number, hash, purpose, account, member, name, email,"
                " role, created_at, expires_at, used_at) SELECT coalesce(max(number), 0) + 1, $1,"
                " $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM one_time_links RETURNING number",
                link.hash, link.purpose, link.account, link.member, link.name, link.email,
                link.role, link.created_at, link.expires_at, link.used_at),
            [&](SqlRow& row) { added.number = row.number<std::uint64_t>(0); }));
        return Change::Made;
    }));
    return added;
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
                                                     std::optional<std::uint64_t> totp_step) {
    TRY(change_unless_refused<Member>(
        sql_,
        [&](SqlSession& sql_session, const std::vector<Member>& members, auto& outcome) -> Written {
            outcome = member_of_session(session, totp_step, members);
            if (outcome) {
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

Result<Member, StaffError> ControlPlane::change_member(const engine::MemberChange& wanted) {
    return change_unless_refused<Member>(
        sql_,
        [&](SqlSession& session, const std::vector<Member>& members, auto& outcome) -> Written {
            outcome = changed_member(wanted, members);
            if (outcome) {
                TRY(write_member(session, *outcome));
            }
            if (outcome && wanted.only_session) {
                TRY(session.run(sql("DELETE FROM staff_sessions WHERE member = $1 AND hash <> $2",
                                    wanted.number, *wanted.only_session)));
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
                TRY(session.run(sql("UPDATE one_time_links SET used_at = $1 WHERE member = $2"
                                    " AND used_at IS NULL",
                                    now, number)));
            }
            return {};
        });
}

}  // namespace standby::store
