// Reads CBOR (RFC 8949) as authenticators write it, and nothing else: lengths are definite and as
// short as can be, map keys are numbers or texts and come once, and there are no tags, floats or
// values of unknown size. What is lenient elsewhere is a way to sign one thing and show another.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace standby::http {

inline constexpr std::size_t cbor_depth_max = 8;
inline constexpr std::size_t cbor_values_max = 256;

enum class CborKind : std::uint8_t { Number, Bytes, Text, Array, Map, Truth, Null };

// Bytes and texts point into what was read.
struct CborValue {
    CborKind kind = CborKind::Null;
    std::int64_t number = 0;            // of a truth too
    std::span<const std::byte> bytes;   // of a text too
    std::vector<CborValue> items = {};  // of a map: each key before its value

    std::string_view text() const;
    // Of a map; null when there is no such key.
    const CborValue* find(std::int64_t key) const;
    const CborValue* find(std::string_view key) const;
};

enum class CborError : std::uint8_t {
    TooShort,
    NotAllowed,   // a type or a form that is not read here
    NotShortest,  // a length or a number that could be written shorter
    BadText,      // not UTF-8
    BadKey,       // a key that is neither a number nor a text, or comes again
    TooMuch,      // too deep, or too many values
};

struct CborItem {
    CborValue value;
    std::size_t size = 0;  // bytes that it took; more may follow
};
Result<CborItem, CborError> read_cbor(std::span<const std::byte> bytes);

}  // namespace standby::http
