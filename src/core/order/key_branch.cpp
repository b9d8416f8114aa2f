#include "core/order/key_branch.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <numeric>

namespace standby::core {

// Compares the last key of every group of eight first: those loads do not wait for each other, as
// the steps of a binary search in cold memory would.
std::size_t keys_below(const std::uint64_t* keys, std::size_t count, std::uint64_t key) {
    constexpr std::size_t group = 8;
    std::size_t groups_below = 0;
    for (std::size_t last = group - 1; last < count; last += group) {
        groups_below += keys[last] < key ? 1 : 0;
    }
    const std::size_t begin = groups_below * group;
    const std::size_t end = std::min(begin + group, count);
    std::size_t below = begin;
    for (std::size_t i = begin; i < end; ++i) {
        below += keys[i] < key ? 1 : 0;
    }
    return below;
}

std::uint32_t KeyBranch::count_before(std::size_t slot) const {
    return std::accumulate(counts.data(), counts.data() + slot, std::uint32_t{0});
}

void KeyBranch::take(std::size_t to, const KeyBranch& source, std::size_t from, std::size_t slots) {
    ASSERT(to <= width && width + slots <= capacity && from + slots <= source.width);
    auto copy = [&](auto& target_items, const auto& source_items) {
        auto* items = target_items.data();
        std::move_backward(items + to, items + width, items + width + slots);
        std::copy_n(source_items.data() + from, slots, items + to);
    };
    copy(upper, source.upper);
    copy(children, source.children);
    copy(counts, source.counts);
    width += slots;
}

void KeyBranch::drop(std::size_t from, std::size_t slots) {
    ASSERT(from + slots <= width);
    auto close = [&](auto& target_items) {
        auto* items = target_items.data();
        std::move(items + from + slots, items + width, items + from);
    };
    close(upper);
    close(children);
    close(counts);
    width -= slots;
}

void KeyBranch::balance_with(KeyBranch& right) {
    const std::size_t half = (width + right.width) / 2;
    if (width > half) {
        right.take(0, *this, half, width - half);
        drop(half, width - half);
    } else {
        const std::size_t moved = half - width;
        take(width, right, 0, moved);
        right.drop(0, moved);
    }
}

}  // namespace standby::core
