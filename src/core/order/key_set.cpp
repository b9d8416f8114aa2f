// The counted B+ tree. Nodes split and merge only on their own path, one per step: an insert that
// meets a full leaf makes room for it and descends again, which happens once in some sixty inserts.
// The last leaf splits off a single key, so keys that arrive in ascending order leave full leaves.
#include "core/order/key_set.hpp"

#include "base/assert.hpp"
#include "core/order/footprint.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace standby::core {
namespace {

constexpr std::uint64_t key_max = std::numeric_limits<std::uint64_t>::max();

// Below this share of its capacity a node is merged with a neighbour or refilled from it. A merged
// node must keep some air, or the next insert would split it again.
constexpr std::size_t fill_min(std::size_t capacity) {
    return capacity * 3 / 8;
}
constexpr std::size_t merged_fill_max(std::size_t capacity) {
    return capacity * 7 / 8;
}

}  // namespace

KeySet::KeySet() : leaves_(1) {}

void KeySet::insert(Value key) {
    ASSERT(size_ < std::numeric_limits<std::uint32_t>::max());
    Path path;
    NodeIndex leaf_index = descend(key, path);
    while (leaves_[leaf_index].size() == leaf_capacity) {
        make_room(path);
        leaf_index = descend(key, path);
    }
    Leaf& leaf = leaves_[leaf_index];
    const std::size_t position = position_in(leaf, key);
    ASSERT(position == leaf.size() || leaf[position] != key);
    reserve_for(leaf, 1);
    leaf.insert(leaf.begin() + static_cast<std::ptrdiff_t>(position), key);
    for (std::size_t level = 0; level < height_; ++level) {
        ++branches_[path[level].branch].counts[path[level].slot];
    }
    ++size_;
}

void KeySet::erase(Value key) {
    Path path;
    Leaf& leaf = leaves_[descend(key, path)];
    const std::size_t position = position_in(leaf, key);
    ASSERT(position < leaf.size() && leaf[position] == key);
    leaf.erase(leaf.begin() + static_cast<std::ptrdiff_t>(position));
    for (std::size_t level = 0; level < height_; ++level) {
        --branches_[path[level].branch].counts[path[level].slot];
    }
    --size_;
    repair(path);
}

bool KeySet::contains(Value key) const {
    const Leaf& leaf = leaf_for(key);
    const std::size_t position = position_in(leaf, key);
    return position < leaf.size() && leaf[position] == key;
}

std::uint64_t KeySet::count_below(Value key) const {
    std::uint64_t before = 0;
    NodeIndex node = root_;
    for (std::size_t level = 0; level < height_; ++level) {
        const KeyBranch& branch = branches_[node];
        const std::size_t slot = branch.slot_for(key);
        before += branch.count_before(slot);
        node = branch.children[slot];
    }
    return before + position_in(leaves_[node], key);
}

KeySet::Value KeySet::at(std::uint64_t index) const {
    ASSERT(index < size_);
    NodeIndex node = root_;
    for (std::size_t level = 0; level < height_; ++level) {
        const KeyBranch& branch = branches_[node];
        std::size_t slot = 0;
        while (index >= branch.counts[slot]) {
            index -= branch.counts[slot];
            ++slot;
        }
        node = branch.children[slot];
    }
    return leaves_[node][index];
}

std::optional<KeySet::Value> KeySet::first() const {
    return next_at_or_after(0);
}

std::optional<KeySet::Value> KeySet::next_at_or_after(Value key) const {
    auto any = [](Value) { return true; };
    return find_first_from(root_, 0, key, any);
}

std::size_t KeySet::memory_bytes() const {
    std::size_t bytes = sizeof(*this) + heap_bytes(leaves_) + heap_bytes(branches_) +
                        heap_bytes(free_leaves_) + heap_bytes(free_branches_);
    for (const Leaf& leaf : leaves_) {
        bytes += heap_bytes(leaf);
    }
    return bytes;
}

KeySet::NodeIndex KeySet::descend(Value key, Path& path) const {
    NodeIndex node = root_;
    for (std::size_t level = 0; level < height_; ++level) {
        const KeyBranch& branch = branches_[node];
        const std::size_t slot = branch.slot_for(key);
        path[level] = {.branch = node, .slot = slot};
        node = branch.children[slot];
    }
    return node;
}

const KeySet::Leaf& KeySet::leaf_for(Value key) const {
    NodeIndex node = root_;
    for (std::size_t level = 0; level < height_; ++level) {
        const KeyBranch& branch = branches_[node];
        node = branch.children[branch.slot_for(key)];
    }
    return leaves_[node];
}

