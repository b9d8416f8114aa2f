// Bytes as text: Crockford's base32 for what people may read aloud, base64url for what goes into
// links. Both have one text for each sequence of bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

// Lower case; the bits that are missing at the end are zeros.
std::string encode_base32(std::span<const std::byte> bytes);

// Whether every character is one that encode_base32 writes.
[[nodiscard]] bool is_base32(std::string_view text);

// Without padding.
std::string encode_base64url(std::span<const std::byte> bytes);

// Exactly what encode_base64url writes; nothing for anything else, such as padding, characters of
// the other base64 alphabet, or bits left over that are not zero.
std::optional<std::vector<std::byte>> decode_base64url(std::string_view text);

}  // namespace standby::http
