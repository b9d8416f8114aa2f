// One-time links: to set up, to invite, for a new password.
#include "store/codec/staff_rules.hpp"
#include "store/control/staff_rows.hpp"

#include <algorithm>

namespace standby::store {

using engine::AccountNumber;
using engine::Member;
using engine::OneTimeLink;
using engine::StaffError;
using engine::StaffRefusal;
using engine::StaffSession;
using engine::StoreError;

namespace {

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
        TRY(write_notice(sql_session, member_before(members, *member), engine::NoticeKind::LinkUsed,
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

// What only a newer version knows is left to it.
Result<std::vector<OneTimeLink>, StoreError> ControlPlane::links() {
    return sql_.all(sql("SELECT number, hash, purpose, account, member, name, email, role,"
                        " created_at, expires_at, used_at FROM one_time_links WHERE purpose <= $1"
                        " ORDER BY number",
                        engine::LinkPurpose::Forgotten),
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

}  // namespace standby::store
