// The encodings of bytes.hpp, written with shifts so that they do not depend on the machine's
// byte order.
#include "base/bytes.hpp"

namespace standby {
namespace {

template <class Unsigned>
void append_little_endian(std::vector<std::byte>& output, Unsigned value) {
    std::byte encoded[sizeof(Unsigned)];
    for (std::size_t index = 0; index < sizeof(Unsigned); ++index) {
        encoded[index] = static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * index));
    }
    output.insert(output.end(), encoded, encoded + sizeof(Unsigned));
}

// An empty span, which a failed read yields, decodes to zero.
template <class Unsigned>
Unsigned decode_little_endian(std::span<const std::byte> encoded) {
    std::uint64_t value = 0;
    for (std::size_t index = 0; index < encoded.size(); ++index) {
        value |= std::to_integer<std::uint64_t>(encoded[index]) << (8 * index);
    }
    return static_cast<Unsigned>(value);
}

}  // namespace

void ByteWriter::u16(std::uint16_t value) {
    append_little_endian(output_, value);
}

void ByteWriter::u32(std::uint32_t value) {
    append_little_endian(output_, value);
}

void ByteWriter::u64(std::uint64_t value) {
    append_little_endian(output_, value);
}

void ByteWriter::zigzag(std::int64_t value) {
    const std::uint64_t sign_mask = value < 0 ? ~std::uint64_t{0} : 0;
    varint((static_cast<std::uint64_t>(value) << 1) ^ sign_mask);
}

void ByteWriter::bytes(std::span<const std::byte> value) {
    varint(value.size());
    raw(value);
}

void ByteWriter::string(std::string_view value) {
    bytes(std::as_bytes(std::span(value.data(), value.size())));
}

void ByteWriter::raw(std::span<const std::byte> value) {
    output_.insert(output_.end(), value.begin(), value.end());
}

std::uint8_t ByteReader::u8() {
    return decode_little_endian<std::uint8_t>(raw(1));
}

std::uint16_t ByteReader::u16() {
    return decode_little_endian<std::uint16_t>(raw(2));
}

std::uint32_t ByteReader::u32() {
    return decode_little_endian<std::uint32_t>(raw(4));
}

std::uint64_t ByteReader::u64() {
    return decode_little_endian<std::uint64_t>(raw(8));
}

std::uint64_t ByteReader::varint() {
    std::uint64_t value = 0;
    for (std::size_t index = 0; index < varint_size_max && index < rest_.size(); ++index) {
        const auto encoded = std::to_integer<std::uint64_t>(rest_[index]);
        const bool is_last_possible = index + 1 == varint_size_max;
        if (is_last_possible && encoded > 1) {
            break;  // Ten bytes hold 70 bits; only one of the last seven fits.
        }
        value |= (encoded & 0x7f) << (7 * index);
        if (encoded < 0x80) {
            if (encoded == 0 && index > 0) {
                break;  // A zero group at the end could have been left out.
            }
            rest_ = rest_.subspan(index + 1);
            return value;
        }
    }
    fail();
    return 0;
}

std::int64_t ByteReader::zigzag() {
    const std::uint64_t encoded = varint();
    const std::uint64_t sign_mask = (encoded & 1) != 0 ? ~std::uint64_t{0} : 0;
    return static_cast<std::int64_t>((encoded >> 1) ^ sign_mask);
}

std::span<const std::byte> ByteReader::bytes() {
    const std::uint64_t size = varint();
    if (size > rest_.size()) {
        fail();
        return {};
    }
    return raw(static_cast<std::size_t>(size));
}

std::string_view ByteReader::string() {
    const std::span<const std::byte> value = bytes();
    return {reinterpret_cast<const char*>(value.data()), value.size()};
}

std::span<const std::byte> ByteReader::raw(std::size_t size) {
    if (size > rest_.size()) {
        fail();
        return {};
    }
    const std::span<const std::byte> value = rest_.first(size);
    rest_ = rest_.subspan(size);
    return value;
}

void ByteReader::fail() noexcept {
    ok_ = false;
    rest_ = {};
}

}  // namespace standby
