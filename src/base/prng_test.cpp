// Tests that the generator is the published one, so that seeds mean the same everywhere.
#include "base/prng.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace standby {
namespace {

TEST(Mix64, MatchesTheSequenceOfSplitmix64) {
    const std::uint64_t step = 0x9e3779b97f4a7c15;
    EXPECT_EQ(mix64(0), 0xe220a8397b1dcdaf);
    EXPECT_EQ(mix64(step), 0x6e789e6aa1b965f4);
    EXPECT_EQ(mix64(1234567), 6457827717110365317U);
    EXPECT_EQ(mix64(1234567 + step), 3203168211198807973U);
}

TEST(Prng, MatchesXoshiroSeededBySplitmix) {
    Prng prng(0);
    EXPECT_EQ(prng.next(), 0x99ec5f36cb75f2b4);
    EXPECT_EQ(prng.next(), 0xbf6e1f784956452a);
    EXPECT_EQ(prng.next(), 0x1a5f849d4933e6e0);
    EXPECT_EQ(prng.next(), 0x6aa594f1262d2d2c);
}

TEST(Prng, RepeatsTheSequenceOfASeed) {
    Prng first(99);
    Prng second(99);
    Prng other(100);
    bool differs = false;
    for (int draw = 0; draw < 100; ++draw) {
        const std::uint64_t value = first.next();
        EXPECT_EQ(value, second.next());
        differs = differs || value != other.next();
    }
    EXPECT_TRUE(differs);
}

TEST(Prng, DrawsEveryNumberBelowTheLimitAboutEquallyOften) {
    Prng prng(5);
    std::array<int, 7> counts{};
    for (int draw = 0; draw < 70'000; ++draw) {
        ++counts[prng.below(counts.size())];
    }
    for (const int count : counts) {
        EXPECT_NEAR(count, 10'000, 500);
    }
}

TEST(Prng, HasNoBiasForLargeLimits) {
    // Without redrawing, the multiples of three would come up half of the time.
    const std::uint64_t limit = (std::uint64_t{1} << 63) + (std::uint64_t{1} << 62);
    Prng prng(6);
    int multiples_of_three = 0;
    for (int draw = 0; draw < 30'000; ++draw) {
        const std::uint64_t value = prng.below(limit);
        ASSERT_LT(value, limit);
        multiples_of_three += value % 3 == 0 ? 1 : 0;
    }
    EXPECT_NEAR(multiples_of_three, 10'000, 500);
}

TEST(Prng, IncludesBothEndsOfARange) {
    Prng prng(7);
    bool saw_lowest = false;
    bool saw_highest = false;
    for (int draw = 0; draw < 200; ++draw) {
        const std::int64_t value = prng.between(-2, 2);
        ASSERT_GE(value, -2);
        ASSERT_LE(value, 2);
        saw_lowest = saw_lowest || value == -2;
        saw_highest = saw_highest || value == 2;
    }
    EXPECT_TRUE(saw_lowest);
    EXPECT_TRUE(saw_highest);
    EXPECT_EQ(prng.between(4, 4), 4);
}

TEST(Prng, DrawsFromTheWholeSignedRange) {
    Prng prng(8);
    Prng same(8);
    const std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    const std::int64_t highest = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(static_cast<std::uint64_t>(prng.between(lowest, highest)),
              same.next() + (std::uint64_t{1} << 63));
}

TEST(Prng, HitsAChanceInProportion) {
    Prng prng(9);
    int hits = 0;
    for (int draw = 0; draw < 40'000; ++draw) {
        hits += prng.chance(1, 4) ? 1 : 0;
        EXPECT_FALSE(prng.chance(0, 3));
        EXPECT_TRUE(prng.chance(3, 3));
    }
    EXPECT_NEAR(hits, 10'000, 500);
}

TEST(Prng, ForksIndependently) {
    Prng parent(10);
    Prng parent_copy = parent;
    Prng child = parent.fork();
    static_cast<void>(parent_copy.fork());
    static_cast<void>(child.next());
    EXPECT_EQ(parent.next(), parent_copy.next());
    EXPECT_NE(child.next(), parent.next());
}

}  // namespace
}  // namespace standby
