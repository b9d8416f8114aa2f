// Tests that heat rises, fades and is forgotten.
#include "http/limits/heat.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

const Time start{seconds(1'800'000'000)};
constexpr ClientKey list{ClientKey::Kind::Number, 1};

TEST(Heat, IsWhatASteadyStreamHasInTheWindow) {
    Heat heat(minutes{1});
    Time now = start;
    for (int count = 0; count < 600; ++count) {
        now += seconds(1);
        heat.count(list, now);
    }
    EXPECT_NEAR(heat.of(list, now), 60, 2);
    EXPECT_LT(heat.of(list, now + minutes{5}), 1);
    EXPECT_EQ(heat.of({ClientKey::Kind::Number, 2}, now), 0);
}

TEST(Heat, RisesAtOnce) {
    Heat heat(minutes{1});
    for (int count = 0; count < 100; ++count) {
        heat.count(list, start);
    }
    EXPECT_EQ(heat.of(list, start), 100);
    EXPECT_EQ(heat.of(list, start - seconds(10)), 100);
}

TEST(Heat, ForgetsWhatIsColdWhenThereAreMany) {
    Heat heat(minutes{1}, 100);
    for (std::uint64_t number = 0; number < 1'000; ++number) {
        heat.count({ClientKey::Kind::Number, number}, start + minutes(number));
    }
    EXPECT_LE(heat.size(), 100U);
    EXPECT_EQ(heat.of({ClientKey::Kind::Number, 999}, start + minutes(999)), 1);
}

}  // namespace
}  // namespace standby::http
