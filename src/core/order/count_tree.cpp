// The rare operations of CountTree: changes in the middle turn the sums back into plain counts,
// edit those, and sum them up again.
#include "core/order/count_tree.hpp"

#include "base/assert.hpp"
#include "core/order/footprint.hpp"

#include <bit>

namespace standby::core {

void CountTree::insert(std::size_t index, std::uint64_t count) {
    ASSERT(index <= nodes_.size());
    if (index == nodes_.size()) {
        const std::size_t node = index + 1;
        const std::uint64_t covered = sum_before(index) - sum_before(node - lowest_bit(node));
        nodes_.push_back(covered + count);
        return;
    }
    sums_to_counts();
    nodes_.insert(nodes_.begin() + static_cast<std::ptrdiff_t>(index), count);
    counts_to_sums();
}

void CountTree::erase(std::size_t index) {
    ASSERT(index < nodes_.size());
    if (index + 1 == nodes_.size()) {
        nodes_.pop_back();
        return;
    }
    sums_to_counts();
    nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(index));
    counts_to_sums();
}

CountTree::Found CountTree::find(std::uint64_t item) const {
    Found found{.index = 0, .remainder = item};
    for (std::size_t step = std::bit_floor(nodes_.size()); step > 0; step /= 2) {
        const std::size_t node = found.index + step;
        if (node <= nodes_.size() && nodes_[node - 1] <= found.remainder) {
            found.index = node;
            found.remainder -= nodes_[node - 1];
        }
    }
    ASSERT(found.index < nodes_.size());
    return found;
}

std::size_t CountTree::memory_bytes() const {
    return sizeof(*this) + heap_bytes(nodes_);
}

void CountTree::sums_to_counts() {
    for (std::size_t node = nodes_.size(); node > 0; --node) {
        const std::size_t parent = node + lowest_bit(node);
        if (parent <= nodes_.size()) {
            nodes_[parent - 1] -= nodes_[node - 1];
        }
    }
}

void CountTree::counts_to_sums() {
    for (std::size_t node = 1; node <= nodes_.size(); ++node) {
        const std::size_t parent = node + lowest_bit(node);
        if (parent <= nodes_.size()) {
            nodes_[parent - 1] += nodes_[node - 1];
        }
    }
}

}  // namespace standby::core
