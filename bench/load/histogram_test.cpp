// The histogram against the sorted durations themselves.
#include "bench/load/histogram.hpp"

#include "base/prng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace standby::bench::load {
namespace {

TEST(LoadHistogram, AnswersZeroWhenNothingWasCounted) {
    const Histogram histogram;
    EXPECT_EQ(histogram.count(), 0U);
    EXPECT_EQ(histogram.quantile(0.99), 0);
    EXPECT_EQ(histogram.mean(), 0);
}

TEST(LoadHistogram, IsExactForShortDurations) {
    Histogram histogram;
    for (Nanoseconds duration = 1; duration <= 200; ++duration) {
        histogram.record(duration);
    }
    EXPECT_EQ(histogram.quantile(0.5), 100);
    EXPECT_EQ(histogram.quantile(0.99), 198);
    EXPECT_EQ(histogram.quantile(1), 200);
    EXPECT_DOUBLE_EQ(histogram.mean(), 100.5);
}

TEST(LoadHistogram, IsLessThanOnePercentOffAtEveryMagnitude) {
    Prng random{7};
    Histogram histogram;
    std::vector<Nanoseconds> durations;
    for (int i = 0; i < 100'000; ++i) {
        // From a nanosecond to about eighteen minutes, each magnitude as often as the others.
        const auto bits = random.below(40);
        durations.push_back(static_cast<Nanoseconds>(random.below(std::uint64_t{2} << bits)));
        histogram.record(durations.back());
    }
    std::ranges::sort(durations);
    for (const double share : {0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0}) {
        const auto rank = static_cast<std::size_t>(share * 100'000) - 1;
        const auto exact = static_cast<double>(durations[rank]);
        EXPECT_NEAR(static_cast<double>(histogram.quantile(share)), exact, exact / 100 + 1)
            << share;
    }
    EXPECT_EQ(histogram.maximum(), durations.back());
}

TEST(LoadHistogram, KeepsTheMaximumOfWhatIsTooLongToBeCountedApart) {
    Histogram histogram;
    const Nanoseconds two_hours = 7200 * nanoseconds_per_second;
    histogram.record(two_hours);
    EXPECT_EQ(histogram.maximum(), two_hours);
    EXPECT_EQ(histogram.count(), 1U);
}

}  // namespace
}  // namespace standby::bench::load
