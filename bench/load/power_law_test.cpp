// How often each place comes up.
#include "bench/load/power_law.hpp"

#include <gtest/gtest.h>

namespace standby::bench::load {
namespace {

std::vector<int> picks(const PowerLaw& law, std::size_t count, int times) {
    std::vector<int> seen(count);
    Prng random(7);
    for (int time = 0; time < times; ++time) {
        ++seen.at(law.pick(random));
    }
    return seen;
}

TEST(LoadPowerLaw, PicksPlacesInProportionToTheirRank) {
    const auto seen = picks(PowerLaw(4, 1), 4, 100'000);
    // 1, 1/2, 1/3 and 1/4 of 25/12.
    EXPECT_NEAR(seen[0], 48'000, 800);
    EXPECT_NEAR(seen[1], 24'000, 700);
    EXPECT_NEAR(seen[2], 16'000, 600);
    EXPECT_NEAR(seen[3], 12'000, 500);
}

TEST(LoadPowerLaw, TreatsAllAlikeWithoutAnExponent) {
    for (const int count : picks(PowerLaw(10, 0), 10, 100'000)) {
        EXPECT_NEAR(count, 10'000, 500);
    }
}

TEST(LoadPowerLaw, HasOnlyOneChoiceAmongOne) {
    EXPECT_EQ(picks(PowerLaw(1, 1.5), 1, 100), std::vector<int>{100});
}

}  // namespace
}  // namespace standby::bench::load
