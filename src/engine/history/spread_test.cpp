// Tests of the spread of durations: exact while there are few, close when there are many.
#include "engine/history/spread.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

namespace standby::engine {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

TEST(Spread, IsNothingWithoutDurations) {
    EXPECT_FALSE(SpreadFold{}.result());
}

TEST(Spread, OfOneIsThatOne) {
    SpreadFold fold;
    fold.add(seconds{90});
    EXPECT_EQ(fold.result(), (Spread{seconds{90}, seconds{90}}));
}

TEST(Spread, OfFewIsExact) {
    SpreadFold fold;
    for (int count = 100; count > 0; --count) {
        fold.add(seconds{count});
    }
    EXPECT_EQ(fold.result(), (Spread{seconds{50}, seconds{90}}));
}

TEST(Spread, OfManyIsWithinAHundredth) {
    SpreadFold fold;
    for (int count = 1; count <= 100'000; ++count) {
        fold.add(seconds{count});
    }
    const Spread spread = fold.result().value();
    const double median = static_cast<double>(spread.median.count());
    const double p90 = static_cast<double>(spread.p90.count());
    EXPECT_NEAR(median, 50'000'000.0, 500'000.0);
    EXPECT_NEAR(p90, 90'000'000.0, 900'000.0);
}

TEST(Spread, OfManySmallOnesIsExact) {
    SpreadFold fold;
    for (int count = 0; count < 10'000; ++count) {
        fold.add(Duration{count % 10});
    }
    EXPECT_EQ(fold.result(), (Spread{Duration{4}, Duration{8}}));
}

TEST(Spread, TakesTheLongestAndTheNegative) {
    SpreadFold fold;
    for (int count = 0; count < 5'000; ++count) {
        fold.add(Duration::max());
        fold.add(Duration{-5});
    }
    const Spread spread = fold.result().value();
    EXPECT_EQ(spread.median, Duration{0});
    EXPECT_GT(spread.p90, hours{24 * 365 * 1000});
}

}  // namespace
}  // namespace standby::engine
