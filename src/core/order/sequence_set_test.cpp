// Tests of SequenceSet: each representation, the switches between them, the edges of chunks, and
// agreement with std::set under random changes.
#include "core/order/sequence_set.hpp"

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

using Values = std::vector<std::uint32_t>;

SequenceSet set_of(const std::set<std::uint32_t>& values) {
    SequenceSet set;
    for (const std::uint32_t value : values) {
        set.insert(value);
    }
    return set;
}

std::set<std::uint32_t> range(std::uint32_t begin, std::uint32_t end, std::uint32_t step = 1) {
    std::set<std::uint32_t> values;
    for (std::uint32_t value = begin; value < end; value += step) {
        values.insert(values.end(), value);
    }
    return values;
}

TEST(SequenceSet, IsEmptyAtFirst) {
    const SequenceSet set;
    EXPECT_EQ(set.size(), 0U);
    EXPECT_EQ(set.first(), std::nullopt);
    EXPECT_EQ(set.next_at_or_after(0), std::nullopt);
    EXPECT_EQ(set.count_below(std::numeric_limits<std::uint32_t>::max()), 0U);
    EXPECT_FALSE(set.contains(0));
}

TEST(SequenceSet, RanksAcrossTheEdgeOfAChunk) {
    const std::set<std::uint32_t> values{0, 65'535, 65'536, 131'071, 131'072, 4'294'967'295};
    const SequenceSet set = set_of(values);
    EXPECT_EQ(disagreement(set, values), "");
    EXPECT_EQ(set.count_below(65'536), 2U);
    EXPECT_EQ(set.at(2), 65'536U);
    EXPECT_EQ(set.next_at_or_after(131'073), 4'294'967'295U);
}

TEST(SequenceSet, RanksInAFullChunk) {
    const auto values = range(65'536, 131'072);
    EXPECT_EQ(disagreement(set_of(values), values), "");
}

TEST(SequenceSet, TakesChunksInAnyOrder) {
    SequenceSet set;
    std::set<std::uint32_t> expected;
    for (const std::uint32_t chunk : {7, 2, 9, 0, 5, 3, 65'535, 8}) {
        for (const std::uint32_t low : {65'535, 0, 17}) {
            set.insert(chunk * 65'536 + low);
            expected.insert(chunk * 65'536 + low);
        }
    }
    EXPECT_EQ(disagreement(set, expected), "");
}

TEST(SequenceSet, KeepsItsAnswersWhenAChunkTurnsDenseAndSparseAgain) {
    auto values = range(100'000, 100'000 + 3 * 5000, 3);
    SequenceSet set = set_of(values);
    EXPECT_EQ(disagreement(set, values), "");
    while (!values.empty()) {
        for (int erased = 0; erased < 500; ++erased) {
            const auto middle = std::next(values.begin(), static_cast<int>(values.size() / 2));
            set.erase(*middle);
            values.erase(middle);
        }
        ASSERT_EQ(disagreement(set, values), "");
    }
}

TEST(SequenceSet, GivesItsMemoryBackWhenEverythingIsErased) {
    const std::size_t empty_bytes = SequenceSet().memory_bytes();
    SequenceSet set = set_of(range(0, 200'000));
    EXPECT_GT(set.memory_bytes(), empty_bytes + 3 * 8192);
    for (std::uint32_t value = 0; value < 200'000; ++value) {
        set.erase(value);
    }
    EXPECT_EQ(set.size(), 0U);
    EXPECT_LT(set.memory_bytes(), empty_bytes + 1024);
}

TEST(SequenceSet, IsSmallForAFewMembers) {
    EXPECT_LE(set_of({123'456}).memory_bytes(), 256U);
}

TEST(SequenceSet, TakesLessThanThreeBytesPerMemberAtEveryDensity) {
    for (const std::uint32_t step : {1U, 2U, 5U, 11U, 15U, 16U, 17U, 20U, 30U, 100U}) {
        const SequenceSet set = set_of(range(0, 1'000'000, step));
        const auto bytes = static_cast<double>(set.memory_bytes());
        EXPECT_LT(bytes / static_cast<double>(set.size()), 3.0) << "every " << step;
    }
}

TEST(SequenceSet, FindsTheFirstMemberThatMatchesAndAsksNoFurther) {
    const SequenceSet set = set_of(range(10, 200'000, 7));
    std::uint32_t asked = 0;
    const auto found = set.find_first([&](std::uint32_t value) {
        ++asked;
        return value >= 150'000;
    });
    EXPECT_EQ(found, 150'006U);
    EXPECT_EQ(asked, set.count_below(*found) + 1);
    EXPECT_EQ(set.find_first([](std::uint32_t) { return false; }), std::nullopt);
}

TEST(SequenceSet, VisitsFromAValueUntilTheVisitorHasEnough) {
    const SequenceSet set = set_of({1, 65'535, 65'536, 65'540, 70'000});
    Values visited;
    const bool reached_end = set.for_each_from(2, [&](std::uint32_t value) {
        visited.push_back(value);
        return visited.size() < 3;
    });
    EXPECT_FALSE(reached_end);
    EXPECT_EQ(visited, (Values{65'535, 65'536, 65'540}));
    EXPECT_TRUE(set.for_each_from(70'001, [](std::uint32_t) { return true; }));
}

TEST(SequenceSet, CopiesAreIndependent) {
    const auto values = range(0, 100'000, 2);
    SequenceSet original = set_of(values);
    SequenceSet copy = original;
    original.erase(4);
    copy.insert(5);
    EXPECT_FALSE(copy.contains(4) == original.contains(4));
    EXPECT_FALSE(original.contains(5));
    copy = original;
    EXPECT_FALSE(copy.contains(5));
    const SequenceSet moved = std::move(copy);
    EXPECT_EQ(moved.size(), values.size() - 1);
}

TEST(SequenceSetDeathTest, RefusesAMemberTwiceAndAStrangerOnce) {
    SequenceSet sparse = set_of({1, 5});
    EXPECT_DEATH(sparse.insert(1), "");
    EXPECT_DEATH(sparse.erase(2), "");
    EXPECT_DEATH(sparse.erase(1 << 20), "");
    SequenceSet dense = set_of(range(0, 20'000, 2));
    EXPECT_DEATH(dense.insert(2), "");
    EXPECT_DEATH(dense.erase(3), "");
}

struct Scenario {
    const char* name;
    RandomChanges grow;
    RandomChanges shrink;
};

class SequenceSetRandomly : public testing::TestWithParam<Scenario> {};

TEST_P(SequenceSetRandomly, AgreesWithStdSet) {
    Prng prng(20'240'601);
    SequenceSet set;
    std::set<std::uint32_t> expected;
    for (int round = 0; round < 3; ++round) {
        change_randomly(set, expected, prng, GetParam().grow);
        ASSERT_EQ(disagreement(set, expected), "");
        change_randomly(set, expected, prng, GetParam().shrink);
        ASSERT_EQ(disagreement(set, expected), "");
    }
    while (!expected.empty()) {
        set.erase(*expected.begin());
        expected.erase(expected.begin());
    }
    EXPECT_EQ(disagreement(set, expected), "");
}

constexpr std::uint64_t all_values = std::uint64_t{1} << 32;

INSTANTIATE_TEST_SUITE_P(
    , SequenceSetRandomly,
    testing::Values(Scenario{"Dense", {30'000, 80'000, 90}, {30'000, 80'000, 10}},
                    Scenario{"AtTheSwitch", {20'000, 65'536, 52}, {20'000, 65'536, 45}},
                    Scenario{"Sparse", {20'000, 40'000'000, 90}, {20'000, 40'000'000, 10}},
                    Scenario{"ManyChunks", {4'000, all_values, 80}, {4'000, all_values, 20}}),
    [](const auto& scenario) { return scenario.param.name; });

RC_GTEST_PROP(SequenceSetProperty, RankAndSelectAreInverse,
              (const std::set<std::uint32_t>& values)) {
    RC_ASSERT(disagreement(set_of(values), values) == "");
}

RC_GTEST_PROP(SequenceSetProperty, TheOrderOfInsertionDoesNotMatter, ()) {
    // Few chunks, so that neighbours and chunk edges are met often.
    const auto edges = rc::gen::element(0U, 1U, 65'535U, 65'536U, 65'537U, 131'071U, 131'072U);
    const auto value = rc::gen::oneOf(edges, rc::gen::inRange(0U, 200'000U));
    const auto values = *rc::gen::unique<Values>(value);
    SequenceSet set;
    for (const std::uint32_t inserted : values) {
        set.insert(inserted);
    }
    std::set<std::uint32_t> expected(values.begin(), values.end());
    RC_ASSERT(disagreement(set, expected) == "");
    for (std::size_t i = 0; i < values.size(); i += 2) {
        set.erase(values[i]);
        expected.erase(values[i]);
    }
    RC_ASSERT(disagreement(set, expected) == "");
}

}  // namespace
}  // namespace standby::core
