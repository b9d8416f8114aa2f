#include "engine/history/month.hpp"

#include "base/civil.hpp"
#include "core/state/rows.hpp"
#include "engine/ports/listings.hpp"

#include <algorithm>
#include <functional>

namespace standby::engine {
namespace {

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

namespace {

Result<std::optional<MonthSuggestion>, StoreError>
suggestion_of(Store& store, HouseFigures& kept, AccountNumber account, MonthNumber month) {
    auto found = TRY(kept.kept_suggestion(account, month));
    if (!found || !*found) {
        return std::nullopt;
    }
    MonthSuggestion suggestion = **std::move(found);
    const auto listing = TRY(listing_of(store, suggestion.resource));
    if (!listing || listing->account != account) {
        return std::nullopt;
    }
    suggestion.list = listing->name;
    return suggestion;
}

}  // namespace

Result<MonthReport, StoreError> month_report(Store& store, HouseFigures& kept,
                                             AccountNumber account, MonthNumber month,
                                             const RollupContext& context) {
    StatsQuestion question;
    StatsQuestion question_before;
    question.range = days_of(month);
    question_before.range = days_of(month - 1);
    Selection figures;
    Selection before;
    TRY(for_each_list(store, account, [&](const ResourceListing& list) -> Result<GoOn, StoreError> {
        const Counted counted = TRY(read_counted(store, list.number, question_before.range->first,
                                                 question.range->second, context));
        figures.add(select(counted, question));
        before.add(select(counted, question_before));
        return GoOn::Yes;
    }));
    return MonthReport{.month = month,
                       .figures = month_of(figures),
                       .before = month_of(before),
                       .suggestion = TRY(suggestion_of(store, kept, account, month))};
}

Result<std::vector<ResourceListing>, StoreError> lists_to_help(Store& store, AccountNumber account,
                                                               MonthNumber month, std::size_t limit,
                                                               const RollupContext& context) {
    StatsQuestion question;
    question.range = days_of(month);
    std::vector<std::pair<std::uint64_t, ResourceListing>> unfilled;
    TRY(for_each_list(store, account, [&](const ResourceListing& list) -> Result<GoOn, StoreError> {
        const Counted counted = TRY(read_counted(store, list.number, question.range->first,
                                                 question.range->second, context));
        const MonthFigures figures = month_of(select(counted, question));
        if (figures.freed > figures.filled) {
            unfilled.emplace_back(figures.freed - figures.filled, list);
        }
        return GoOn::Yes;
    }));
    std::ranges::stable_sort(unfilled, std::greater<>{}, [](const auto& one) { return one.first; });
    std::vector<ResourceListing> lists;
    for (auto& [count, list] : unfilled) {
        if (lists.size() < limit) {
            lists.push_back(std::move(list));
        }
    }
    return lists;
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
