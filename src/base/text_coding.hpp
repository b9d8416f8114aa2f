// Bytes as text: Crockford's base32 for what people may read aloud, base64url for what goes into
// links, base64 for what other programs expect. Each has one text for each sequence of bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby {

// Lower case; the bits that are missing at the end are zeros.
std::string encode_base32(std::span<const std::byte> bytes);

// Whether every character is one that encode_base32 writes.
[[nodiscard]] bool is_base32(std::string_view text);

// Without padding.
std::string encode_base64url(std::span<const std::byte> bytes);

// Exactly what encode_base64url writes; nothing for anything else, such as padding, characters of
// the other base64 alphabet, or bits left over that are not zero.
std::optional<std::vector<std::byte>> decode_base64url(std::string_view text);

// With padding, and with `+` and `/` (RFC 4648, section 4).
std::string encode_base64(std::span<const std::byte> bytes);

// Exactly what encode_base64 writes; nothing for anything else.
std::optional<std::vector<std::byte>> decode_base64(std::string_view text);

}  // namespace standby
