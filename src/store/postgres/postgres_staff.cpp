// Members, their sessions, and one-time links. What guards them is looked at inside of a change of
// the control plane, of which there is one at a time in the whole cluster.
#include "store/codec/staff_rules.hpp"
#include "store/postgres/postgres_rows.hpp"
#include "store/postgres/postgres_store.hpp"

#include <array>

namespace standby::store {
namespace {

using engine::AccountNumber;
using engine::Member;
using engine::OneTimeLink;
using engine::StaffError;
using engine::StaffRefusal;
using engine::StaffSession;
using engine::StoreError;

using Done = Result<void, PgError>;

constexpr auto all_members =
    "SELECT number, account, name, email, role, password_hash, totp_secret, totp_last_step,"
    " created_at, last_seen_at, removed_at FROM members ORDER BY number";

Member member_from(PgRow& row) {
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

StaffSession session_from(PgRow& row) {
    return {.hash = row.digest(0),
            .member = row.number<std::uint64_t>(1),
            .created_at = row.time(2),
            .last_seen_at = row.time(3),
            .expires_at = row.time(4)};
}

OneTimeLink link_from(PgRow& row) {
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

// A change of the control plane under way: a connection, and until when it may take.
struct Change {
    PgConnection& connection;
    Deadline deadline;

    Result<PgRows, PgError> run(const PgStatement& statement) const {
        return connection.run(statement, deadline);
    }
    // How many rows it changed.
    template <class... Values>
    Result<std::uint64_t, PgError> run(std::string sql, const Values&... values) const {
        const PgRows rows = TRY(run(statement(std::move(sql), values...)));
        return rows.changed();
    }
    // The number in the one row that it returns.
    Result<std::uint64_t, PgError> number(const PgStatement& statement,
                                          std::string_view table) const {
        const PgRows rows = TRY(run(statement));
        const auto given =
            TRY(pick(rows, table, [](PgRow& row) { return row.number<std::uint64_t>(0); }));
        return given.value_or(0);
    }
};

Done insert_member(const Change& change, Member& member) {
    member.number = TRY(change.number(
        statement("INSERT INTO members (number, account, name, email, role, password_hash,"
                  " totp_secret, totp_last_step, created_at, last_seen_at, removed_at)"
                  " SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10"
                  " FROM members RETURNING number",
                  member.account, member.name, member.email, member.role, member.password_hash,
                  member.totp_secret, member.totp_last_step, member.created_at, member.last_seen_at,
                  member.removed_at),
        "members"));
    return {};
}

// A number of 0 means a new member, who is given one.
Done write_member(const Change& change, Member& member) {
    if (member.number == 0) {
        return insert_member(change, member);
    }
    TRY(change.run("UPDATE members SET name = $2, email = $3, role = $4, password_hash = $5,"
                   " totp_secret = $6, totp_last_step = $7, last_seen_at = $8, removed_at = $9"
                   " WHERE number = $1",
                   member.number, member.name, member.email, member.role, member.password_hash,
                   member.totp_secret, member.totp_last_step, member.last_seen_at,
                   member.removed_at));
    return {};
}

// Those that have expired go, and the oldest of the member beyond the number that one may have.
Done write_session(const Change& change, const StaffSession& session) {
    TRY(change.run("DELETE FROM staff_sessions WHERE expires_at <= $1 OR (member = $2 AND number"
                   " NOT IN (SELECT number FROM staff_sessions WHERE member = $2"
                   " AND expires_at > $1 ORDER BY number DESC LIMIT $3))",
                   session.created_at, session.member,
                   row_limit(engine::sessions_per_member_max - 1)));
    TRY(change.run("INSERT INTO staff_sessions (number, hash, member, created_at, last_seen_at,"
                   " expires_at) SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5"
                   " FROM staff_sessions",
                   session.hash, session.member, session.created_at, session.last_seen_at,
                   session.expires_at));
    return {};
}

Done end_sessions_of(const Change& change, std::uint64_t member) {
    TRY(change.run("DELETE FROM staff_sessions WHERE member = $1", member));
    return {};
}

Result<std::vector<Member>, PgError> read_members(const Change& change) {
    return collect(TRY(change.run(statement(all_members))), "members", member_from);
}

// Carries out a job that may refuse: then nothing is written, and no other node hears of it.
template <class Value, class Job>
Result<Value, StaffError> change_unless_refused(PgDatabase& database, const Job& job) {
    Result<Value, StaffRefusal> outcome = std::unexpected(StaffRefusal::NoSuchMember);
    const bool is_quiet = true;
    TRY(database.change(
        [&](PgConnection& connection, Deadline deadline) -> Done {
            const Change change{.connection = connection, .deadline = deadline};
            const std::vector<Member> members = TRY(read_members(change));
            TRY(job(change, members, outcome));
            if (outcome) {
                TRY(change.run("UPDATE cluster SET control_version = control_version + 1"));
            }
            return {};
        },
        is_quiet));
    if (!outcome) {
        return std::unexpected(outcome.error());
    }
    return *std::move(outcome);
}

Done use(const Change& change, const engine::LinkUse& use, const std::vector<Member>& members,
         Result<engine::UsedLink, StaffRefusal>& outcome) {
    const PgRows rows = TRY(change.run(
        statement("SELECT number, hash, purpose, account, member, name, email, role, created_at,"
                  " expires_at, used_at FROM one_time_links WHERE hash = $1",
                  use.hash)));
    const std::optional<OneTimeLink> link = TRY(pick(rows, "one_time_links", link_from));
    Result<Member, StaffRefusal> member = member_of_link(link, use, members);
    if (!member) {
        outcome = std::unexpected(member.error());
        return {};
    }
    TRY(change.run("UPDATE one_time_links SET used_at = $1 WHERE number = $2", use.now,
                   link->number));
    TRY(write_member(change, *member));
    TRY(end_sessions_of(change, member->number));
    StaffSession session = use.session;
    session.member = member->number;
    TRY(write_session(change, session));
    outcome = engine::UsedLink{.member = *member, .session = session, .purpose = link->purpose};
    return {};
}

// Ends the live links that the new one replaces.
Done end_replaced(const Change& change, const OneTimeLink& link) {
    const PgRows rows = TRY(change.run(
        statement("SELECT number, hash, purpose, account, member, name, email, role, created_at,"
                  " expires_at, used_at FROM one_time_links WHERE used_at IS NULL"
                  " AND account = $1 AND purpose = $2 ORDER BY number",
                  link.account, link.purpose)));
    const std::vector<OneTimeLink> present = TRY(collect(rows, "one_time_links", link_from));
    std::vector<std::int64_t> replaced;
    for (const OneTimeLink& old : present) {
        if (is_replaced_by(old, link)) {
            replaced.push_back(static_cast<std::int64_t>(old.number));
        }
    }
    if (!replaced.empty()) {
        TRY(change.run("UPDATE one_time_links SET used_at = $1 WHERE number = ANY($2)",
                       link.created_at, replaced));
    }
    return {};
}

}  // namespace

Result<std::vector<Member>, StoreError> PostgresStore::members() {
    return read_all(*database_, statement(all_members), "members", member_from);
}

Result<std::vector<StaffSession>, StoreError> PostgresStore::sessions() {
    return read_all(*database_,
                    statement("SELECT hash, member, created_at, last_seen_at, expires_at"
                              " FROM staff_sessions ORDER BY number"),
                    "staff_sessions", session_from);
}

Result<std::vector<OneTimeLink>, StoreError> PostgresStore::links() {
    return read_all(
        *database_,
        statement("SELECT number, hash, purpose, account, member, name, email, role, created_at,"
                  " expires_at, used_at FROM one_time_links ORDER BY number"),
        "one_time_links", link_from);
}

Result<OneTimeLink, StoreError> PostgresStore::add_link(const OneTimeLink& link) {
    OneTimeLink added = link;
    TRY(database_->change([&](PgConnection& connection, Deadline deadline) -> Done {
        const Change change{.connection = connection, .deadline = deadline};
        TRY(end_replaced(change, link));
        added.number = TRY(change.number(
            statement("INSERT INTO one_time_links (number, hash, purpose, account, member, name,"
                      " email, role, created_at, expires_at, used_at)"
                      " SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9,"
                      " $10 FROM one_time_links RETURNING number",
                      link.hash, link.purpose, link.account, link.member, link.name, link.email,
                      link.role, link.created_at, link.expires_at, link.used_at),
            "one_time_links"));
        return {};
    }));
    return added;
}

Result<bool, StoreError> PostgresStore::end_link(std::uint64_t number, Time now) {
    bool was_live = false;
    TRY(database_->change([&](PgConnection& connection, Deadline deadline) -> Done {
        const Change change{.connection = connection, .deadline = deadline};
        was_live = TRY(change.run("UPDATE one_time_links SET used_at = $1 WHERE number = $2"
                                  " AND used_at IS NULL AND expires_at > $1",
                                  now, number)) == 1;
        return {};
    }));
    return was_live;
}

Result<engine::UsedLink, StaffError> PostgresStore::use_link(const engine::LinkUse& use) {
    return change_unless_refused<engine::UsedLink>(
        *database_, [&](const Change& change, const std::vector<Member>& members, auto& outcome) {
            return store::use(change, use, members, outcome);
        });
}

Result<void, StaffError> PostgresStore::begin_session(const StaffSession& session,
                                                      std::optional<std::uint64_t> totp_step) {
    TRY(change_unless_refused<Member>(
        *database_,
        [&](const Change& change, const std::vector<Member>& members, auto& outcome) -> Done {
            outcome = member_of_session(session, totp_step, members);
            if (outcome) {
                TRY(write_member(change, *outcome));
                TRY(write_session(change, session));
            }
            return {};
        }));
    return {};
}

// Often, and of no weight: neither does it wait for changes of the control plane, nor do other
// nodes hear of it. The member comes first, as in those changes, so that the two cannot block each
// other.
Result<void, StoreError> PostgresStore::touch_session(const Sha256Digest& hash, Time now) {
    const std::array<PgStatement, 2> statements{
        statement("UPDATE members SET last_seen_at = $1 WHERE number ="
                  " (SELECT member FROM staff_sessions WHERE hash = $2)",
                  now, hash),
        statement("UPDATE staff_sessions SET last_seen_at = $1 WHERE hash = $2", now, hash)};
    TRY(database_->write(statements));
    return {};
}

Result<bool, StoreError> PostgresStore::end_session(const Sha256Digest& hash) {
    bool was_there = false;
    TRY(database_->change([&](PgConnection& connection, Deadline deadline) -> Done {
        const Change change{.connection = connection, .deadline = deadline};
        was_there = TRY(change.run("DELETE FROM staff_sessions WHERE hash = $1", hash)) == 1;
        return {};
    }));
    return was_there;
}

Result<void, StoreError> PostgresStore::end_sessions(std::uint64_t member) {
    return database_->change([&](PgConnection& connection, Deadline deadline) -> Done {
        return end_sessions_of({.connection = connection, .deadline = deadline}, member);
    });
}

Result<Member, StaffError> PostgresStore::change_member(const engine::MemberChange& wanted) {
    return change_unless_refused<Member>(
        *database_,
        [&](const Change& change, const std::vector<Member>& members, auto& outcome) -> Done {
            outcome = changed_member(wanted, members);
            if (outcome) {
                TRY(write_member(change, *outcome));
            }
            if (outcome && wanted.only_session) {
                TRY(change.run("DELETE FROM staff_sessions WHERE member = $1 AND hash <> $2",
                               wanted.number, *wanted.only_session));
            }
            return {};
        });
}

Result<Member, StaffError> PostgresStore::remove_member(std::uint64_t number, Time now) {
    return change_unless_refused<Member>(
        *database_,
        [&](const Change& change, const std::vector<Member>& members, auto& outcome) -> Done {
            outcome = removed_member(number, now, members);
            if (outcome) {
                TRY(write_member(change, *outcome));
                TRY(end_sessions_of(change, number));
                TRY(change.run("UPDATE one_time_links SET used_at = $1 WHERE member = $2"
                               " AND used_at IS NULL",
                               now, number));
            }
            return {};
        });
}

}  // namespace standby::store
