// The directory over the chunks: finding the chunk of a value, and keeping the prefix sums true.
#include "core/order/sequence_set.hpp"

#include "base/assert.hpp"
#include "core/order/footprint.hpp"

#include <algorithm>

namespace standby::core {

void SequenceSet::insert(Value value) {
    const std::uint16_t high = high_half(value);
    const std::size_t index = chunk_at_or_after(high);
    if (!is_chunk(index, high)) {
        chunks_.emplace(chunks_.begin() + static_cast<std::ptrdiff_t>(index), high);
        sizes_.insert(index, 0);
    }
    chunks_[index].insert(low_half(value));
    sizes_.increment(index);
    ++size_;
}

void SequenceSet::erase(Value value) {
    const std::uint16_t high = high_half(value);
    const std::size_t index = chunk_at_or_after(high);
    ASSERT(is_chunk(index, high));
    chunks_[index].erase(low_half(value));
    sizes_.decrement(index);
    --size_;
    if (chunks_[index].size() == 0) {
        chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(index));
        sizes_.erase(index);
    }
}

bool SequenceSet::contains(Value value) const {
    const std::uint16_t high = high_half(value);
    const std::size_t index = chunk_at_or_after(high);
    return is_chunk(index, high) && chunks_[index].contains(low_half(value));
}

std::uint64_t SequenceSet::count_below(Value value) const {
    const std::uint16_t high = high_half(value);
    const std::size_t index = chunk_at_or_after(high);
    const std::uint64_t before = sizes_.sum_before(index);
    return is_chunk(index, high) ? before + chunks_[index].count_below(low_half(value)) : before;
}

SequenceSet::Value SequenceSet::at(std::uint64_t index) const {
    ASSERT(index < size_);
    const CountTree::Found found = sizes_.find(index);
    const SequenceChunk& chunk = chunks_[found.index];
    const std::uint16_t low = chunk.at(static_cast<std::uint32_t>(found.remainder));
    return Value{chunk.high()} << 16 | low;
}

std::optional<SequenceSet::Value> SequenceSet::first() const {
    if (size_ == 0) {
        return std::nullopt;
    }
    const SequenceChunk& chunk = chunks_.front();
    return Value{chunk.high()} << 16 | chunk.at(0);
}

std::optional<SequenceSet::Value> SequenceSet::next_at_or_after(Value value) const {
    auto any = [](Value) { return true; };
    return find_first_from(value, any);
}

std::size_t SequenceSet::memory_bytes() const {
    std::size_t bytes =
        sizeof(*this) - sizeof(sizes_) + sizes_.memory_bytes() + heap_bytes(chunks_);
    for (const SequenceChunk& chunk : chunks_) {
        bytes += chunk.heap_bytes_used();
    }
    return bytes;
}

std::size_t SequenceSet::chunk_at_or_after(std::uint16_t high) const {
    if (chunks_.empty() || high <= chunks_.front().high()) {
        return 0;
    }
    // Chunks ascend by at least one, so this is as far back as the chunk can be; where no chunk is
    // missing before it (the common case), or it is the last one, it is the answer.
    const std::size_t distance = std::size_t{high} - chunks_.front().high();
    const std::size_t latest = std::min(distance, chunks_.size() - 1);
    if (chunks_[latest].high() == high) {
        return latest;
    }
    const auto end = chunks_.begin() + static_cast<std::ptrdiff_t>(latest) + 1;
    const auto found =
        std::ranges::lower_bound(chunks_.begin(), end, high, {}, &SequenceChunk::high);
    return static_cast<std::size_t>(found - chunks_.begin());
}

}  // namespace standby::core
