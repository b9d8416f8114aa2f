// Reading UTF-8 one code point at a time, strictly: text from outside is refused where it is not
// well-formed, so that nothing later has to guess what it means.
#pragma once

#include <optional>
#include <string_view>

namespace standby {

// Removes the first code point from the text and returns it. Nothing for overlong, truncated or
// surrogate encodings, for values above U+10FFFF, and for an empty text, which all leave the text
// as it was.
std::optional<char32_t> take_code_point(std::string_view& text);

[[nodiscard]] bool is_utf8(std::string_view text);

}  // namespace standby
