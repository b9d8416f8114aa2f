// A month in figures, over all lists of a house: what came free, what was filled, how soon, and
// what it was worth; beside the month before, with one thing that would have done better.
#pragma once

#include "base/result.hpp"
#include "engine/history/month_suggestion.hpp"
#include "engine/history/stats.hpp"
#include "engine/ports/correspondence.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace standby::engine {

// Counted from 0: years * 12 + months.
using MonthNumber = std::uint64_t;

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

// Replays the month of a list with other rules; nothing where no change is certain to help.
using SuggestForMonth = std::function<std::optional<MonthSuggestion>(
    Store& store, const ResourceListing& list, std::pair<DayNumber, DayNumber> days)>;

// Of all lists of the account, each by its own calendar. A suggestion is asked for about the list
// with the most places that were not filled.
Result<MonthReport, StoreError> month_report(Store& store, AccountNumber account, MonthNumber month,
                                             const RollupContext& context,
                                             const SuggestForMonth& suggest = {});

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
