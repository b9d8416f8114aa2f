// Durations in buckets whose width grows with them: 64 to each doubling.
#include "engine/history/spread.hpp"

#include <algorithm>
#include <bit>

namespace standby::engine {
namespace {

constexpr unsigned bucket_bits = 6;
constexpr std::uint64_t buckets_per_doubling = std::uint64_t{1} << bucket_bits;

}  // namespace

std::uint32_t duration_bucket(std::int64_t milliseconds) {
    const auto value = static_cast<std::uint64_t>(milliseconds);
    if (value < buckets_per_doubling) {
        return static_cast<std::uint32_t>(value);
    }
    const unsigned shift = static_cast<unsigned>(std::bit_width(value)) - 1 - bucket_bits;
    return static_cast<std::uint32_t>((std::uint64_t{shift} + 1) * buckets_per_doubling +
                                      (value >> shift) - buckets_per_doubling);
}

std::int64_t bucket_middle(std::uint32_t bucket) {
    if (bucket < buckets_per_doubling) {
        return bucket;
    }
    const unsigned shift = static_cast<unsigned>(bucket >> bucket_bits) - 1;
    const std::uint64_t low = (buckets_per_doubling + (bucket & (buckets_per_doubling - 1)))
                              << shift;
    return static_cast<std::int64_t>(low + ((std::uint64_t{1} << shift) >> 1));
}

void SpreadFold::add(Duration duration) {
    const std::int64_t milliseconds = std::max<std::int64_t>(0, duration.count());
    ++count_;
    if (buckets_.empty() && exact_.size() < exact_max) {
        exact_.push_back(milliseconds);
        return;
    }
    for (const std::int64_t earlier : exact_) {
        ++buckets_[duration_bucket(earlier)];
    }
    exact_.clear();
    ++buckets_[duration_bucket(milliseconds)];
}

std::optional<Spread> SpreadFold::result() const {
    if (count_ == 0) {
        return std::nullopt;
    }
    return Spread{.median = at((count_ + 1) / 2), .p90 = at((count_ * 9 + 9) / 10)};
}

// The duration that `rank - 1` others are not longer than.
Duration SpreadFold::at(std::uint64_t rank) const {
    if (buckets_.empty()) {
        std::vector<std::int64_t> sorted = exact_;
        const auto nth = sorted.begin() + static_cast<std::ptrdiff_t>(rank - 1);
        std::ranges::nth_element(sorted, nth);
        return Duration{*nth};
    }
    std::uint64_t seen = 0;
    for (const auto& [bucket, count] : buckets_) {
        seen += count;
        if (seen >= rank) {
            return Duration{bucket_middle(bucket)};
        }
    }
    return Duration{bucket_middle(buckets_.rbegin()->first)};
}

}  // namespace standby::engine
