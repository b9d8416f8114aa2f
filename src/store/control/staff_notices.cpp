// What members are told by mail about their own account.
#include "store/control/staff_rows.hpp"

#include <algorithm>

namespace standby::store {

using engine::AccountNumber;
using engine::Member;
using engine::StaffNotice;
using engine::StoreError;

namespace {

StaffNotice notice_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .account = row.id<AccountNumber>(1),
            .member = row.number<std::uint64_t>(2),
            .kind = row.choice(3, engine::NoticeKind::PasswordForgotten),
            .email = row.text(4),
            .client = row.text(5),
            .at = row.time(6)};
}

}  // namespace

// What only a newer version knows is left to it.
Result<std::vector<StaffNotice>, StoreError> ControlPlane::notices(Time since) {
    return sql_.all(sql("SELECT number, account, member, kind, email, client, at"
                        " FROM staff_notices WHERE at >= $1 AND kind <= $2 ORDER BY number",
                        since, engine::NoticeKind::PasswordForgotten),
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

}  // namespace standby::store
