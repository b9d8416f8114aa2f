// Prefix sums over a sequence of counts (a Fenwick tree), so that "how many entries are in the
// blocks before this one" stays cheap however many blocks there are. Appending is the common change
// and costs O(log n); inserting or removing in the middle is rare and costs O(n).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace standby::core {

class CountTree {
public:
    struct Found {
        std::size_t index = 0;        // the block that holds the item
        std::uint64_t remainder = 0;  // the items of that block ahead of it
    };

    std::size_t size() const { return nodes_.size(); }

    // Puts a count before position `index` (index == size() appends).
    void insert(std::size_t index, std::uint64_t count);

    // Removes the count at `index`; those after it move up.
    void erase(std::size_t index);

    void increment(std::size_t index) { add(index, 1); }
    void decrement(std::size_t index) { add(index, ~std::uint64_t{0}); }

    // Adds to the count at `index`, modulo 2^64, so a "negative" difference subtracts.
    void add(std::size_t index, std::uint64_t difference) {
        for (std::size_t node = index + 1; node <= nodes_.size(); node += lowest_bit(node)) {
            nodes_[node - 1] += difference;
        }
    }

    // The sum of the counts before `index`; index may be size().
    std::uint64_t sum_before(std::size_t index) const {
        std::uint64_t sum = 0;
        for (std::size_t node = index; node > 0; node -= lowest_bit(node)) {
            sum += nodes_[node - 1];
        }
        return sum;
    }

    // The block that holds item number `item`, which must be less than the total.
    Found find(std::uint64_t item) const;

    std::size_t memory_bytes() const;

private:
    // Node n (from 1) holds the sum of the lowest_bit(n) counts that end with count n.
    static constexpr std::size_t lowest_bit(std::size_t node) { return node & (~node + 1); }

    void sums_to_counts();
    void counts_to_sums();

    std::vector<std::uint64_t> nodes_;
};

}  // namespace standby::core
