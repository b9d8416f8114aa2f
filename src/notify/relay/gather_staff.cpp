// What only messages to staff tell: figures, notices, outages, and why a place is handed back.
#include "core/audit/event_codec.hpp"
#include "engine/history/month.hpp"
#include "engine/outbox/outages.hpp"
#include "notify/relay/gather.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace standby::notify {

using engine::StoreError;

namespace {

std::vector<core::Money> money_of(const engine::Revenue& revenue) {
    std::vector<core::Money> money;
    for (const auto& [currency, amount] : revenue) {
        money.push_back({amount, currency});
    }
    return money;
}

}  // namespace

// Goes to the address of the house, or to one of its owners.
Result<void, StoreError> Gatherer::add_summary(Gathered& gathered) {
    const engine::SummaryAbout about = engine::summary_about(gathered.row.event);
    const engine::AccountNumber account{gathered.row.entry};
    if (about.owner != 0) {
        const auto members = TRY(registry_.members());
        const auto owner = std::ranges::find(members, about.owner, &engine::Member::number);
        const bool is_owner =
            owner != members.end() && !owner->removed_at && owner->role == engine::Role::Owner;
        gathered.house.staff_email = is_owner ? owner->email : std::string();
    }
    const engine::RollupContext context{
        .find_zone = [this](std::string_view name) { return zones_.find(name); },
        .opens =
            gathered.house.open_tracking ? engine::OpensCounted::Yes : engine::OpensCounted::No};
    const engine::MonthReport report =
        TRY(engine::month_report(store_, registry_, account, about.month, context));
    SummaryFacts& facts = gathered.summary.emplace();
    facts.year = static_cast<int>(about.month / 12);
    facts.month = static_cast<unsigned>(about.month % 12 + 1);
    facts.freed = report.figures.freed;
    facts.filled = report.figures.filled;
    facts.offers = report.figures.offers;
    facts.accepted = report.figures.accepted;
    facts.joined = report.figures.joined;
    if (report.figures.time_to_fill) {
        facts.median_time_to_fill = report.figures.time_to_fill->median;
        facts.average_time_to_fill = report.figures.time_to_fill->mean;
    }
    facts.recovered = money_of(report.figures.recovered);
    facts.freed_before = report.before.freed;
    facts.filled_before = report.before.filled;
    facts.recovered_before = money_of(report.before.recovered);
    facts.suggestion = report.suggestion;
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
