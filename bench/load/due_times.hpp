// The moments at which requests are due: a Poisson process, as many independent people would make
// it. A copy goes through the same moments again, so a line of waiting requests need not be stored.
#pragma once

#include "base/prng.hpp"
#include "bench/load/clock.hpp"

#include <cstdint>

namespace standby::bench::load {

class DueTimes {
public:
    // On average `rate` moments per second, from `start` on. Requires rate > 0.
    DueTimes(double rate, std::uint64_t seed, Nanoseconds start);

    [[nodiscard]] Nanoseconds next() const { return next_; }

    // How many moments were passed.
    [[nodiscard]] std::uint64_t passed() const { return passed_; }

    void pass();

private:
    void step();

    Prng random_;
    double mean_gap_;
    Nanoseconds next_;
    std::uint64_t passed_ = 0;
};

}  // namespace standby::bench::load
