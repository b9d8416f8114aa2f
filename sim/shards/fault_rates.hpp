// How often store calls go wrong in one world, and the lot for each call.
#pragma once

#include "base/prng.hpp"
#include "sim/shards/shard_host.hpp"

#include <cstdint>

namespace standby::sim {

// In a thousand store calls each.
struct StoreFaultRates {
    std::uint32_t crash = 0;
    std::uint32_t not_committed = 0;
    std::uint32_t unknown = 0;
};

inline StoreFaultRates draw_store_faults(Prng& prng) {
    if (prng.chance(1, 10)) {
        return {};
    }
    const auto rate = [&](std::int64_t highest) {
        return static_cast<std::uint32_t>(prng.between(0, highest));
    };
    return {.crash = rate(60), .not_committed = rate(100), .unknown = rate(100)};
}

inline CallFault draw_fault(const StoreFaultRates& rates, Prng& prng) {
    const std::uint64_t lot = prng.below(1000);
    const std::uint64_t half = prng.below(2);
    if (lot < rates.crash) {
        return half == 0 ? CallFault::CrashBefore : CallFault::CrashAfter;
    }
    if (lot < rates.crash + rates.not_committed) {
        return CallFault::NotCommitted;
    }
    if (lot < rates.crash + rates.not_committed + rates.unknown) {
        return half == 0 ? CallFault::UnknownUnwritten : CallFault::UnknownWritten;
    }
    return CallFault::None;
}

}  // namespace standby::sim
