// A month in figures, over all resources of a house: what came free, what was filled, what it was
// worth. Counted from events.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/event.hpp"
#include "engine/history/spread.hpp"
#include "engine/ports/correspondence.hpp"
#include "engine/ports/store.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace standby::engine {

struct MonthFigures {
    std::uint64_t joined = 0;
    std::uint64_t freed = 0;   // openings, places released, places given up
    std::uint64_t filled = 0;  // offers that were accepted
    std::uint64_t offers = 0;
    std::map<std::array<char, 3>, std::int64_t> recovered;  // by currency, in minor units
    std::optional<Duration> median_time_to_fill;            // of openings
    friend bool operator==(const MonthFigures&, const MonthFigures&) = default;
};

class MonthFold {
public:
    // Counts what happened from `from` until just before `to`.
    MonthFold(Time from, Time to) : from_(from), to_(to) {}

    // The events of one resource follow, in order. They may begin before the month, so that what
    // was opened then is known.
    void begin_resource(std::optional<core::Money> payment);
    void add(const core::Event& event);
    MonthFigures result() const;

private:
    struct Opened {
        Time at{};
        std::optional<core::Money> price;
    };
    bool is_in_month(Time at) const { return at >= from_ && at < to_; }

    Time from_;
    Time to_;
    MonthFigures figures_;
    SpreadFold to_fill_;
    std::optional<core::Money> payment_;
    std::unordered_map<core::OpeningNumber, Opened> opened_;
};

// Of all resources of the account. Reads the events of the month and of the one before.
Result<MonthFigures, StoreError> month_figures(Store& store, AccountNumber account, Time from,
                                               Time to);

// The zone that a house counts its months in: its own, or, while it has not said any, that of its
// first resource.
Result<std::string, StoreError> month_zone(Store& store, const House& house);

}  // namespace standby::engine
