// Figures of a house that no event tells, so they are no part of a rollup and nothing checks them
// against a history: looks at offers that had expired, and what the replay of a month spoke for.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "engine/history/month_suggestion.hpp"
#include "engine/ports/late_looks.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace standby::engine {

class HouseFigures {
public:
    virtual ~HouseFigures() = default;

    // Adds to what was counted before; all of it or nothing.
    virtual Result<void, StoreError> add_late_looks(std::span<const LateLookCount> counts) = 0;
    // Of the days from `from` to `to`, by day and span.
    virtual Result<std::vector<LateLookCount>, StoreError>
    late_looks(core::ResourceNumber resource, std::int32_t from, std::int32_t to) = 0;

    // What was found for a month; nothing is a finding, too. The first one stays.
    virtual Result<void, StoreError>
    keep_suggestion(AccountNumber account, MonthNumber month,
                    const std::optional<MonthSuggestion>& suggestion, Time now) = 0;
    // Nothing: it was not looked for so far. The suggestion has no name of its list.
    virtual Result<std::optional<std::optional<MonthSuggestion>>, StoreError>
    kept_suggestion(AccountNumber account, MonthNumber month) = 0;
};

}  // namespace standby::engine
