// `standby audit staff`: what staff did; and how commands leave their own deeds there.
#include "app/commands/trail.hpp"

#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "engine/history/staff_record.hpp"
#include "http/auth/crypto.hpp"
#include "interchange/view/deed.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <ostream>

namespace standby::app {
namespace {

constexpr std::size_t page_size = 500;

Result<std::vector<engine::StaffRow>, std::string>
newest(engine::Registry& registry, engine::AccountNumber account, std::size_t limit) {
    std::vector<engine::StaffRow> rows;
    while (rows.size() < limit) {
        const auto page = registry.deeds(account, rows.empty() ? 0 : rows.back().number,
                                         std::min(page_size, limit - rows.size()));
        if (!page) {
            return std::unexpected("the database could not be read");
        }
        rows.insert(rows.end(), page->begin(), page->end());
        if (page->size() < page_size) {
            break;
        }
    }
    return rows;
}

}  // namespace

Result<void, std::string> record_deed(engine::Registry& registry, engine::AccountNumber account,
                                      engine::StaffDeed deed) {
    deed.is_operator = true;
    const std::string user = fmt::format("user {}", ::getuid());
    deed.detail = deed.detail.empty() ? user : deed.detail + ", " + user;
    engine::DeedOrigin origin;
    http::fill_with_randomness(origin.salt);
    if (!registry.add_deed(account, deed, origin, system_now())) {
        return std::unexpected("it was done, but could not be recorded in the staff audit trail");
    }
    return {};
}

Result<void, std::string> record_everywhere(engine::Registry& registry,
                                            const engine::StaffDeed& deed) {
    const auto accounts = registry.accounts();
    if (!accounts) {
        return std::unexpected("the database could not be read");
    }
    for (const engine::Account& account : *accounts) {
        TRY(record_deed(registry, account.number, deed));
    }
    return {};
}

Result<void, Complaint>
record_export(const DataPlace& place,
              const std::function<Result<void, std::string>(engine::Registry&)>& record) {
    const auto open = [&]() -> Result<OpenData, Complaint> {
        if (is_cluster(place)) {
            return open_to_read(place);
        }
        store::SqliteOptions options;
        options.mode = store::OpenMode::Beside;
        const std::string path = TRY(or_exit(exit_unavailable, database_path(place)));
        return OpenData(TRY(or_exit(exit_unavailable, store::SqliteStore::open(path, options))));
    };
    const OpenData data = TRY(open());
    if (!record(data.registry())) {
        return fail("the export could not be recorded in the staff audit trail, so nothing was "
                    "written");
    }
    return {};
}

Result<std::vector<VerifiedTrail>, std::string> verify_trails(engine::Registry& registry) {
    const auto accounts = registry.accounts();
    if (!accounts) {
        return std::unexpected("the database could not be read");
    }
    std::vector<VerifiedTrail> trails;
    for (const engine::Account& account : *accounts) {
        std::vector<engine::StaffRow> rows =
            TRY(newest(registry, account.number, std::numeric_limits<std::size_t>::max()));
        std::ranges::reverse(rows);
        engine::StaffTrailCheck check;
        for (const engine::StaffRow& row : rows) {
            check.add(row);
        }
        trails.push_back(
            {.account = account.number, .deeds = rows.size(), .findings = check.findings()});
    }
    return trails;
}

Outcome carry_out(const AuditStaffCommand& command, Console& console) {
    const auto store = TRY(open_to_read(command.place));
    const auto accounts = store.registry().accounts();
    if (!accounts) {
        return fail("the database could not be read", exit_unavailable);
    }
    for (const engine::Account& account : *accounts) {
        if (!command.account_name.empty() && account.name != command.account_name) {
            continue;
        }
        std::vector<engine::StaffRow> rows =
            TRY(or_exit(exit_unavailable, newest(store.registry(), account.number, command.limit)));
        std::ranges::reverse(rows);
        for (const engine::StaffRow& row : rows) {
            if (command.style == Style::Json) {
                print_json(console.output,
                           [&](JsonWriter& writer) { interchange::write_deed(writer, row); });
                continue;
            }
            const auto record = engine::decode_record(row.data);
            const engine::StaffDeed deed = record ? record->deed : engine::StaffDeed{};
            console.output << fmt::format(
                "{:<21} {:<16} {:<10} {:<24} {:<10} {:<20} {}\n", in_seconds(row.at), account.name,
                interchange::actor_of(deed), record ? deed.act : "unreadable", deed.subject,
                row.origin.client, deed.detail);
        }
    }
    return exit_ok;
}

}  // namespace standby::app