// The keys or children in a child of a branch at `level`.
std::size_t KeySet::fill_of(NodeIndex child, std::size_t level) const {
    return is_above_leaves(level) ? leaves_[child].size() : branches_[child].width;
}

// Brings the path one step closer to a leaf with room: evens the leaf out with a neighbour, or
// splits the lowest node whose parent can take another child, or adds a root above all.
void KeySet::make_room(const Path& path) {
    if (height_ > 0 && share_with_neighbour(path[height_ - 1])) {
        return;
    }
    for (std::size_t level = height_; level-- > 0;) {
        if (branches_[path[level].branch].width < KeyBranch::capacity) {
            split_child(path[level], level);
            return;
        }
    }
    grow_root();
}

// Random keys would leave leaves two thirds full; filling the neighbours first keeps memory low.
bool KeySet::share_with_neighbour(const Step& step) {
    constexpr std::size_t worth_sharing_max = leaf_capacity * 3 / 4;
    const KeyBranch& parent = branches_[step.branch];
    if (step.slot > 0 && parent.counts[step.slot - 1] <= worth_sharing_max) {
        balance_children(step.branch, step.slot - 1, height_ - 1);
        return true;
    }
    if (step.slot + 1 < parent.width && parent.counts[step.slot + 1] <= worth_sharing_max) {
        balance_children(step.branch, step.slot, height_ - 1);
        return true;
    }
    return false;
}

void KeySet::split_child(const Step& step, std::size_t level) {
    // Acquired first: it may move the pool that the references below point into.
    const bool child_is_leaf = is_above_leaves(level);
    const NodeIndex added = child_is_leaf ? acquire_leaf() : acquire_branch();
    KeyBranch& parent = branches_[step.branch];
    const NodeIndex child = parent.children[step.slot];
    const bool is_last = parent.upper[step.slot] == key_max;

    KeyBranch right;  // one entry: the parent's description of the new child
    right.width = 1;
    right.upper[0] = parent.upper[step.slot];
    right.children[0] = added;
    if (child_is_leaf) {
        Leaf& from = leaves_[child];
        const std::size_t keep = is_last ? leaf_capacity - 1 : leaf_capacity / 2;
        leaves_[added].assign(from.begin() + static_cast<std::ptrdiff_t>(keep), from.end());
        from.resize(keep);
        right.counts[0] = static_cast<std::uint32_t>(leaves_[added].size());
        parent.upper[step.slot] = from.back();
    } else {
        // Two children go along, so that no leaf is ever left without a neighbour.
        KeyBranch& from = branches_[child];
        const std::size_t keep = is_last ? KeyBranch::capacity - 2 : KeyBranch::capacity / 2;
        branches_[added].take(0, from, keep, from.width - keep);
        from.drop(keep, from.width - keep);
        right.counts[0] = branches_[added].count();
        parent.upper[step.slot] = from.upper[keep - 1];
    }
    parent.counts[step.slot] -= right.counts[0];
    parent.take(step.slot + 1, right, 0, 1);
}

void KeySet::grow_root() {
    ASSERT(height_ < height_max);
    const NodeIndex added = acquire_branch();
    KeyBranch& branch = branches_[added];
    branch.width = 1;
    branch.upper[0] = key_max;
    branch.children[0] = root_;
    branch.counts[0] = size_;
    root_ = added;
    ++height_;
}

// Merges or refills the nodes of the path that an erase left too empty, from the leaf up.
void KeySet::repair(const Path& path) {
    for (std::size_t level = height_; level-- > 0;) {
        const auto [parent_index, slot] = path[level];
        const KeyBranch& parent = branches_[parent_index];
        const std::size_t capacity = is_above_leaves(level) ? leaf_capacity : KeyBranch::capacity;
        if (fill_of(parent.children[slot], level) >= fill_min(capacity)) {
            return;
        }
        ASSERT(parent.width >= 2);
        const std::size_t left = slot > 0 ? slot - 1 : slot;
        const std::size_t total =
            fill_of(parent.children[left], level) + fill_of(parent.children[left + 1], level);
        if (total > merged_fill_max(capacity)) {
            balance_children(parent_index, left, level);
            return;
        }
        merge_children(parent_index, left, level);
    }
    if (height_ > 0 && branches_[root_].width == 1) {
        const NodeIndex child = branches_[root_].children[0];
        free_branches_.push_back(root_);
        root_ = child;
        --height_;
    }
}

