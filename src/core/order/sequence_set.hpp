// An ordered set of 32-bit values that knows exact ranks, for lines whose order is the order of
// joining. Tickets are handed out in sequence, so a lane is mostly runs of consecutive values: a
// sorted directory of chunks of 65,536 values, each an array or a bitmap, with prefix sums over it.
#pragma once

#include "core/order/count_tree.hpp"
#include "core/order/sequence_chunk.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace standby::core {

// A value: copies are deep and independent; a moved-from set may only be assigned or destroyed.
class SequenceSet {
public:
    using Value = std::uint32_t;

    // The value must be absent.
    void insert(Value value);

    // The value must be present.
    void erase(Value value);

    bool contains(Value value) const;

    std::uint64_t size() const { return size_; }

    // The rank: how many members are smaller than `value`, which need not be a member.
    std::uint64_t count_below(Value value) const;

    // The member with exactly `index` smaller ones; index < size().
    Value at(std::uint64_t index) const;

    // The smallest member; nothing when the set is empty.
    std::optional<Value> first() const;

    // The smallest member not smaller than `value`.
    std::optional<Value> next_at_or_after(Value value) const;

    // The first member, ascending, for which `predicate(Value)` is true.
    template <class Predicate>
    std::optional<Value> find_first(Predicate&& predicate) const {
        return find_first_from(0, predicate);
    }

    // Calls `visit(Value) -> bool` for the members from `value` on, ascending, until it returns
    // false. Returns whether the end of the set was reached.
    template <class Visit>
    bool for_each_from(Value value, Visit&& visit) const {
        auto stop = [&](Value member) { return !visit(member); };
        return !find_first_from(value, stop).has_value();
    }

    // Object and heap bytes, as the allocator hands them out.
    std::size_t memory_bytes() const;

private:
    static constexpr std::uint16_t high_half(Value value) {
        return static_cast<std::uint16_t>(value >> 16);
    }
    static constexpr std::uint16_t low_half(Value value) {
        return static_cast<std::uint16_t>(value);
    }

    // The index of the first chunk that is not before `high`: its own chunk when there is one.
    std::size_t chunk_at_or_after(std::uint16_t high) const;
    bool is_chunk(std::size_t index, std::uint16_t high) const {
        return index < chunks_.size() && chunks_[index].high() == high;
    }

    template <class Predicate>
    std::optional<Value> find_first_from(Value from, Predicate& predicate) const {
        const std::size_t begin = from == 0 ? 0 : chunk_at_or_after(high_half(from));
        std::uint16_t low = is_chunk(begin, high_half(from)) ? low_half(from) : std::uint16_t{0};
        for (std::size_t i = begin; i < chunks_.size(); ++i) {
            if (const auto found = chunks_[i].find_first_from(low, predicate)) {
                return found;
            }
            low = 0;
        }
        return std::nullopt;
    }

    std::vector<SequenceChunk> chunks_;  // ascending by high half, none empty
    CountTree sizes_;                    // the sizes of the chunks
    std::uint64_t size_ = 0;
};

}  // namespace standby::core
