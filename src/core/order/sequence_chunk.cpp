#include "core/order/sequence_chunk.hpp"

#include "base/assert.hpp"
#include "core/order/footprint.hpp"

#include <algorithm>

namespace standby::core {
namespace {

// The position of the set bit of `word` that has exactly `index` set bits below it: halves the
// word by population count, since this processor level has no bit deposit instruction.
unsigned select_bit(std::uint64_t word, unsigned index) {
    unsigned position = 0;
    for (unsigned width = 32; width > 0; width /= 2) {
        const std::uint64_t lower = word & ((std::uint64_t{1} << width) - 1);
        const auto count = static_cast<unsigned>(std::popcount(lower));
        if (index >= count) {
            index -= count;
            position += width;
            word >>= width;
        } else {
            word = lower;
        }
    }
    return position;
}

std::uint64_t bit_of(std::uint16_t low) {
    return std::uint64_t{1} << (low % 64);
}

}  // namespace

// Goes over all blocks and adds zero to the first ones: a loop of fixed length without a branch is
// compiled to vector instructions, and so takes a third of the time of the shorter loop.
void SequenceChunk::Bitmap::add_after(std::size_t block, int difference) {
    const auto last_unchanged = static_cast<std::uint16_t>(block);
    const auto added = static_cast<std::uint16_t>(difference);
    for (std::uint16_t i = 0; i < block_count; ++i) {
        const auto mask = static_cast<std::uint16_t>(i > last_unchanged ? 0xffff : 0);
        before[i] = static_cast<std::uint16_t>(before[i] + (added & mask));
    }
}

SequenceChunk::SequenceChunk(const SequenceChunk& other)
    : high_(other.high_),
      size_(other.size_),
      array_(other.array_),
      bitmap_(other.is_dense() ? std::make_unique<Bitmap>(*other.bitmap_) : nullptr) {}

SequenceChunk& SequenceChunk::operator=(const SequenceChunk& other) {
    if (this != &other) {
        *this = SequenceChunk(other);
    }
    return *this;
}

void SequenceChunk::insert(std::uint16_t low) {
    if (!is_dense() && size_ == dense_above) {
        become_dense();
    }
    if (is_dense()) {
        insert_in_bitmap(low);
    } else {
        insert_in_array(low);
    }
    ++size_;
}

void SequenceChunk::erase(std::uint16_t low) {
    if (is_dense()) {
        erase_in_bitmap(low);
    } else {
        erase_in_array(low);
    }
    --size_;
    if (is_dense() && size_ < sparse_below) {
        become_sparse();
    }
}

bool SequenceChunk::contains(std::uint16_t low) const {
    if (is_dense()) {
        return (bitmap_->words[low / word_bits] & bit_of(low)) != 0;
    }
    const std::size_t position = array_position(low);
    return position < array_.size() && array_[position] == low;
}

std::uint32_t SequenceChunk::count_below(std::uint16_t low) const {
    if (!is_dense()) {
        return static_cast<std::uint32_t>(array_position(low));
    }
    const std::size_t last_word = low / word_bits;
    const std::size_t block = last_word / words_per_block;
    int count = bitmap_->before[block];
    for (std::size_t i = block * words_per_block; i < last_word; ++i) {
        count += std::popcount(bitmap_->words[i]);
    }
    count += std::popcount(bitmap_->words[last_word] & (bit_of(low) - 1));
    return static_cast<std::uint32_t>(count);
}

std::uint16_t SequenceChunk::at(std::uint32_t index) const {
    ASSERT(index < size_);
    return is_dense() ? at_in_bitmap(index) : array_[index];
}

std::size_t SequenceChunk::heap_bytes_used() const {
    return heap_bytes(array_) + (is_dense() ? heap_bytes(sizeof(Bitmap)) : 0);
}

std::size_t SequenceChunk::array_position(std::uint16_t low) const {
    // A binary search that multiplies instead of branching, because the branches of a random
    // search are guessed wrong half of the time.
    const std::uint16_t* begin = array_.data();
    for (std::size_t length = array_.size(); length > 0;) {
        const std::size_t half = (length + 1) / 2;
        begin += half * static_cast<std::size_t>(begin[half - 1] < low);
        length -= half;
    }
    return static_cast<std::size_t>(begin - array_.data());
}

void SequenceChunk::insert_in_array(std::uint16_t low) {
    if (array_.size() == array_.capacity()) {
        // Growing by a quarter keeps the slack of thousands of small arrays small.
        array_.reserve(array_.size() + array_.size() / 4 + 4);
    }
    if (array_.empty() || array_.back() < low) {
        array_.push_back(low);
        return;
    }
    const std::size_t position = array_position(low);
    ASSERT(array_[position] != low);
    array_.insert(array_.begin() + static_cast<std::ptrdiff_t>(position), low);
}

void SequenceChunk::insert_in_bitmap(std::uint16_t low) {
    const std::size_t word = low / word_bits;
    ASSERT((bitmap_->words[word] & bit_of(low)) == 0);
    bitmap_->words[word] |= bit_of(low);
    bitmap_->add_after(word / words_per_block, 1);
}

void SequenceChunk::erase_in_array(std::uint16_t low) {
    const std::size_t position = array_position(low);
    ASSERT(position < array_.size() && array_[position] == low);
    array_.erase(array_.begin() + static_cast<std::ptrdiff_t>(position));
    if (array_.capacity() > 16 && array_.size() * 2 < array_.capacity()) {
        array_.shrink_to_fit();
    }
}

void SequenceChunk::erase_in_bitmap(std::uint16_t low) {
    const std::size_t word = low / word_bits;
    ASSERT((bitmap_->words[word] & bit_of(low)) != 0);
    bitmap_->words[word] &= ~bit_of(low);
    bitmap_->add_after(word / words_per_block, -1);
}

std::uint16_t SequenceChunk::at_in_bitmap(std::uint32_t index) const {
    // The last block that starts at or before the index, then the word, then the bit.
    const auto after = std::ranges::upper_bound(bitmap_->before, index);
    const auto block = static_cast<std::size_t>(after - bitmap_->before.begin()) - 1;
    unsigned remaining = index - bitmap_->before[block];
    std::size_t word = block * words_per_block;
    for (;; ++word) {
        const auto count = static_cast<unsigned>(std::popcount(bitmap_->words[word]));
        if (remaining < count) {
            break;
        }
        remaining -= count;
    }
    const unsigned bit = select_bit(bitmap_->words[word], remaining);
    return static_cast<std::uint16_t>(word * word_bits + bit);
}

void SequenceChunk::become_dense() {
    auto bitmap = std::make_unique<Bitmap>();
    for (const std::uint16_t low : array_) {
        bitmap->words[low / word_bits] |= bit_of(low);
    }
    int total = 0;
    for (std::size_t word = 0; word < word_count; ++word) {
        if (word % words_per_block == 0) {
            bitmap->before[word / words_per_block] = static_cast<std::uint16_t>(total);
        }
        total += std::popcount(bitmap->words[word]);
    }
    ASSERT(static_cast<std::uint32_t>(total) == size_);
    bitmap_ = std::move(bitmap);
    array_ = std::vector<std::uint16_t>();  // unlike `= {}`, this gives the block back
}

void SequenceChunk::become_sparse() {
    array_.reserve(size_);
    auto collect = [&](std::uint32_t value) {
        array_.push_back(static_cast<std::uint16_t>(value));
        return false;
    };
    find_in_bitmap(0, collect);
    ASSERT(array_.size() == size_);
    bitmap_.reset();
}

}  // namespace standby::core
