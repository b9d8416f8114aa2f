// An inner node of KeySet: which child holds a key, and how many keys are below each child. Kept
// apart so that the tree reads as a tree, and the moving of array slots has one home.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace standby::core {

// How many of the `count` sorted keys are smaller than `key`.
std::size_t keys_below(const std::uint64_t* keys, std::size_t count, std::uint64_t key);

struct KeyBranch {
    static constexpr std::size_t capacity = 64;

    std::array<std::uint64_t, capacity> upper;     // no key of the child is above this; ascending
    std::array<std::uint32_t, capacity> children;  // node indexes
    std::array<std::uint32_t, capacity> counts;    // keys below each child
    std::size_t width = 0;                         // slots in use

    // The child that holds the key if any does. The key must not be above the last upper bound.
    std::size_t slot_for(std::uint64_t key) const { return keys_below(upper.data(), width, key); }

    std::uint32_t count_before(std::size_t slot) const;
    std::uint32_t count() const { return count_before(width); }

    // Opens a gap at slot `to` and copies `slots` slots of `source` there, starting at `from`.
    void take(std::size_t to, const KeyBranch& source, std::size_t from, std::size_t slots);

    // Removes `slots` slots, starting at `from`.
    void drop(std::size_t from, std::size_t slots);

    // Moves children between this branch and its right neighbour until both are as wide.
    void balance_with(KeyBranch& right);
};

}  // namespace standby::core
