// An anchor to measure against: the red-black tree with order statistics of libstdc++'s policy
// based structures, with an allocator that counts what it hands out.
#pragma once

#include "core/order/footprint.hpp"

#include <ext/pb_ds/assoc_container.hpp>
#include <ext/pb_ds/tree_policy.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace standby::bench {

// One counter for all: the trees are measured one after the other, from an empty start.
inline std::size_t counted_bytes = 0;

template <class Value>
class CountingAllocator : public std::allocator<Value> {
public:
    template <class Other>
    struct rebind {
        using other = CountingAllocator<Other>;
    };
    using pointer = Value*;
    using const_pointer = const Value*;
    using reference = Value&;
    using const_reference = const Value&;

    CountingAllocator() = default;
    template <class Other>
    CountingAllocator(const CountingAllocator<Other>&) {}

    Value* allocate(std::size_t count) {
        counted_bytes += core::heap_bytes(count * sizeof(Value));
        return std::allocator<Value>::allocate(count);
    }
    void deallocate(Value* block, std::size_t count) {
        counted_bytes -= core::heap_bytes(count * sizeof(Value));
        std::allocator<Value>::deallocate(block, count);
    }
};

class OrderTree {
public:
    OrderTree() { counted_bytes = 0; }

    void insert(std::uint64_t key) { tree_.insert(key); }
    void erase(std::uint64_t key) { tree_.erase(key); }
    std::uint64_t count_below(std::uint64_t key) const { return tree_.order_of_key(key); }

    // Calls `visit(key) -> bool` in ascending order until it returns false.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const std::uint64_t key : tree_) {
            if (!visit(key)) {
                return;
            }
        }
    }

    std::size_t memory_bytes() const { return counted_bytes; }

private:
    __gnu_pbds::tree<std::uint64_t, __gnu_pbds::null_type, std::less<std::uint64_t>,
                     __gnu_pbds::rb_tree_tag, __gnu_pbds::tree_order_statistics_node_update,
                     CountingAllocator<char>>
        tree_;
};

}  // namespace standby::bench
