// The line of one resource: every waiting entry in order, with its exact position at any time.
// It is a directory of lanes (tier, score), each an ordered set that knows ranks, so telling a
// guest "you are 4,211th" costs nanoseconds and nothing is ever renumbered.
#pragma once

#include "core/order/key_set.hpp"
#include "core/order/lanes.hpp"
#include "core/order/line_place.hpp"
#include "core/order/sequence_set.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

namespace standby::core {

// A value: copies are deep and independent; a moved-from line may only be assigned or destroyed.
// Not synchronised; a line belongs to one shard.
class Line {
public:
    // What the key of a place is. Sequence: the ticket itself, so the 32 high bits are zero and a
    // lane costs a bit or two bytes per entry. Keyed: `major << 32 | ticket` for any major.
    enum class Layout : std::uint8_t { Sequence, Keyed };

    explicit Line(Layout layout);

    Layout layout() const;

    // Adds an entry. The place must not be in the line, and must fit the layout.
    void insert(const LinePlace& place);

    // Removes an entry. The place must be in the line.
    void erase(const LinePlace& place);

    bool contains(const LinePlace& place) const;

    std::uint64_t size() const;
    bool empty() const { return size() == 0; }

    // The exact number of entries ahead of the place: 0 for the head of the line. The place need
    // not be in the line; it is then the position an entry inserted there would get.
    std::uint64_t ahead_of(const LinePlace& place) const;

    // The place with exactly `index` entries ahead of it; nothing when index >= size().
    std::optional<LinePlace> at(std::uint64_t index) const;

    // The head of the line; nothing when the line is empty.
    std::optional<LinePlace> first() const;

    // The first place, in order, for which `predicate(Ticket)` is true. The predicate is inlined
    // into the scan and must not change the line; SequenceChunk tells how it may be asked for 64
    // tickets at once.
    template <class Predicate>
    std::optional<LinePlace> find_first(Predicate&& predicate) const {
        return std::visit([&](const auto& lanes) { return lanes.find_first(predicate); }, lanes_);
    }

    // Calls `visit(LinePlace) -> bool` for the places from `index` on, in order, until it returns
    // false or the line ends. The visitor must not change the line.
    template <class Visit>
    void for_each_from(std::uint64_t index, Visit&& visit) const {
        std::visit([&](const auto& lanes) { lanes.for_each_from(index, visit); }, lanes_);
    }

    // Heap and object bytes, counted as the allocator hands them out. Takes time in proportion to
    // the number of blocks, so it is for metrics and benchmarks.
    std::size_t memory_bytes() const;

private:
    std::variant<Lanes<SequenceSet>, Lanes<KeySet>> lanes_;
};

}  // namespace standby::core
