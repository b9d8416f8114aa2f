// A month in figures, over all lists of a house: what came free, what was filled, how soon, and
// what it was worth; beside the month before, with one thing that would have done better.
#pragma once

#include "base/result.hpp"
#include "engine/history/month_suggestion.hpp"
#include "engine/history/stats.hpp"
#include "engine/ports/correspondence.hpp"
#include "engine/ports/house_figures.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace standby::engine {

// Places that came free in the month, and what became of them until now.
struct MonthFigures {
    std::uint64_t joined = 0;
    std::uint64_t freed = 0;
    std::uint64_t filled = 0;
    std::uint64_t offers = 0;  // made in it
    std::uint64_t accepted = 0;
    std::optional<Timing> time_to_fill;
    Revenue recovered;
    friend bool operator==(const MonthFigures&, const MonthFigures&) = default;
};

struct MonthReport {
    MonthNumber month = 0;
    MonthFigures figures;
    MonthFigures before;
    std::optional<MonthSuggestion> suggestion;
    friend bool operator==(const MonthReport&, const MonthReport&) = default;
};

MonthFigures month_of(const Selection& selection);

// Of all lists of the account, each by its own calendar, with the suggestion that is kept.
Result<MonthReport, StoreError> month_report(Store& store, HouseFigures& kept,
                                             AccountNumber account, MonthNumber month,
                                             const RollupContext& context);

// The lists with places that came free in the month and were not filled: at most `limit`, those
// with the most of them first.
Result<std::vector<ResourceListing>, StoreError> lists_to_help(Store& store, AccountNumber account,
                                                               MonthNumber month, std::size_t limit,
                                                               const RollupContext& context);

// Its first and its last day.
std::pair<DayNumber, DayNumber> days_of(MonthNumber month);

// The zone that a house counts its months in: its own, or, while it has not said any, that of its
// first resource.
Result<std::string, StoreError> month_zone(Store& store, const House& house);
// What a summary in the outbox is about: its `event` names the month, and the owner it goes to; the
// address of the house where there is none.
struct SummaryAbout {
    MonthNumber month = 0;
    std::uint64_t owner = 0;  // the number of a member; 0: none
    friend bool operator==(const SummaryAbout&, const SummaryAbout&) = default;
};
std::uint64_t summary_event(const SummaryAbout& about);
SummaryAbout summary_about(std::uint64_t event);

// The month before the one that it is there now.
MonthNumber last_month(const Zone& zone, Time now);

}  // namespace standby::engine
