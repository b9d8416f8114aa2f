// Gaps of a Poisson process are exponentially distributed.
#include "bench/load/due_times.hpp"

#include "base/assert.hpp"

#include <cmath>

namespace standby::bench::load {

DueTimes::DueTimes(double rate, std::uint64_t seed, Nanoseconds start)
    : random_(seed), mean_gap_(static_cast<double>(nanoseconds_per_second) / rate), next_(start) {
    ASSERT(rate > 0);
    step();
}

void DueTimes::pass() {
    ++passed_;
    step();
}

void DueTimes::step() {
    // The upper 53 bits make a number in [0, 1).
    const double uniform = std::ldexp(static_cast<double>(random_.next() >> 11), -53);
    next_ += std::llround(-std::log1p(-uniform) * mean_gap_);
}

}  // namespace standby::bench::load
