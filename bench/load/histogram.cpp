// Each power of two is cut into 128 buckets of equal width. A bucket answers with its middle, so
// the error is at most one part in 256.
#include "bench/load/histogram.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace standby::bench::load {
namespace {

constexpr unsigned precision_bits = 7;
constexpr std::uint64_t buckets_per_octave = 1U << precision_bits;
constexpr std::uint64_t longest = 3600ULL * 1'000'000'000ULL;

// Durations below 256 have a bucket each; above, the bits under the first eight are dropped.
constexpr std::size_t bucket_of(std::uint64_t value) {
    if (value < 2 * buckets_per_octave) {
        return value;
    }
    const unsigned dropped_bits = static_cast<unsigned>(std::bit_width(value)) - precision_bits - 1;
    return dropped_bits * buckets_per_octave + (value >> dropped_bits);
}

constexpr std::uint64_t middle_of(std::size_t bucket) {
    if (bucket < 2 * buckets_per_octave) {
        return bucket;
    }
    const std::size_t dropped_bits = bucket / buckets_per_octave - 1;
    const std::uint64_t lowest = (bucket - dropped_bits * buckets_per_octave) << dropped_bits;
    return lowest + (std::uint64_t{1} << dropped_bits) / 2;
}

}  // namespace

Histogram::Histogram() : buckets_(bucket_of(longest) + 1) {}

void Histogram::record(Nanoseconds duration) {
    const auto value = static_cast<std::uint64_t>(std::max<Nanoseconds>(duration, 0));
    ++buckets_[bucket_of(std::min(value, longest))];
    ++count_;
    sum_ += static_cast<double>(duration);
    maximum_ = std::max(maximum_, duration);
}

double Histogram::mean() const {
    return count_ == 0 ? 0 : sum_ / static_cast<double>(count_);
}

Nanoseconds Histogram::quantile(double share) const {
    ASSERT(share > 0 && share <= 1);
    if (count_ == 0) {
        return 0;
    }
    const auto wanted =
        static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_) - 1e-9));
    std::uint64_t seen = 0;
    for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
        seen += buckets_[bucket];
        if (seen >= wanted) {
            return std::min(static_cast<Nanoseconds>(middle_of(bucket)), maximum_);
        }
    }
    return maximum_;
}

}  // namespace standby::bench::load
