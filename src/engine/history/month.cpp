#include "engine/history/month.hpp"

#include "base/civil.hpp"
#include "core/state/rows.hpp"

#include <algorithm>

namespace standby::engine {
namespace {

constexpr std::size_t lists_at_once = 100;
// Enough for five thousand years.
constexpr unsigned month_bits = 16;

DayNumber first_day(MonthNumber month) {
    return static_cast<DayNumber>(days_from_civil({.year = static_cast<std::int64_t>(month / 12),
                                                   .month = static_cast<unsigned>(month % 12 + 1),
                                                   .day = 1}));
}

}  // namespace

std::string_view name_of(RuleChange change) {
    switch (change) {
    case RuleChange::LateYes:
        return "late_yes";
    case RuleChange::AutoWindow:
        return "auto_window";
    case RuleChange::LateYesAndAutoWindow:
        return "late_yes_and_auto_window";
    case RuleChange::ShorterCutoff:
        return "shorter_cutoff";
    }
    return "late_yes";
}

std::pair<DayNumber, DayNumber> days_of(MonthNumber month) {
    return {first_day(month), first_day(month + 1) - 1};
}

MonthFigures month_of(const Selection& selection) {
    StatsQuestion question;
    const Stats stats = make_stats(selection, question);
    return {.joined = stats.joins,
            .freed = stats.places.freed,
            .filled = stats.places.filled,
            .offers = stats.offers.made,
            .accepted = stats.offers.accepted,
            .time_to_fill = stats.time_to_fill,
            .recovered = stats.revenue};
}

Result<MonthReport, StoreError> month_report(Store& store, AccountNumber account, MonthNumber month,
                                             const RollupContext& context,
                                             const SuggestForMonth& suggest) {
    StatsQuestion question;
    StatsQuestion question_before;
    question.range = days_of(month);
    question_before.range = days_of(month - 1);
    Selection figures;
    Selection before;
    std::uint64_t most_unfilled = 0;
    std::optional<ResourceListing> list_to_help;
    core::ResourceNumber after;
    while (true) {
        const auto lists = TRY(store.resources(account, after, lists_at_once));
        for (const ResourceListing& list : lists) {
            after = list.number;
            const auto row = core::decode_resource_row(list.data);
            if (row && row->settings.practice) {
                continue;
            }
            const Counted counted = TRY(read_counted(
                store, list.number, question_before.range->first, question.range->second, context));
            const Selection own = select(counted, question);
            const MonthFigures figures_of_list = month_of(own);
            const std::uint64_t unfilled =
                figures_of_list.freed - std::min(figures_of_list.freed, figures_of_list.filled);
            if (unfilled > most_unfilled) {
                most_unfilled = unfilled;
                list_to_help = list;
            }
            figures.add(own);
            before.add(select(counted, question_before));
        }
        if (lists.size() < lists_at_once) {
            break;
        }
    }
    return MonthReport{.month = month,
                       .figures = month_of(figures),
                       .before = month_of(before),
                       .suggestion = suggest && list_to_help
                                         ? suggest(store, *list_to_help, *question.range)
                                         : std::nullopt};
}

Result<std::string, StoreError> month_zone(Store& store, const House& house) {
    if (house.time_zone != House{}.time_zone) {
        return house.time_zone;
    }
    for (const ResourceListing& first : TRY(store.resources(house.account, {}, 1))) {
        if (const auto row = core::decode_resource_row(first.data)) {
            return row->settings.time_zone;
        }
    }
    return house.time_zone;
}

std::uint64_t summary_event(const SummaryAbout& about) {
    return (about.owner << month_bits) | about.month;
}

SummaryAbout summary_about(std::uint64_t event) {
    return {.month = event & ((std::uint64_t{1} << month_bits) - 1), .owner = event >> month_bits};
}

MonthNumber last_month(const Zone& zone, Time now) {
    const auto today = std::chrono::floor<std::chrono::days>(zone.to_local(now));
    const CivilDate date = civil_from_days(today.time_since_epoch().count());
    return static_cast<MonthNumber>(date.year * 12 + (date.month - 1) - 1);
}

}  // namespace standby::engine
