// Tests of the always-on assertions.
#include "base/assert.hpp"

#include <gtest/gtest.h>

namespace standby {
namespace {

TEST(AssertDeathTest, PrintsTheExpressionAndItsPlace) {
    const int entries = 1;
    EXPECT_DEATH(ASSERT(entries == 2),
                 "assertion failed: entries == 2 at .*assert_test.cpp:[0-9]+");
}

TEST(AssertDeathTest, AbortsOnUnreachableCode) {
    EXPECT_DEATH(UNREACHABLE(), "UNREACHABLE");
}

TEST(Assert, EvaluatesTheConditionOnce) {
    int evaluations = 0;
    ASSERT(++evaluations == 1);
    EXPECT_EQ(evaluations, 1);
}

constexpr int checked_half(int value) {
    ASSERT(value % 2 == 0);
    return value / 2;
}

TEST(Assert, WorksInConstantExpressions) {
    static_assert(checked_half(4) == 2);
    EXPECT_EQ(checked_half(6), 3);
}

}  // namespace
}  // namespace standby
