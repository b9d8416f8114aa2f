// A look at the store that many may want at the same moment: they share one, and after a few in a
// row there is one at most every so often, whoever asks, so that a flood of requests cannot become
// a flood of readings.
#pragma once

#include "base/guarded.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace standby::http {

class SharedLook {
public:
    using Instant = std::chrono::steady_clock::time_point;
    using Then = std::function<void()>;
    enum class Admission : std::uint8_t {
        Begin,    // the caller looks, and calls `end`
        Joined,   // somebody looks already
        TooSoon,  // there were too many looks just now; `then` is dropped
    };
    static constexpr std::size_t waiting_max = 10'000;
    static constexpr std::uint32_t in_a_row_max = 16;

    explicit SharedLook(std::chrono::milliseconds interval) : interval_(interval) {}

    Admission ask(Instant now, Then then);
    // The look has ended, or could not begin. Gives those who waited for it, to be called.
    std::vector<Then> end();

private:
    struct State {
        bool is_looking = false;
        std::uint32_t in_a_row = 0;  // one is forgotten in each interval
        Instant forgotten_at{};
        std::vector<Then> waiting;
    };

    const std::chrono::milliseconds interval_;
    Guarded<State> state_;
};

}  // namespace standby::http
