// The outbox itself remembers which summaries were written.
#include "app/service/summaries.hpp"

#include "base/case_fold.hpp"
#include "base/civil.hpp"
#include "engine/history/month.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace standby::app {
namespace {

constexpr Duration morning = std::chrono::hours{9};
// After that it is no news any more.
constexpr Duration late_by_at_most = std::chrono::days{7};
// So long it waits for a suggestion to be looked for: something is wrong by then.
constexpr Duration suggestion_patience = std::chrono::days{2};

// The address of the house, and each owner who has another one.
std::vector<std::uint64_t> readers_of(const engine::House& house,
                                      const std::vector<engine::Member>& members) {
    std::vector<std::uint64_t> readers;
    std::set<std::string> addresses;
    if (!house.staff_email.empty()) {
        readers.push_back(0);
        addresses.insert(case_folded(house.staff_email));
    }
    for (const engine::Member& member : members) {
        const bool is_owner = member.account == house.account && !member.removed_at &&
                              member.role == engine::Role::Owner;
        if (is_owner && !member.email.empty() &&
            addresses.insert(case_folded(member.email)).second) {
            readers.push_back(member.number);
        }
    }
    return readers;
}

}  // namespace

std::size_t queue_summaries(engine::Store& store, engine::Registry& registry,
                            const core::ZoneBook& zones, Time now, Duration messages_kept) {
    const auto accounts = registry.accounts();
    const auto members = registry.members();
    std::size_t queued = 0;
    if (!accounts || !members) {
        return queued;
    }
    for (const engine::Account& account : *accounts) {
        const auto house = registry.house(account.number);
        if (!house || !house->monthly_summary) {
            continue;
        }
        const auto readers = readers_of(*house, *members);
        if (readers.empty()) {
            continue;
        }
        const Zone* own = zones.find(engine::month_zone(store, *house).value_or(house->time_zone));
        const Zone& zone = own == nullptr ? *zones.find("UTC") : *own;
        const auto today = std::chrono::floor<std::chrono::days>(zone.to_local(now));
        const CivilDate date = civil_from_days(today.time_since_epoch().count());
        const auto first = today - std::chrono::days{date.day - 1};
        const Time due = zone.to_utc(first + morning);
        const bool is_too_late = now > due + std::min(late_by_at_most, messages_kept);
        const bool is_newer = account.created_at >= zone.to_utc(first);
        if (now < due || is_too_late || is_newer) {
            continue;
        }
        const engine::MonthNumber month = engine::last_month(zone, now);
        const auto suggestion = registry.kept_suggestion(account.number, month);
        const bool is_looked_for = suggestion && suggestion->has_value();
        if (!is_looked_for && now < due + suggestion_patience) {
            continue;
        }
        for (const std::uint64_t reader : readers) {
            const auto is_new = store.queue_message(
                {.event = engine::summary_event({.month = month, .owner = reader}),
                 .kind = engine::MessageKind::MonthlySummary,
                 .entry = account.number.value(),
                 .due_at = due});
            queued += is_new && *is_new ? 1 : 0;
        }
    }
    return queued;
}

}  // namespace standby::app
