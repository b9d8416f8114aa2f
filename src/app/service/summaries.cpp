// The outbox itself remembers which summaries were written.
#include "app/service/summaries.hpp"

#include "base/civil.hpp"
#include "engine/history/month.hpp"

#include <algorithm>

namespace standby::app {
namespace {

constexpr Duration morning = std::chrono::hours{9};
// After that it is no news any more.
constexpr Duration late_by_at_most = std::chrono::days{7};

bool is_newer_than(const std::vector<engine::Account>& accounts, engine::AccountNumber account,
                   Time at) {
    const auto found = std::ranges::find(accounts, account, &engine::Account::number);
    return found == accounts.end() || found->created_at >= at;
}

}  // namespace

std::size_t queue_summaries(engine::Store& store, engine::Registry& registry,
                            const core::ZoneBook& zones, Time now, Duration messages_kept) {
    const auto houses = registry.houses();
    const auto accounts = registry.accounts();
    std::size_t queued = 0;
    if (!houses || !accounts) {
        return queued;
    }
    for (const engine::House& house : *houses) {
        if (!house.monthly_summary || house.staff_email.empty()) {
            continue;
        }
        const Zone* own = zones.find(engine::month_zone(store, house).value_or(house.time_zone));
        const Zone& zone = own == nullptr ? *zones.find("UTC") : *own;
        const auto today = std::chrono::floor<std::chrono::days>(zone.to_local(now));
        const CivilDate date = civil_from_days(today.time_since_epoch().count());
        const auto first = today - std::chrono::days{date.day - 1};
        const Time due = zone.to_utc(first + morning);
        const bool is_too_late = now > due + std::min(late_by_at_most, messages_kept);
        if (now < due || is_too_late ||
            is_newer_than(*accounts, house.account, zone.to_utc(first))) {
            continue;
        }
        const std::int64_t months = date.year * 12 + (date.month - 1) - 1;
        const auto is_new = store.queue_message({.event = static_cast<std::uint64_t>(months),
                                                 .kind = engine::MessageKind::MonthlySummary,
                                                 .entry = house.account.value(),
                                                 .due_at = due});
        queued += is_new && *is_new ? 1 : 0;
    }
    return queued;
}

}  // namespace standby::app
