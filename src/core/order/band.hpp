// What a guest is shown of a rank. Exact ranks invite gaming on hot lists, so the rules may show a
// band instead, or nothing.
#pragma once

#include "core/rules/rules.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace standby::core {

// From `first` to `last`, both counted from 1.
struct Band {
    std::uint64_t first = 1;
    std::uint64_t last = 10;
    friend bool operator==(const Band&, const Band&) = default;
};

// The band of a rank: 1-10, 11-20, 21-50, 51-100, 101-200, 201-500 and so on, so that a band is
// always about as coarse as it is far away. The rank must be at least 1.
Band band_of(std::uint64_t rank);
// "101-200".
std::string format_band(const Band& band);

struct ShownRank {
    std::optional<std::uint64_t> rank;
    std::optional<Band> band;
};
ShownRank shown_rank(Visibility visibility, std::optional<std::uint64_t> rank);

}  // namespace standby::core
