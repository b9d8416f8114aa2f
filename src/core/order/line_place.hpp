// Where an entry stands in a line: first its lane (tier, then score), then its key within the lane.
// These are the values the line is sorted by; they say nothing about how the line is stored.
#pragma once

#include "core/order/ticket.hpp"

#include <compare>
#include <cstdint>

namespace standby::core {

// A lane holds the entries that only their key tells apart.
struct LaneKey {
    std::uint8_t tier = 0;
    std::int32_t score = 0;

    // Order in line, `a < b` when a is ahead of b: the higher tier first, then the higher score.
    friend constexpr std::strong_ordering operator<=>(const LaneKey& left, const LaneKey& right) {
        if (left.tier != right.tier) {
            return right.tier <=> left.tier;
        }
        return right.score <=> left.score;
    }
    friend constexpr bool operator==(const LaneKey&, const LaneKey&) = default;
};

struct LinePlace {
    LaneKey lane;
    std::uint64_t key = 0;

    // The low 32 bits of the key are the ticket, whatever the layout of the line.
    constexpr Ticket ticket() const { return static_cast<Ticket>(key); }

    // Order in line, `a < b` when a is ahead of b: by lane, then the lower key first.
    friend constexpr std::strong_ordering operator<=>(const LinePlace& left,
                                                      const LinePlace& right) {
        if (const auto lanes = left.lane <=> right.lane; lanes != 0) {
            return lanes;
        }
        return left.key <=> right.key;
    }
    friend constexpr bool operator==(const LinePlace&, const LinePlace&) = default;
};

}  // namespace standby::core
