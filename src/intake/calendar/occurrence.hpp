// What a calendar says of one stretch of time: an appointment, or anything else that fills it.
// Series are spread out; what is cancelled, or marked as free time, is not among these.
#pragma once

#include "base/time.hpp"

#include <string>
#include <vector>

namespace standby::intake {

struct Occurrence {
    std::string uid;
    std::string instance;  // of a series: when it was to begin, in UTC; empty: it is no series
    Time starts_at{};
    Duration length{0};  // 0: the calendar does not say
    bool is_all_day = false;
    std::string title;
    std::string description;
    std::string location;
    std::vector<std::string> categories;
    friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

}  // namespace standby::intake
