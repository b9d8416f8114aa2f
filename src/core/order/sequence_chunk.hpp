// One chunk of a SequenceSet: a set of 16-bit values with exact rank. Few values are a sorted array
// (two bytes each); many are a bitmap with running totals (8.25 KiB whatever it holds, an eighth of
// a byte each when full). The chunk switches by itself, with a gap between the two thresholds so
// that an entry coming and going at the edge does not convert it every time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace standby::core {

class SequenceChunk {
public:
    static constexpr std::uint32_t dense_above = 4096;
    static constexpr std::uint32_t sparse_below = 3072;

    // `high` is the upper half of every 32-bit value the chunk stands for.
    explicit SequenceChunk(std::uint16_t high) : high_(high) {}
    SequenceChunk(const SequenceChunk& other);
    SequenceChunk& operator=(const SequenceChunk& other);
    SequenceChunk(SequenceChunk&&) noexcept = default;
    SequenceChunk& operator=(SequenceChunk&&) noexcept = default;
    ~SequenceChunk() = default;

    std::uint16_t high() const { return high_; }
    std::uint32_t size() const { return size_; }
    bool is_dense() const { return bitmap_ != nullptr; }

    // The value must be absent.
    void insert(std::uint16_t low);

    // The value must be present.
    void erase(std::uint16_t low);

    bool contains(std::uint16_t low) const;

    // How many values are smaller than `low`.
    std::uint32_t count_below(std::uint16_t low) const;

    // The value with exactly `index` smaller ones; index < size().
    std::uint16_t at(std::uint32_t index) const;

    // The first value, ascending from `from`, for which `predicate(std::uint32_t value)` is true;
    // the predicate and the result are in whole 32-bit values. A predicate may also have
    // `filter(first, word)`: it gets 64 values at once, as bits from `first` on, and returns them
    // without those that it would refuse, so that a long scan need not ask for each.
    template <class Predicate>
    std::optional<std::uint32_t> find_first_from(std::uint16_t from, Predicate& predicate) const {
        return is_dense() ? find_in_bitmap(from, predicate) : find_in_array(from, predicate);
    }

    // Heap bytes only: the object itself is counted by its owner.
    std::size_t heap_bytes_used() const;

private:
    static constexpr std::size_t word_bits = 64;
    static constexpr std::size_t words_per_block = 8;
    static constexpr std::size_t word_count = 65'536 / word_bits;
    static constexpr std::size_t block_count = word_count / words_per_block;

    struct Bitmap {
        std::array<std::uint64_t, word_count> words{};
        std::array<std::uint16_t, block_count> before{};  // values ahead of each block

        // Adds to the totals of all blocks after this one.
        void add_after(std::size_t block, int difference);
    };

    std::uint32_t base() const { return std::uint32_t{high_} << 16; }
    std::size_t array_position(std::uint16_t low) const;
    void insert_in_array(std::uint16_t low);
    void insert_in_bitmap(std::uint16_t low);
    void erase_in_array(std::uint16_t low);
    void erase_in_bitmap(std::uint16_t low);
    std::uint16_t at_in_bitmap(std::uint32_t index) const;
    void become_dense();
    void become_sparse();

    template <class Predicate>
    std::optional<std::uint32_t> find_in_array(std::uint16_t from, Predicate& predicate) const {
        for (std::size_t i = from == 0 ? 0 : array_position(from); i < array_.size(); ++i) {
            const std::uint32_t value = base() + array_[i];
            if (predicate(value)) {
                return value;
            }
        }
        return std::nullopt;
    }

    template <class Predicate>
    std::optional<std::uint32_t> find_in_bitmap(std::uint16_t from, Predicate& predicate) const {
        std::uint64_t mask = ~std::uint64_t{0} << (from % word_bits);
        for (std::size_t i = from / word_bits; i < word_count; ++i) {
            const auto first = base() + static_cast<std::uint32_t>(i * word_bits);
            std::uint64_t word = bitmap_->words[i] & mask;
            if constexpr (requires { predicate.filter(first, word); }) {
                word = word == 0 ? 0 : predicate.filter(first, word);
            }
            for (; word != 0; word &= word - 1) {
                const std::uint32_t value = first + static_cast<unsigned>(std::countr_zero(word));
                if (predicate(value)) {
                    return value;
                }
            }
            mask = ~std::uint64_t{0};
        }
        return std::nullopt;
    }

    std::uint16_t high_;
    std::uint32_t size_ = 0;
    std::vector<std::uint16_t> array_;  // the values while sparse, else empty
    std::unique_ptr<Bitmap> bitmap_;    // the values while dense, else null
};

}  // namespace standby::core
