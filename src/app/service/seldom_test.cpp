// Tests of how many lines get through.
#include "app/service/seldom.hpp"

#include <gtest/gtest.h>

namespace standby::app {
namespace {

using std::chrono::seconds;

TEST(Seldom, LetsAFewThroughAMinuteAndTellsHowManyItLeftOut) {
    const Time start{seconds(1'800'000'000)};
    Seldom seldom(2);
    EXPECT_EQ(seldom.take(start), 0);
    EXPECT_EQ(seldom.take(start + seconds(1)), 0);
    for (int count = 0; count < 1'000; ++count) {
        EXPECT_EQ(seldom.take(start + seconds(2)), std::nullopt);
    }
    EXPECT_EQ(seldom.take(start + seconds(60)), 1'000);
    EXPECT_EQ(seldom.take(start + seconds(61)), 0);
    EXPECT_EQ(seldom.take(start + seconds(62)), std::nullopt);
}

TEST(Seldom, GoesOnWhenTheClockIsSetBack) {
    const Time start{seconds(1'800'000'000)};
    Seldom seldom(1);
    EXPECT_EQ(seldom.take(start), 0);
    EXPECT_EQ(seldom.take(start), std::nullopt);
    EXPECT_EQ(seldom.take(start - seconds(3600)), 1);
}

}  // namespace
}  // namespace standby::app
