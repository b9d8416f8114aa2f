// The two clocks: the wall's, and one that a test moves by hand.
#pragma once

#include "engine/ports/clock.hpp"

#include <atomic>
#include <chrono>

namespace standby::app {

class SystemClock final : public engine::Clock {
public:
    Time now() const override {
        return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
    }
};

class ManualClock final : public engine::Clock {
public:
    explicit ManualClock(Time start) : now_(start.time_since_epoch().count()) {}
    Time now() const override { return Time{Duration{now_.load()}}; }
    // Time that is behind the present one is ignored.
    void advance_to(Time time) {
        const auto wanted = time.time_since_epoch().count();
        auto present = now_.load();
        while (present < wanted && !now_.compare_exchange_weak(present, wanted)) {
        }
    }

private:
    std::atomic<Duration::rep> now_;
};

}  // namespace standby::app
