// The moments come at the rate that was asked for, at random, and again for the same seed.
#include "bench/load/due_times.hpp"

#include <gtest/gtest.h>

namespace standby::bench::load {
namespace {

TEST(LoadDueTimes, KeepTheRateAndAreSpreadAsIndependentArrivals) {
    DueTimes times(1000, 5, 0);
    constexpr std::uint64_t count = 100'000;
    std::uint64_t short_gaps = 0;  // of less than the mean: a share of 1 - 1/e
    while (times.passed() < count) {
        const Nanoseconds before = times.next();
        times.pass();
        short_gaps += times.next() - before < nanoseconds_per_millisecond ? 1U : 0U;
    }
    EXPECT_NEAR(to_seconds(times.next()), 100, 1.5);
    EXPECT_NEAR(static_cast<double>(short_gaps) / count, 0.632, 0.01);
}

TEST(LoadDueTimes, GoThroughTheSameMomentsInACopy) {
    DueTimes ahead(50, 5, 1000);
    DueTimes behind = ahead;
    const Nanoseconds first = ahead.next();
    ahead.pass();
    const Nanoseconds second = ahead.next();
    EXPECT_EQ(behind.next(), first);
    behind.pass();
    EXPECT_EQ(behind.next(), second);
    EXPECT_GT(first, 1000);
}

}  // namespace
}  // namespace standby::bench::load
