// The outbox itself remembers which summaries were written.
#include "app/service/summaries.hpp"

#include "base/civil.hpp"

namespace standby::app {
namespace {

constexpr Duration morning = std::chrono::hours{9};
// A server that was down all day does not send yesterday's news.
constexpr Duration late_by_at_most = std::chrono::hours{12};

// A house keeps the hours of its first resource.
const Zone& zone_of(engine::Store& store, engine::AccountNumber account,
                    const core::ZoneBook& zones) {
    const Zone* zone = nullptr;
    if (const auto first = store.resources(account, core::ResourceNumber{}, 1);
        first && !first->empty()) {
        if (const auto row = core::decode_resource_row(first->front().data)) {
            zone = zones.find(row->settings.time_zone);
        }
    }
    return zone == nullptr ? *zones.find("UTC") : *zone;
}

}  // namespace

std::size_t queue_summaries(engine::Store& store, engine::Registry& registry,
                            const core::ZoneBook& zones, Time now) {
    const auto houses = registry.houses();
    std::size_t queued = 0;
    if (!houses) {
        return queued;
    }
    for (const engine::House& house : *houses) {
        if (!house.monthly_summary || house.staff_email.empty()) {
            continue;
        }
        const Zone& zone = zone_of(store, house.account, zones);
        const auto today = std::chrono::floor<std::chrono::days>(zone.to_local(now));
        const CivilDate date = civil_from_days(today.time_since_epoch().count());
        const auto first = today - std::chrono::days{date.day - 1};
        const Time due = zone.to_utc(first + morning);
        if (now < due || now > due + late_by_at_most) {
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
