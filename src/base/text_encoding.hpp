// In which encoding a text file is written. Spreadsheets save what they call CSV in UTF-8, in
// UTF-16 or in the code page of Western Windows, and do not say which; taken for the wrong one,
// "Jürgen" becomes somebody else.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby {

enum class TextEncoding : std::uint8_t { Utf8, Utf16, Windows1252 };
std::string_view name_of(TextEncoding encoding);  // "Windows-1252"

struct DecodedText {
    std::string text;  // UTF-8, without a byte order mark
    TextEncoding encoding = TextEncoding::Utf8;
};

// What is valid UTF-8 is that; what begins with a mark of UTF-16, or has its zero bytes, is that;
// anything else is Windows-1252. The error is the end of a sentence that begins with the file.
Result<DecodedText, std::string> decode_text(std::string bytes);

// The way back, for files that others go on editing. UTF-16 is little endian, with its mark.
std::string encode_utf16(std::string_view utf8);
// Nothing when a character is not in the code page.
std::optional<std::string> encode_windows_1252(std::string_view utf8);

}  // namespace standby
