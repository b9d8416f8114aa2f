// The day on which the people of a benchmark join.
#pragma once

#include "core/run.hpp"

#include <chrono>

namespace standby::bench {

inline const core::ZoneBook zones;
inline const Time opening_day = Time{} + std::chrono::days{20'000} + std::chrono::hours{12};

inline core::Context at(Time now) {
    return {.now = now, .actor = {}, .zones = &zones};
}

}  // namespace standby::bench
