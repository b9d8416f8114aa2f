// Bands in steps of 1, 2, 5, 10.
#include "core/order/band.hpp"

#include "base/assert.hpp"

namespace standby::core {

Band band_of(std::uint64_t rank) {
    ASSERT(rank >= 1);
    if (rank <= 10) {
        return {};
    }
    std::uint64_t tens = 10;
    while (rank > tens * 10) {
        tens *= 10;
    }
    if (rank <= 2 * tens) {
        return {.first = tens + 1, .last = 2 * tens};
    }
    if (rank <= 5 * tens) {
        return {.first = 2 * tens + 1, .last = 5 * tens};
    }
    return {.first = 5 * tens + 1, .last = 10 * tens};
}

std::string format_band(const Band& band) {
    return std::to_string(band.first) + "-" + std::to_string(band.last);
}

ShownRank shown_rank(Visibility visibility, std::optional<std::uint64_t> rank) {
    if (!rank || visibility == Visibility::Hidden) {
        return {};
    }
    if (visibility == Visibility::Band) {
        return {.band = band_of(*rank)};
    }
    return {.rank = rank};
}

}  // namespace standby::core
