// What is counted of the connectors, for /metrics. Any thread may read and write.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace standby::bus {

// How long from a message's arrival on the bus until the offer that it led to was durable.
class LagHistogram {
public:
    static constexpr std::array<double, 14> bounds_s{0.001, 0.0025, 0.005, 0.01, 0.02, 0.03, 0.05,
                                                     0.075, 0.1,    0.25,  0.5,  1,    5,    60};
    void add(std::chrono::nanoseconds lag) {
        const double seconds = std::chrono::duration<double>(lag).count();
        std::size_t index = 0;
        while (index < bounds_s.size() && seconds > bounds_s[index]) {
            ++index;
        }
        ++counts_[index];
        sum_us_ += static_cast<std::uint64_t>(seconds > 0 ? seconds * 1e6 : 0);
    }
    // The last one is of those above all bounds.
    std::uint64_t count(std::size_t index) const { return counts_[index]; }
    double sum_s() const { return static_cast<double>(sum_us_) / 1e6; }

private:
    std::array<std::atomic<std::uint64_t>, bounds_s.size() + 1> counts_{};
    std::atomic<std::uint64_t> sum_us_ = 0;
};

struct BusFigures {
    std::atomic<int> connections = 0;  // that are up, in both directions
    std::atomic<std::uint64_t> sent = 0;
    std::atomic<std::uint64_t> behind = 0;  // events that it does not have yet, at the last look
    std::atomic<std::uint64_t> received = 0;
    std::atomic<std::uint64_t> repeated = 0;
    std::atomic<std::uint64_t> put_aside = 0;
    std::atomic<std::uint64_t> failures = 0;  // of connections
    LagHistogram released_to_offered;
};

}  // namespace standby::bus
