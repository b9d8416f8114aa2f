// The trail of what staff did. Each deed is added inside of a change of the control plane, of which
// there is one at a time, so that a chain has no two ends.
#include "engine/history/staff_record.hpp"
#include "store/control/control_plane.hpp"

#include <algorithm>

namespace standby::store {

using engine::AccountNumber;
using engine::StaffRow;
using engine::StoreError;

namespace {

StaffRow row_from(SqlRow& row) {
    StaffRow found{.account = row.id<AccountNumber>(0),
                   .number = row.number<std::uint64_t>(1),
                   .at = row.time(2),
                   .data = row.bytes(3),
                   .link = row.digest(4),
                   .origin = {.salt = {}, .client = row.text(6)}};
    const auto salt = row.blob(5);
    std::copy_n(salt.begin(), std::min(salt.size(), found.origin.salt.size()),
                found.origin.salt.begin());
    return found;
}

}  // namespace

Result<void, StoreError> ControlPlane::add_deed(AccountNumber account,
                                                const engine::StaffDeed& deed,
                                                const engine::DeedOrigin& origin, Time now) {
    return sql_.change([&](SqlSession& session) -> Result<Change, std::string> {
        const auto last = TRY(session.first(
            sql("SELECT account, number, at, data, link, salt, client FROM staff_trail"
                " WHERE account = $1 ORDER BY number DESC LIMIT 1",
                account),
            row_from));
        const StaffRow row = engine::next_row(last ? &*last : nullptr, account, deed, origin, now);
        TRY(session.run(
            sql("INSERT INTO staff_trail (account, number, at, data, link, salt, client)"
                " VALUES ($1, $2, $3, $4, $5, $6, $7)",
                row.account, row.number, row.at, row.data, row.link, row.origin.salt,
                row.origin.client)));
        return Change::Made;
    });
}

Result<std::vector<StaffRow>, StoreError>
ControlPlane::deeds(AccountNumber account, std::uint64_t before, std::size_t limit) {
    return sql_.all(sql("SELECT account, number, at, data, link, salt, client FROM staff_trail"
                        " WHERE account = $1 AND ($2 = 0 OR number < $2)"
                        " ORDER BY number DESC LIMIT $3",
                        account, before, limit_of(limit)),
                    row_from);
}

Result<std::uint64_t, StoreError> ControlPlane::forget_origins(Time before) {
    const std::string none;
    const std::vector<std::byte> no_salt;
    const SqlStatement statement =
        sql("UPDATE staff_trail SET client = $2, salt = $3 WHERE at < $1 AND client <> ''", before,
            none, no_salt);
    return sql_.put(std::span(&statement, 1));
}

}  // namespace standby::store