void KeySet::merge_children(NodeIndex parent_index, std::size_t left, std::size_t level) {
    KeyBranch& parent = branches_[parent_index];
    const NodeIndex target = parent.children[left];
    const NodeIndex source = parent.children[left + 1];
    if (is_above_leaves(level)) {
        Leaf& leaf = leaves_[target];
        reserve_for(leaf, leaves_[source].size());
        leaf.insert(leaf.end(), leaves_[source].begin(), leaves_[source].end());
    } else {
        KeyBranch& branch = branches_[target];
        branch.take(branch.width, branches_[source], 0, branches_[source].width);
    }
    parent.counts[left] += parent.counts[left + 1];
    parent.upper[left] = parent.upper[left + 1];
    parent.drop(left + 1, 1);
    release_child(source, level);
}

// Evens out two neighbouring children of a branch at `level`.
void KeySet::balance_children(NodeIndex parent_index, std::size_t left, std::size_t level) {
    KeyBranch& parent = branches_[parent_index];
    const NodeIndex first = parent.children[left];
    const NodeIndex second = parent.children[left + 1];
    const std::uint32_t total = parent.counts[left] + parent.counts[left + 1];
    if (is_above_leaves(level)) {
        balance_leaves(leaves_[first], leaves_[second]);
        parent.counts[left] = static_cast<std::uint32_t>(leaves_[first].size());
        parent.upper[left] = leaves_[first].back();
    } else {
        KeyBranch& branch = branches_[first];
        branch.balance_with(branches_[second]);
        parent.counts[left] = branch.count();
        parent.upper[left] = branch.upper[branch.width - 1];
    }
    parent.counts[left + 1] = total - parent.counts[left];
}

// Not the vector's doubling: a leaf never holds more than leaf_capacity, and most hold less.
void KeySet::reserve_for(Leaf& leaf, std::size_t added) {
    const std::size_t needed = leaf.size() + added;
    ASSERT(needed <= leaf_capacity);
    if (needed > leaf.capacity()) {
        leaf.reserve(std::min(leaf_capacity, needed + needed / 4 + 2));
    }
}

void KeySet::balance_leaves(Leaf& left, Leaf& right) {
    const std::size_t half = (left.size() + right.size()) / 2;
    if (left.size() > half) {
        const auto begin = left.begin() + static_cast<std::ptrdiff_t>(half);
        reserve_for(right, left.size() - half);
        right.insert(right.begin(), begin, left.end());
        left.erase(begin, left.end());
    } else {
        const auto end = right.begin() + static_cast<std::ptrdiff_t>(half - left.size());
        reserve_for(left, half - left.size());
        left.insert(left.end(), right.begin(), end);
        right.erase(right.begin(), end);
    }
}

KeySet::NodeIndex KeySet::acquire_leaf() {
    if (!free_leaves_.empty()) {
        const NodeIndex leaf = free_leaves_.back();
        free_leaves_.pop_back();
        return leaf;
    }
    leaves_.emplace_back();
    return static_cast<NodeIndex>(leaves_.size() - 1);
}

KeySet::NodeIndex KeySet::acquire_branch() {
    if (!free_branches_.empty()) {
        const NodeIndex branch = free_branches_.back();
        free_branches_.pop_back();
        branches_[branch].width = 0;
        return branch;
    }
    branches_.emplace_back();
    return static_cast<NodeIndex>(branches_.size() - 1);
}

void KeySet::release_child(NodeIndex child, std::size_t level) {
    if (is_above_leaves(level)) {
        leaves_[child] = Leaf();
        free_leaves_.push_back(child);
    } else {
        free_branches_.push_back(child);
    }
}

void KeySet::check_invariants() const {
    ASSERT(check_node(root_, 0, 0, key_max) == size_);
    ASSERT(height_ == 0 || branches_[root_].width >= 2);
}

// Returns the keys below the node, all of which must lie in [lower, upper].
std::uint64_t KeySet::check_node(NodeIndex node, std::size_t level, Value lower,
                                 Value upper) const {
    if (level == height_) {
        const Leaf& leaf = leaves_[node];
        ASSERT(leaf.size() <= leaf_capacity && (height_ == 0 || !leaf.empty()));
        ASSERT(leaf.empty() || (leaf.front() >= lower && leaf.back() <= upper));
        ASSERT(std::ranges::adjacent_find(leaf, std::greater_equal<>{}) == leaf.end());
        return leaf.size();
    }
    const KeyBranch& branch = branches_[node];
    ASSERT(branch.width >= 2 && branch.width <= KeyBranch::capacity);
    ASSERT(branch.upper[branch.width - 1] == upper);
    std::uint64_t total = 0;
    for (std::size_t slot = 0; slot < branch.width; ++slot) {
        const Value below = slot == 0 ? lower : branch.upper[slot - 1] + 1;
        const NodeIndex child = branch.children[slot];
        ASSERT(check_node(child, level + 1, below, branch.upper[slot]) == branch.counts[slot]);
        total += branch.counts[slot];
    }
    return total;
}

}  // namespace standby::core
