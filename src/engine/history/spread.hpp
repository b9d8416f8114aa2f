// The middle of many durations from little memory: exact for the first thousands, then to within a
// hundredth. Order of arrival does not matter.
#pragma once

#include "base/time.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace standby::engine {

// Buckets whose width grows with what is in them, 64 to each doubling; and the middle of one.
std::uint32_t duration_bucket(std::int64_t milliseconds);
std::int64_t bucket_middle(std::uint32_t bucket);

struct Spread {
    Duration median{0};
    Duration p90{0};  // nine of ten were not longer than this
    friend bool operator==(const Spread&, const Spread&) = default;
};

class SpreadFold {
public:
    // Negative durations count as zero.
    void add(Duration duration);
    std::uint64_t count() const { return count_; }
    // Nothing when nothing was added.
    std::optional<Spread> result() const;

private:
    Duration at(std::uint64_t rank) const;

    static constexpr std::size_t exact_max = 4096;
    std::uint64_t count_ = 0;
    std::vector<std::int64_t> exact_;                 // in milliseconds, while there are few
    std::map<std::uint32_t, std::uint64_t> buckets_;  // from then on: how many in each bucket
};

}  // namespace standby::engine
