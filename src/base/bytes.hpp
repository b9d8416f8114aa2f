// Writing and reading canonical binary encodings: every value has exactly one byte sequence, so
// that equal states have equal bytes and equal hashes. The reader takes hostile bytes and can at
// worst end up failed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace standby {

// The longest encoding of a varint: 64 bits in groups of seven.
inline constexpr std::size_t varint_size_max = 10;

// Appends values to a vector that the caller owns and that must outlive the writer.
class ByteWriter {
public:
    explicit ByteWriter(std::vector<std::byte>& output) noexcept : output_(output) {}

    // Fixed width, little endian.
    void u8(std::uint8_t value) { output_.push_back(static_cast<std::byte>(value)); }
    void u16(std::uint16_t value);
    void u32(std::uint32_t value);
    void u64(std::uint64_t value);

    // Seven bits a byte, least significant first, in as few bytes as possible.
    void varint(std::uint64_t value) {
        while (value >= 0x80) {
            output_.push_back(static_cast<std::byte>((value & 0x7f) | 0x80));
            value >>= 7;
        }
        output_.push_back(static_cast<std::byte>(value));
    }

    // A signed varint: zigzag maps 0, -1, 1, -2 to 0, 1, 2, 3, so that small values stay short.
    void zigzag(std::int64_t value);

    // A varint length, then the bytes.
    void bytes(std::span<const std::byte> value);
    void string(std::string_view value);

    // The bytes alone, for fields whose size the format fixes, such as a hash.
    void raw(std::span<const std::byte> value);

private:
    std::vector<std::byte>& output_;
};

// Reads what ByteWriter wrote. Failure is sticky: once anything is missing or not canonical,
// ok() is false for good and every later read yields zero or nothing, so a caller may read a
// whole record and check once. Views it returns point into the input.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> input) noexcept : rest_(input) {}

    std::uint8_t u8();
    std::uint16_t u16();
    std::uint32_t u32();
    std::uint64_t u64();

    // Over-long varints and varints above 64 bits fail.
    std::uint64_t varint();
    std::int64_t zigzag();

    // A length that exceeds what is left fails before anything is allocated.
    std::span<const std::byte> bytes();
    std::string_view string();

    // Exactly `size` bytes without a length in front.
    std::span<const std::byte> raw(std::size_t size);

    // For callers that find a value they do not accept: the reader is failed from here on.
    void fail() noexcept;

    [[nodiscard]] bool ok() const noexcept { return ok_; }
    [[nodiscard]] std::size_t remaining() const noexcept { return rest_.size(); }

    // True when nothing failed and nothing is left over: the test to end every decoding with.
    [[nodiscard]] bool finished() const noexcept { return ok_ && rest_.empty(); }

private:
    std::span<const std::byte> rest_;
    bool ok_ = true;
};

}  // namespace standby
