// Counts durations in buckets whose width grows with the duration, so that a quantile of millions
// of requests costs a few kilobytes and is less than one percent off, however long the tail is.
#pragma once

#include "bench/load/clock.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace standby::bench::load {

class Histogram {
public:
    Histogram();

    // Counts one duration. A negative one counts as zero, one of more than an hour as an hour;
    // mean and maximum keep it as it is.
    void record(Nanoseconds duration);

    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] Nanoseconds maximum() const { return maximum_; }

    // The exact mean; 0 when nothing was counted.
    [[nodiscard]] double mean() const;

    // The duration that the given share of all durations does not exceed: 0.99 for the 99th
    // percentile. Requires 0 < share <= 1; 0 when nothing was counted.
    [[nodiscard]] Nanoseconds quantile(double share) const;

private:
    std::vector<std::uint64_t> buckets_;
    std::uint64_t count_ = 0;
    double sum_ = 0;
    Nanoseconds maximum_ = 0;
};

}  // namespace standby::bench::load
