// What only messages to staff tell: figures, notices, outages, and why a place is handed back.
#include "base/civil.hpp"
#include "core/audit/event_codec.hpp"
#include "engine/history/month.hpp"
#include "engine/outbox/outages.hpp"
#include "notify/relay/gather.hpp"

#include <algorithm>

namespace standby::notify {

using engine::StoreError;

// A month begins at midnight where the house is.
Result<void, StoreError> Gatherer::add_summary(Gathered& gathered) {
    const std::uint64_t months = gathered.row.event;
    const engine::AccountNumber account{gathered.row.entry};
    const engine::House house = TRY(houses_.house(account));
    const Zone* zone = zones_.find(TRY(engine::month_zone(store_, house)));
    const auto first_of = [zone](std::uint64_t month) {
        const CivilDate first{.year = static_cast<std::int64_t>(month / 12),
                              .month = static_cast<unsigned>(month % 12 + 1),
                              .day = 1};
        const LocalTime midnight{std::chrono::days{days_from_civil(first)}};
        return (zone == nullptr ? Zone::utc() : *zone).to_utc(midnight);
    };
    const engine::MonthFigures figures =
        TRY(engine::month_figures(store_, account, first_of(months), first_of(months + 1)));
    SummaryFacts& facts = gathered.summary.emplace();
    facts.year = static_cast<int>(months / 12);
    facts.month = static_cast<unsigned>(months % 12 + 1);
    facts.freed = figures.freed;
    facts.filled = figures.filled;
    facts.offers = figures.offers;
    facts.accepted = figures.filled;
    facts.joined = figures.joined;
    facts.median_time_to_fill = figures.median_time_to_fill;
    for (const auto& [currency, amount] : figures.recovered) {
        facts.recovered.push_back({amount, currency});
    }
    return {};
}

Result<void, StoreError> Gatherer::add_notice(Gathered& gathered) {
    gathered.notice = TRY(registry_.notice(gathered.row.event));
    if (gathered.notice) {
        const auto members = TRY(registry_.members());
        const auto found =
            std::ranges::find(members, gathered.notice->member, &engine::Member::number);
        gathered.member_name = found == members.end() ? "" : found->name;
    }
    return {};
}

Result<void, StoreError> Gatherer::add_outage(Gathered& gathered) {
    const engine::OutboxRow& row = gathered.row;
    const auto find =
        [&](engine::MessageKind kind) -> Result<std::optional<engine::OutboxListing>, StoreError> {
        for (engine::OutboxListing& found : TRY(store_.messages_to_houses(kind, row.event))) {
            if (found.row.event == row.event && found.row.entry == row.entry) {
                return std::move(found);
            }
        }
        return std::nullopt;
    };
    OutageWord& word = gathered.outage.emplace();
    word.channel = engine::channel_of_outage(row.event);
    if (row.kind == engine::MessageKind::ChannelDown) {
        word.is_over = TRY(find(engine::MessageKind::ChannelBack)).has_value();
        return {};
    }
    word.is_over = true;
    if (const auto first = TRY(find(engine::MessageKind::ChannelDown))) {
        const std::uint64_t ids[] = {first->row.id};
        word.is_first_pending = first->state == engine::OutboxState::Pending;
        word.first_deliveries = TRY(store_.deliveries(ids));
    }
    return {};
}

Result<void, StoreError> Gatherer::add_reason(Gathered& gathered) {
    const engine::OutboxRow& row = gathered.row;
    for (const engine::EventRow& stored : TRY(store_.events(row.resource, row.event - 1, 1))) {
        if (const auto event = core::decode_event(stored.data)) {
            gathered.reason = core::name_of(event->reason);
        }
    }
    return {};
}

Result<void, StoreError> Gatherer::add_staff_facts(Gathered& gathered) {
    switch (gathered.row.kind) {
    case engine::MessageKind::MonthlySummary:
        return add_summary(gathered);
    case engine::MessageKind::StaffNotice:
        return add_notice(gathered);
    case engine::MessageKind::ChannelDown:
    case engine::MessageKind::ChannelBack:
        return add_outage(gathered);
    case engine::MessageKind::HandedBack:
    case engine::MessageKind::NobodyFits:
        return add_reason(gathered);
    default:
        return {};
    }
}

}  // namespace standby::notify
