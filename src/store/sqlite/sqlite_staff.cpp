// Members, their sessions, and one-time links.
#include "store/codec/staff_rules.hpp"
#include "store/sqlite/queries.hpp"
#include "store/sqlite/sqlite_store.hpp"

namespace standby::store {
namespace {

using engine::AccountNumber;
using engine::Member;
using engine::OneTimeLink;
using engine::StaffError;
using engine::StaffRefusal;
using engine::StaffSession;
using engine::StoreError;

using Done = Result<void, std::string>;

Done run(Connection& connection, std::string_view sql, const auto&... values) {
    if (!connection.run(sql, values...)) {
        return failure_of(connection);
    }
    return {};
}

Member member_from(Query& row) {
    return {.number = row.number<std::uint64_t>(0),
            .account = row.id<AccountNumber>(1),
            .name = std::string(row.text(2)),
            .email = std::string(row.text(3)),
            .role = row.choice(4, engine::Role::Owner),
            .password_hash = std::string(row.text(5)),
            .totp_secret = row.bytes(6),
            .totp_last_step = row.number<std::uint64_t>(7),
            .created_at = row.time(8),
            .last_seen_at = row.optional_time(9),
            .removed_at = row.optional_time(10)};
}

StaffSession session_from(Query& row) {
    return {.hash = row.digest(0),
            .member = row.number<std::uint64_t>(1),
            .created_at = row.time(2),
            .last_seen_at = row.time(3),
            .expires_at = row.time(4)};
}

OneTimeLink link_from(Query& row) {
    return {.number = row.number<std::uint64_t>(0),
            .hash = row.digest(1),
            .purpose = row.choice(2, engine::LinkPurpose::Reset),
            .account = row.id<AccountNumber>(3),
            .member = row.number<std::uint64_t>(4),
            .name = std::string(row.text(5)),
            .email = std::string(row.text(6)),
            .role = row.choice(7, engine::Role::Owner),
            .created_at = row.time(8),
            .expires_at = row.time(9),
            .used_at = row.optional_time(10)};
}

Done read_members(Connection& connection, std::vector<Member>& members) {
    members.clear();
    Query query = connection.query(
        "SELECT number, account, name, email, role, password_hash, totp_secret, totp_last_step,"
        " created_at, last_seen_at, removed_at FROM members ORDER BY number");
    return collect(connection, query, "members", members, member_from);
}

Done read_links(Connection& connection, std::vector<OneTimeLink>& links) {
    links.clear();
    Query query = connection.query(
        "SELECT number, hash, purpose, account, member, name, email, role, created_at, expires_at,"
        " used_at FROM one_time_links ORDER BY number");
    return collect(connection, query, "one_time_links", links, link_from);
}

// A number of 0 is given by the database.
Done write_member(Connection& connection, Member& member) {
    const auto number = member.number == 0 ? std::nullopt : std::optional(member.number);
    TRY(run(connection,
            "INSERT INTO members (number, account, name, email, role, password_hash, totp_secret,"
            " totp_last_step, created_at, last_seen_at, removed_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET"
            " name = excluded.name, email = excluded.email, role = excluded.role,"
            " password_hash = excluded.password_hash, totp_secret = excluded.totp_secret,"
            " totp_last_step = excluded.totp_last_step, last_seen_at = excluded.last_seen_at,"
            " removed_at = excluded.removed_at",
            number, member.account, member.name, member.email, member.role, member.password_hash,
            member.totp_secret, member.totp_last_step, member.created_at, member.last_seen_at,
            member.removed_at));
    if (member.number == 0) {
        member.number = static_cast<std::uint64_t>(connection.last_insert_id());
    }
    return {};
}

Done write_session(Connection& connection, const StaffSession& session) {
    TRY(run(connection, "DELETE FROM staff_sessions WHERE expires_at <= ?", session.created_at));
    TRY(run(connection,
            "DELETE FROM staff_sessions WHERE member = ?1 AND number NOT IN (SELECT number FROM"
            " staff_sessions WHERE member = ?1 ORDER BY number DESC LIMIT ?2)",
            session.member, limit_of(engine::sessions_per_member_max - 1)));
    return run(connection,
               "INSERT INTO staff_sessions (hash, member, created_at, last_seen_at, expires_at)"
               " VALUES (?, ?, ?, ?, ?)",
               session.hash, session.member, session.created_at, session.last_seen_at,
               session.expires_at);
}

Done end_link(Connection& connection, const OneTimeLink& link, Time now) {
    return run(connection, "UPDATE one_time_links SET used_at = ? WHERE number = ?", now,
               link.number);
}

// Carries out a job that may refuse: then nothing is written.
template <class Value, class Job>
Result<Value, StaffError> write_unless_refused(Database& database, Job&& job) {
    Result<Value, StaffRefusal> outcome = std::unexpected(StaffRefusal::NoSuchMember);
    TRY(database.write([&](Connection& connection) -> Done {
        std::vector<Member> members;
        TRY(read_members(connection, members));
        return job(connection, members, outcome);
    }));
    if (!outcome) {
        return std::unexpected(outcome.error());
    }
    return outcome;
}

Done use(Connection& connection, const engine::LinkUse& use, const std::vector<Member>& members,
         Result<engine::UsedLink, StaffRefusal>& outcome) {
    std::optional<OneTimeLink> link;
    Query query = connection.query(
        "SELECT number, hash, purpose, account, member, name, email, role, created_at, expires_at,"
        " used_at FROM one_time_links WHERE hash = ?");
    TRY(pick(connection, query.bind(use.hash), "one_time_links", link, link_from));
    Result<Member, StaffRefusal> member = member_of_link(link, use, members);
    if (!member) {
        outcome = std::unexpected(member.error());
        return {};
    }
    TRY(end_link(connection, *link, use.now));
    TRY(write_member(connection, *member));
    TRY(run(connection, "DELETE FROM staff_sessions WHERE member = ?", member->number));
    StaffSession session = use.session;
    session.member = member->number;
    TRY(write_session(connection, session));
    outcome = engine::UsedLink{.member = *member, .session = session, .purpose = link->purpose};
    return {};
}

}  // namespace

Result<std::vector<Member>, StoreError> SqliteStore::members() {
    std::vector<Member> found;
    TRY(database_->read([&](Connection& connection) { return read_members(connection, found); }));
    return found;
}

Result<std::vector<StaffSession>, StoreError> SqliteStore::sessions() {
    std::vector<StaffSession> found;
    TRY(database_->read([&](Connection& connection) {
        Query query = connection.query("SELECT hash, member, created_at, last_seen_at, expires_at"
                                       " FROM staff_sessions ORDER BY number");
        return collect(connection, query, "staff_sessions", found, session_from);
    }));
    return found;
}

Result<std::vector<OneTimeLink>, StoreError> SqliteStore::links() {
    std::vector<OneTimeLink> found;
    TRY(database_->read([&](Connection& connection) { return read_links(connection, found); }));
    return found;
}

Result<OneTimeLink, StoreError> SqliteStore::add_link(const OneTimeLink& link) {
    OneTimeLink added = link;
    TRY(database_->write([&](Connection& connection) -> Done {
        std::vector<OneTimeLink> present;
        TRY(read_links(connection, present));
        for (const OneTimeLink& old : present) {
            if (is_replaced_by(old, link)) {
                TRY(store::end_link(connection, old, link.created_at));
            }
        }
        TRY(run(connection,
                "INSERT INTO one_time_links (hash, purpose, account, member, name, email, role,"
                " created_at, expires_at, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                link.hash, link.purpose, link.account, link.member, link.name, link.email,
                link.role, link.created_at, link.expires_at, link.used_at));
        added.number = static_cast<std::uint64_t>(connection.last_insert_id());
        return {};
    }));
    return added;
}

Result<bool, StoreError> SqliteStore::end_link(std::uint64_t number, Time now) {
    bool was_live = false;
    TRY(database_->write([&](Connection& connection) -> Done {
        TRY(run(connection,
                "UPDATE one_time_links SET used_at = ?1 WHERE number = ?2 AND used_at IS NULL"
                " AND expires_at > ?1",
                now, number));
        was_live = connection.changes() == 1;
        return {};
    }));
    return was_live;
}

Result<engine::UsedLink, StaffError> SqliteStore::use_link(const engine::LinkUse& use) {
    return write_unless_refused<engine::UsedLink>(
        *database_, [&](Connection& connection, const std::vector<Member>& members, auto& outcome) {
            return store::use(connection, use, members, outcome);
        });
}

Result<void, StaffError> SqliteStore::begin_session(const StaffSession& session,
                                                    std::optional<std::uint64_t> totp_step) {
    TRY(write_unless_refused<Member>(
        *database_,
        [&](Connection& connection, const std::vector<Member>& members, auto& outcome) -> Done {
            outcome = member_of_session(session, totp_step, members);
            if (outcome) {
                TRY(write_member(connection, *outcome));
                TRY(write_session(connection, session));
            }
            return {};
        }));
    return {};
}

Result<void, StoreError> SqliteStore::touch_session(const Sha256Digest& hash, Time now) {
    return database_->write([&](Connection& connection) -> Done {
        TRY(run(connection, "UPDATE staff_sessions SET last_seen_at = ? WHERE hash = ?", now,
                hash));
        return run(connection,
                   "UPDATE members SET last_seen_at = ? WHERE number ="
                   " (SELECT member FROM staff_sessions WHERE hash = ?)",
                   now, hash);
    });
}

Result<bool, StoreError> SqliteStore::end_session(const Sha256Digest& hash) {
    bool was_there = false;
    TRY(database_->write([&](Connection& connection) -> Done {
        TRY(run(connection, "DELETE FROM staff_sessions WHERE hash = ?", hash));
        was_there = connection.changes() == 1;
        return {};
    }));
    return was_there;
}

Result<void, StoreError> SqliteStore::end_sessions(std::uint64_t member) {
    return database_->write([&](Connection& connection) {
        return run(connection, "DELETE FROM staff_sessions WHERE member = ?", member);
    });
}

Result<Member, StaffError> SqliteStore::change_member(const engine::MemberChange& change) {
    return write_unless_refused<Member>(
        *database_,
        [&](Connection& connection, const std::vector<Member>& members, auto& outcome) -> Done {
            outcome = changed_member(change, members);
            if (outcome) {
                TRY(write_member(connection, *outcome));
            }
            if (outcome && change.only_session) {
                TRY(run(connection, "DELETE FROM staff_sessions WHERE member = ? AND hash <> ?",
                        change.number, *change.only_session));
            }
            return {};
        });
}

Result<Member, StaffError> SqliteStore::remove_member(std::uint64_t number, Time now) {
    return write_unless_refused<Member>(
        *database_,
        [&](Connection& connection, const std::vector<Member>& members, auto& outcome) -> Done {
            outcome = removed_member(number, now, members);
            if (outcome) {
                TRY(write_member(connection, *outcome));
                TRY(run(connection, "DELETE FROM staff_sessions WHERE member = ?", number));
                TRY(run(connection,
                        "UPDATE one_time_links SET used_at = ? WHERE member = ?"
                        " AND used_at IS NULL",
                        now, number));
            }
            return {};
        });
}

}  // namespace standby::store
