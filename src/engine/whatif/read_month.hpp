// Reading a recorded month from a store: the whole history of the list, and by which medium its
// offers reached people.
#pragma once

#include "base/result.hpp"
#include "base/zone.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/store.hpp"
#include "engine/whatif/recorded_month.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace standby::engine::whatif {

// From its first midnight to that of the next month.
struct Stretch {
    Time from{};
    Time to{};
    friend bool operator==(const Stretch&, const Stretch&) = default;
};
Stretch month_in(const Zone& zone, std::chrono::year_month month);
// The last one that is over by now.
std::chrono::year_month last_whole_month(const Zone& zone, Time now);

struct MonthRead {
    std::optional<RecordedMonth> month;  // nothing: it was given up
    // Of what happened before this nothing is kept; the stretch may begin earlier.
    std::optional<Time> kept_since;
};

// Goes on as long as `go_on` says so; it is asked now and then.
Result<MonthRead, StoreError> read_month(Store& store, core::ResourceNumber resource,
                                         const Stretch& stretch, const core::ZoneBook& zones,
                                         const std::function<bool()>& go_on = {});

// w* of this house, for windows made by themselves; nothing where it has too few answers.
std::optional<Duration> answer_window_of(const RecordedMonth& month, const ResponseModel& model);

}  // namespace standby::engine::whatif
