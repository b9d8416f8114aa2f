// Tests of KeySet: splits, merges and memory of the tree under each pattern of keys, and agreement
// with std::set under random changes.
#include "core/order/key_set.hpp"

#include "core/order/set_test_support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace standby::core {
namespace {

using Keys = std::vector<std::uint64_t>;

constexpr std::uint64_t key_max = std::numeric_limits<std::uint64_t>::max();

KeySet set_of(const Keys& keys) {
    KeySet set;
    for (const std::uint64_t key : keys) {
        set.insert(key);
    }
    return set;
}

Keys ascending_keys(std::uint64_t count) {
    Keys keys;
    for (std::uint64_t i = 0; i < count; ++i) {
        keys.push_back(i * 10 + 3);
    }
    return keys;
}

Keys random_keys(std::uint64_t count) {
    Prng prng(7);
    Keys keys;
    for (std::uint64_t i = 0; i < count; ++i) {
        keys.push_back(prng.next() << 20 | i);  // the low bits make them unique
    }
    return keys;
}

double bytes_per_key(const KeySet& set) {
    return static_cast<double>(set.memory_bytes()) / static_cast<double>(set.size());
}

std::string disagreement_with(const KeySet& set, const Keys& keys) {
    set.check_invariants();
    return disagreement(set, std::set<std::uint64_t>(keys.begin(), keys.end()));
}

TEST(KeySet, IsEmptyAtFirst) {
    const KeySet set;
    EXPECT_EQ(set.size(), 0U);
    EXPECT_EQ(set.first(), std::nullopt);
    EXPECT_EQ(set.next_at_or_after(0), std::nullopt);
    EXPECT_EQ(set.count_below(key_max), 0U);
    EXPECT_FALSE(set.contains(0));
}

TEST(KeySet, HoldsTheSmallestAndTheLargestKey) {
    Keys keys = ascending_keys(1000);
    keys.push_back(key_max);
    keys.push_back(0);
    const KeySet set = set_of(keys);
    EXPECT_EQ(disagreement_with(set, keys), "");
    EXPECT_EQ(set.next_at_or_after(key_max), key_max);
}

TEST(KeySet, RanksKeysThatCameInAnyDirection) {
    Keys keys = ascending_keys(30'000);
    EXPECT_EQ(disagreement_with(set_of(keys), keys), "");
    std::ranges::reverse(keys);
    EXPECT_EQ(disagreement_with(set_of(keys), keys), "");
    keys = random_keys(30'000);
    EXPECT_EQ(disagreement_with(set_of(keys), keys), "");
}

TEST(KeySet, LeavesFullLeavesBehindAscendingKeys) {
    EXPECT_LT(bytes_per_key(set_of(ascending_keys(300'000))), 8.9);
}

TEST(KeySet, TakesAtMostTwelveBytesPerRandomKey) {
    EXPECT_LT(bytes_per_key(set_of(random_keys(300'000))), 12.0);
}

TEST(KeySet, IsSmallForAFewKeys) {
    EXPECT_LE(set_of({5}).memory_bytes(), 256U);
}

TEST(KeySet, StaysWellFormedWhileItIsErasedFromEitherEnd) {
    const Keys keys = ascending_keys(20'000);
    KeySet from_front = set_of(keys);
    KeySet from_back = set_of(keys);
    for (std::size_t erased = 0; erased < keys.size(); ++erased) {
        from_front.erase(keys[erased]);
        from_back.erase(keys[keys.size() - 1 - erased]);
        if (erased % 500 == 0) {
            from_front.check_invariants();
            from_back.check_invariants();
        }
    }
    EXPECT_EQ(disagreement_with(from_front, {}), "");
    EXPECT_EQ(disagreement_with(from_back, {}), "");
}

TEST(KeySet, GivesMostOfItsMemoryBackWhenKeysAreErased) {
    const Keys keys = random_keys(100'000);
    KeySet set = set_of(keys);
    const std::size_t full_bytes = set.memory_bytes();
    for (std::size_t i = 0; i < 99'000; ++i) {
        set.erase(keys[i]);
    }
    EXPECT_LT(set.memory_bytes(), full_bytes / 10);
}

TEST(KeySet, ReusesTheNodesOfErasedKeys) {
    const Keys keys = random_keys(50'000);
    KeySet set = set_of(keys);
    const std::size_t bytes = set.memory_bytes();
    for (int round = 0; round < 3; ++round) {
        for (const std::uint64_t key : keys) {
            set.erase(key);
        }
        for (const std::uint64_t key : keys) {
            set.insert(key);
        }
    }
    EXPECT_EQ(disagreement_with(set, keys), "");
    EXPECT_LT(set.memory_bytes(), bytes + bytes / 10);
}

TEST(KeySet, FindsTheFirstKeyThatMatchesAndAsksNoFurther) {
    const KeySet set = set_of(ascending_keys(10'000));
    std::uint64_t asked = 0;
    const auto found = set.find_first([&](std::uint64_t key) {
        ++asked;
        return key >= 70'000;
    });
    EXPECT_EQ(found, 70'003U);
    EXPECT_EQ(asked, 7001U);
    EXPECT_EQ(set.find_first([](std::uint64_t) { return false; }), std::nullopt);
}

TEST(KeySet, VisitsFromAKeyUntilTheVisitorHasEnough) {
    const KeySet set = set_of(ascending_keys(1000));
    Keys visited;
    const bool reached_end = set.for_each_from(5004, [&](std::uint64_t key) {
        visited.push_back(key);
        return visited.size() < 3;
    });
    EXPECT_FALSE(reached_end);
    EXPECT_EQ(visited, (Keys{5013, 5023, 5033}));
    EXPECT_TRUE(set.for_each_from(10'000, [](std::uint64_t) { return false; }));
}

TEST(KeySet, CopiesAreIndependent) {
    const Keys keys = ascending_keys(5000);
    KeySet original = set_of(keys);
    KeySet copy = original;
    original.erase(3);
    copy.insert(4);
    EXPECT_TRUE(copy.contains(3));
    EXPECT_FALSE(original.contains(4));
    copy = original;
    EXPECT_FALSE(copy.contains(4));
    const KeySet moved = std::move(copy);
    moved.check_invariants();
    EXPECT_EQ(moved.size(), keys.size() - 1);
}

TEST(KeySetDeathTest, RefusesAMemberTwiceAndAStrangerOnce) {
    KeySet set = set_of(ascending_keys(1000));
    EXPECT_DEATH(set.insert(503), "");
    EXPECT_DEATH(set.erase(504), "");
    EXPECT_DEATH(set.erase(key_max), "");
}

struct Scenario {
    const char* name;
    RandomChanges grow;
    RandomChanges shrink;
};

class KeySetRandomly : public testing::TestWithParam<Scenario> {};

TEST_P(KeySetRandomly, AgreesWithStdSet) {
    Prng prng(20'240'602);
    KeySet set;
    std::set<std::uint64_t> expected;
    for (int round = 0; round < 3; ++round) {
        change_randomly(set, expected, prng, GetParam().grow);
        set.check_invariants();
        ASSERT_EQ(disagreement(set, expected), "");
        change_randomly(set, expected, prng, GetParam().shrink);
        set.check_invariants();
        ASSERT_EQ(disagreement(set, expected), "");
    }
    while (!expected.empty()) {
        const auto last = std::prev(expected.end());
        set.erase(*last);
        expected.erase(last);
    }
    set.check_invariants();
    EXPECT_EQ(disagreement(set, expected), "");
}

INSTANTIATE_TEST_SUITE_P(
    , KeySetRandomly,
    testing::Values(Scenario{"Dense", {40'000, 30'000, 90}, {40'000, 30'000, 10}},
                    Scenario{"Sparse", {40'000, key_max, 90}, {40'000, key_max, 10}},
                    Scenario{"AroundOneLeaf", {20'000, 300, 50}, {20'000, 300, 45}},
                    Scenario{"Steady", {40'000, 1 << 20, 55}, {40'000, 1 << 20, 50}}),
    [](const auto& scenario) { return scenario.param.name; });

RC_GTEST_PROP(KeySetProperty, RankAndSelectAreInverse, (const std::set<std::uint64_t>& keys)) {
    const KeySet set = set_of(Keys(keys.begin(), keys.end()));
    RC_ASSERT(disagreement(set, keys) == "");
}

RC_GTEST_PROP(KeySetProperty, TheOrderOfInsertionDoesNotMatter, ()) {
    // Long runs in a random direction, so that a few hundred keys split and merge leaves.
    KeySet set;
    std::set<std::uint64_t> expected;
    for (const auto start : *rc::gen::container<Keys>(rc::gen::inRange<std::uint64_t>(0, 5000))) {
        const std::uint64_t length = *rc::gen::inRange<std::uint64_t>(1, 100);
        const bool erases = *rc::gen::arbitrary<bool>();
        for (std::uint64_t key = start; key < start + length; ++key) {
            if (erases && expected.erase(key) > 0) {
                set.erase(key);
            } else if (!erases && expected.insert(key).second) {
                set.insert(key);
            }
        }
    }
    set.check_invariants();
    RC_ASSERT(disagreement(set, expected) == "");
}

}  // namespace
}  // namespace standby::core
