// Leaves a system alone that fails again and again: it may be down, and every question would hold
// somebody up. After a pause one question tells whether it is back.
#pragma once

#include "base/time.hpp"
#include "engine/ports/booking_systems.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace standby::app {

inline constexpr std::uint32_t breaker_failures_max = 5;  // in a row
inline constexpr Duration breaker_pause_min = std::chrono::seconds{5};
inline constexpr Duration breaker_pause_max = std::chrono::minutes{1};

class Breaker {
public:
    engine::BreakerState state(Time now) const {
        return !open_until_         ? engine::BreakerState::Closed
               : now < *open_until_ ? engine::BreakerState::Open
                                    : engine::BreakerState::HalfOpen;
    }
    std::optional<Time> open_until() const { return open_until_; }

    // True: it was open, or as good as open, until now.
    bool succeed() {
        failures_ = 0;
        pause_ = breaker_pause_min;
        const bool was_open = open_until_.has_value();
        open_until_.reset();
        return was_open;
    }
    // True: it opens with this one.
    bool fail(Time now) {
        ++failures_;
        if (!open_until_ && failures_ < breaker_failures_max) {
            return false;
        }
        const bool opens = !open_until_;
        pause_ = opens ? breaker_pause_min : std::min(pause_ * 2, breaker_pause_max);
        open_until_ = now + pause_;
        return opens;
    }

private:
    std::uint32_t failures_ = 0;
    Duration pause_ = breaker_pause_min;
    std::optional<Time> open_until_;
};

}  // namespace standby::app
