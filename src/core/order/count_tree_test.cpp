// Tests of CountTree against a plain vector of counts that is summed up on every question.
#include "core/order/count_tree.hpp"

#include "base/prng.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace standby::core {
namespace {

void expect_sums(const CountTree& tree, const std::vector<std::uint64_t>& counts) {
    ASSERT_EQ(tree.size(), counts.size());
    std::uint64_t sum = 0;
    for (std::size_t index = 0; index < counts.size(); ++index) {
        ASSERT_EQ(tree.sum_before(index), sum);
        for (std::uint64_t item = 0; item < counts[index]; ++item) {
            const CountTree::Found found = tree.find(sum + item);
            ASSERT_EQ(found.index, index);
            ASSERT_EQ(found.remainder, item);
        }
        sum += counts[index];
    }
    ASSERT_EQ(tree.sum_before(counts.size()), sum);
}

TEST(CountTree, SumsAppendedCountsAndSkipsZeros) {
    CountTree tree;
    const std::vector<std::uint64_t> counts{0, 3, 0, 0, 1, 7, 0, 2, 5};
    for (const std::uint64_t count : counts) {
        tree.insert(tree.size(), count);
    }
    expect_sums(tree, counts);
}

TEST(CountTree, AgreesWithAVectorUnderRandomChanges) {
    Prng prng(11);
    CountTree tree;
    std::vector<std::uint64_t> counts;
    for (int step = 0; step < 3000; ++step) {
        const std::size_t index = prng.below(counts.size() + 1);
        const auto at = counts.begin() + static_cast<std::ptrdiff_t>(index);
        const std::uint64_t drawn = prng.below(10);
        if (index == counts.size() || drawn < 2) {
            tree.insert(index, drawn);
            counts.insert(at, drawn);
        } else if (drawn == 2) {
            tree.erase(index);
            counts.erase(at);
        } else if (drawn < 6 || *at == 0) {
            tree.increment(index);
            ++*at;
        } else {
            tree.decrement(index);
            --*at;
        }
        if (step % 100 == 0) {
            expect_sums(tree, counts);
        }
    }
}

}  // namespace
}  // namespace standby::core
