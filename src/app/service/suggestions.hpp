// The one change of rules that the replay of a month speaks for: looked for once, when the month is
// over, in the background and for a limited time, and kept for the mail and the page.
#pragma once

#include "core/rules/zone_book.hpp"
#include "engine/history/month.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace standby::app {

struct SuggestionLimits {
    std::size_t lists_max = 3;  // that are tried, those with the most places left open first
    std::uint32_t seeds = 40;
    std::chrono::milliseconds reading_max{10'000};  // of one list's history
    std::chrono::milliseconds playing_max{15'000};  // of one list's month
};

class Suggestions {
public:
    // The zones must outlive it. It ends early when `is_leaving` says so, and keeps nothing then.
    Suggestions(const core::ZoneBook& zones, std::function<bool()> is_leaving,
                const SuggestionLimits& limits = {})
        : zones_(zones), is_leaving_(std::move(is_leaving)), limits_(limits) {}

    // Looks for one house whose last month is over and was not looked at. False: there is none.
    // What can't be found out counts as nothing found, so that nobody waits for it.
    bool step(engine::Store& store, engine::Registry& registry, Time now);

private:
    std::optional<engine::MonthSuggestion> find(engine::Store& store, const engine::House& house,
                                                engine::MonthNumber month);
    std::optional<engine::MonthSuggestion>
    try_list(engine::Store& store, const engine::ResourceListing& list, engine::MonthNumber month);

    const core::ZoneBook& zones_;
    std::function<bool()> is_leaving_;
    SuggestionLimits limits_;
    std::map<engine::AccountNumber, engine::MonthNumber> done_;  // the last one of each
};

}  // namespace standby::app
