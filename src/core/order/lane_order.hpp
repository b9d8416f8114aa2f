// A lane key as one integer that ascends from the head of the line, so that finding a lane compares
// plain numbers.
#pragma once

#include "core/order/line_place.hpp"

#include <cstdint>

namespace standby::core {

using LaneOrder = std::uint64_t;

// `lane_order(a) < lane_order(b)` exactly when `a < b`.
constexpr LaneOrder lane_order(const LaneKey& lane) {
    constexpr std::int64_t score_max = INT32_MAX;
    const auto tiers_ahead = static_cast<LaneOrder>(UINT8_MAX - lane.tier);
    const auto scores_ahead = static_cast<LaneOrder>(score_max - lane.score);  // fits 32 bits
    return tiers_ahead << 32 | scores_ahead;
}

// The inverse of lane_order.
constexpr LaneKey lane_key(LaneOrder order) {
    constexpr std::int64_t score_max = INT32_MAX;
    const auto scores_ahead = static_cast<std::int64_t>(order & UINT32_MAX);
    return {.tier = static_cast<std::uint8_t>(UINT8_MAX - (order >> 32)),
            .score = static_cast<std::int32_t>(score_max - scores_ahead)};
}

}  // namespace standby::core
