// Tests of who counts for whom: once, in no circle, and never as fraud.
#include "core/state/friends.hpp"

#include "core/model/limits.hpp"

#include <gtest/gtest.h>

#include <array>

namespace standby::core {
namespace {

using Keys = std::array<ContactKey, 1>;

constexpr ContactKey key(std::uint64_t number) {
    return ContactKey{number};
}

TEST(Friends, CountOnceForEachReferrer) {
    Friends friends;
    EXPECT_TRUE(friends.may_count(Keys{key(2)}, Keys{key(1)}));
    EXPECT_TRUE(friends.count(key(2), key(1)));
    EXPECT_FALSE(friends.count(key(2), key(1)));
    EXPECT_FALSE(friends.may_count(Keys{key(2)}, Keys{key(1)}));
    EXPECT_TRUE(friends.may_count(Keys{key(2)}, Keys{key(3)}));
    EXPECT_TRUE(friends.may_count(Keys{key(3)}, Keys{key(1)}));
}

TEST(Friends, AnyOfTheirKeysWillDo) {
    Friends friends;
    friends.count(key(2), key(1));
    EXPECT_FALSE(friends.may_count(std::array{key(20), key(2)}, std::array{key(10), key(1)}));
    EXPECT_FALSE(friends.may_count(std::array{key(20), key(10)}, std::array{key(10), key(11)}))
        << "nobody refers themselves";
}

TEST(Friends, WhoBroughtSomebodyIsFoundThroughOthers) {
    Friends friends;
    friends.count(key(2), key(1));
    friends.count(key(3), key(2));
    friends.count(key(3), key(7));
    friends.count(key(4), key(3));
    EXPECT_TRUE(friends.have_brought(Keys{key(1)}, Keys{key(4)}));
    EXPECT_TRUE(friends.have_brought(Keys{key(7)}, Keys{key(4)}));
    EXPECT_FALSE(friends.have_brought(Keys{key(4)}, Keys{key(1)}));
    EXPECT_FALSE(friends.may_count(Keys{key(1)}, Keys{key(4)}));
    EXPECT_TRUE(friends.may_count(Keys{key(4)}, Keys{key(1)})) << "not a circle: further down";
}

TEST(Friends, ACircleIsLookedForSoFarAndNoFurther) {
    Friends friends;
    const std::uint64_t far = limits::referral_generations_max;
    for (std::uint64_t one = 1; one <= far + 1; ++one) {
        friends.count(key(one + 1), key(one));
    }
    EXPECT_TRUE(friends.have_brought(Keys{key(1)}, Keys{key(far + 1)}));
    EXPECT_FALSE(friends.have_brought(Keys{key(1)}, Keys{key(far + 2)}));
}

TEST(Friends, FraudCountsForNobodyAndNobodyCountsForFraud) {
    Friends friends;
    EXPECT_TRUE(friends.bar(key(2)));
    EXPECT_FALSE(friends.bar(key(2)));
    EXPECT_FALSE(friends.may_count(Keys{key(2)}, Keys{key(1)}));
    EXPECT_FALSE(friends.may_count(Keys{key(1)}, Keys{key(2)}));
}

}  // namespace
}  // namespace standby::core
