// When somebody would like to come: the one day or range of days, and the one time, that a whole
// text says. Where it says several that don't fit together, or something that can't be, nothing is
// found: staff fill in a blank in a second, and find a wrong date never.
#pragma once

#include "intake/reading/clock_reader.hpp"
#include "intake/reading/day_reader.hpp"
#include "intake/reading/line.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace standby::intake {

struct FoundDays {
    // Days since 1970-01-01. One of them may be open: "from Friday on", "before Friday".
    std::optional<std::int64_t> earliest;
    std::optional<std::int64_t> latest;
    Span span;
};

struct FoundTimes {
    // Minutes after midnight; the same for one time. One of them may be open.
    std::optional<int> from;
    std::optional<int> to;
    Span span;
};

struct When {
    // The words that said something about when, wanted or not: no guests are counted there.
    std::vector<std::pair<std::size_t, std::size_t>> taken;
    // Whether a day or a time was said at all, even where it is not clear which is meant.
    bool says_days = false;
    bool says_times = false;
    std::optional<FoundDays> days;
    std::optional<FoundTimes> times;
};

When read_when(const Line& line, const Moment& now);

}  // namespace standby::intake
