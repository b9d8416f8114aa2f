// Waiting, for threads that are told to stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace standby::bus {

inline void pause(std::chrono::milliseconds time, const std::atomic<bool>& is_stopping) {
    constexpr std::chrono::milliseconds step{50};
    for (; time.count() > 0 && !is_stopping; time -= step) {
        std::this_thread::sleep_for(std::min(time, step));
    }
}

// After so many failures in a row.
inline std::chrono::milliseconds backoff(std::uint32_t failures) {
    return std::min(std::chrono::milliseconds{100} * (1U << std::min(failures, 6U)),
                    std::chrono::milliseconds{5'000});
}

}  // namespace standby::bus
