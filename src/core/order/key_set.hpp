// An ordered set of 64-bit keys that knows exact ranks, for lines whose order is not the order of
// joining (head start, lottery). A counted B+ tree: leaves are plain sorted arrays of keys, and
// branches know how many keys are below each child. Nodes are found by index in two pools, which
// halves the links and makes a copy of the set a copy of its vectors.
#pragma once

#include "core/order/key_branch.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace standby::core {

// A value: copies are deep and independent; a moved-from set may only be assigned or destroyed.
// Holds fewer than 2^32 keys.
class KeySet {
public:
    using Value = std::uint64_t;

    KeySet();

    // The key must be absent.
    void insert(Value key);

    // The key must be present.
    void erase(Value key);

    bool contains(Value key) const;

    std::uint64_t size() const { return size_; }

    // The rank: how many members are smaller than `key`, which need not be a member.
    std::uint64_t count_below(Value key) const;

    // The member with exactly `index` smaller ones; index < size().
    Value at(std::uint64_t index) const;

    // The smallest member; nothing when the set is empty.
    std::optional<Value> first() const;

    // The smallest member not smaller than `key`.
    std::optional<Value> next_at_or_after(Value key) const;

    // The first member, ascending, for which `predicate(Value)` is true.
    template <class Predicate>
    std::optional<Value> find_first(Predicate&& predicate) const {
        return find_first_from(root_, 0, 0, predicate);
    }

    // Calls `visit(Value) -> bool` for the members from `key` on, ascending, until it returns
    // false. Returns whether the end of the set was reached.
    template <class Visit>
    bool for_each_from(Value key, Visit&& visit) const {
        auto stop = [&](Value member) { return !visit(member); };
        return !find_first_from(root_, 0, key, stop).has_value();
    }

    // Object and heap bytes, as the allocator hands them out.
    std::size_t memory_bytes() const;

    // Aborts unless the tree is well formed: sorted, bounded, counted and filled as promised.
    void check_invariants() const;

private:
    static constexpr std::size_t leaf_capacity = 128;
    static constexpr std::size_t height_max = 8;

    using NodeIndex = std::uint32_t;  // into leaves_ or branches_, depending on the level
    using Leaf = std::vector<Value>;  // sorted; its capacity grows with it, up to leaf_capacity

    struct Step {
        NodeIndex branch = 0;
        std::size_t slot = 0;
    };
    using Path = std::array<Step, height_max>;  // the first height_ steps are in use

    static std::size_t position_in(const Leaf& leaf, Value key) {
        return keys_below(leaf.data(), leaf.size(), key);
    }
    static void reserve_for(Leaf& leaf, std::size_t added);
    static void balance_leaves(Leaf& left, Leaf& right);

    bool is_above_leaves(std::size_t level) const { return level + 1 == height_; }
    NodeIndex descend(Value key, Path& path) const;
    const Leaf& leaf_for(Value key) const;
    std::size_t fill_of(NodeIndex child, std::size_t level) const;

    void make_room(const Path& path);
    bool share_with_neighbour(const Step& step);
    void split_child(const Step& step, std::size_t level);
    void grow_root();
    void repair(const Path& path);
    void merge_children(NodeIndex parent, std::size_t left, std::size_t level);
    void balance_children(NodeIndex parent, std::size_t left, std::size_t level);

    NodeIndex acquire_leaf();
    NodeIndex acquire_branch();
    void release_child(NodeIndex child, std::size_t level);

    std::uint64_t check_node(NodeIndex node, std::size_t level, Value lower, Value upper) const;

    template <class Predicate>
    std::optional<Value> find_first_from(NodeIndex node, std::size_t level, Value from,
                                         Predicate& predicate) const {
        if (level == height_) {
            const Leaf& leaf = leaves_[node];
            for (std::size_t i = from == 0 ? 0 : position_in(leaf, from); i < leaf.size(); ++i) {
                if (predicate(leaf[i])) {
                    return leaf[i];
                }
            }
            return std::nullopt;
        }
        const KeyBranch& branch = branches_[node];
        for (std::size_t slot = branch.slot_for(from); slot < branch.width; ++slot) {
            if (const auto found =
                    find_first_from(branch.children[slot], level + 1, from, predicate)) {
                return found;
            }
        }
        return std::nullopt;
    }

    std::vector<Leaf> leaves_;
    std::vector<KeyBranch> branches_;
    std::vector<NodeIndex> free_leaves_;
    std::vector<NodeIndex> free_branches_;
    std::uint32_t size_ = 0;
    std::uint32_t height_ = 0;  // levels of branches above the leaves
    NodeIndex root_ = 0;        // a leaf while height_ is 0
};

}  // namespace standby::core
