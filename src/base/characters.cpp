// Decoding is left to auth/utf8, which is strict; the rest needs only the shape of the bytes.
#include "base/characters.hpp"

#include "base/assert.hpp"
#include "base/utf8.hpp"

#include <cstdint>

namespace standby {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t index) {
    return static_cast<std::uint8_t>(text[index]);
}

bool is_continuation(std::uint8_t byte) {
    return (byte & 0xC0) == 0x80;
}

}  // namespace

std::size_t character_length(std::string_view text) {
    if (!text.empty() && byte_at(text, 0) < 0x80) {
        return 1;
    }
    std::string_view rest = text;
    return take_code_point(rest) ? text.size() - rest.size() : 0;
}

void append_character(std::string& output, char32_t code_point) {
    ASSERT(code_point <= 0x10FFFF && !(code_point >= 0xD800 && code_point <= 0xDFFF));
    const auto put = [&output](char32_t byte) { output.push_back(static_cast<char>(byte)); };
    if (code_point < 0x80) {
        put(code_point);
        return;
    }
    if (code_point < 0x800) {
        put(0xC0 | (code_point >> 6));
    } else {
        if (code_point < 0x10000) {
            put(0xE0 | (code_point >> 12));
        } else {
            put(0xF0 | (code_point >> 18));
            put(0x80 | ((code_point >> 12) & 0x3F));
        }
        put(0x80 | ((code_point >> 6) & 0x3F));
    }
    put(0x80 | (code_point & 0x3F));
}

std::size_t count_characters(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t index = 0; index < text.size(); ++index) {
        count += is_continuation(byte_at(text, index)) ? 0 : 1;
    }
    return count;
}

std::string_view cut_at_character(std::string_view text, std::size_t bytes_max) {
    if (text.size() <= bytes_max) {
        return text;
    }
    std::size_t size = bytes_max;
    while (size > 0 && is_continuation(byte_at(text, size))) {
        --size;
    }
    return text.substr(0, size);
}

bool has_control_characters(std::string_view text) {
    for (std::size_t index = 0; index < text.size(); ++index) {
        const std::uint8_t byte = byte_at(text, index);
        if (byte < 0x20 || byte == 0x7F) {
            return true;
        }
        // U+0080 to U+009F, of which U+0085 is a line break.
        if (byte == 0xC2 && index + 1 < text.size() && byte_at(text, index + 1) < 0xA0) {
            return true;
        }
        // U+2028 and U+2029, the line and paragraph separators.
        const std::string_view rest = text.substr(index);
        if (rest.starts_with("\xE2\x80\xA8") || rest.starts_with("\xE2\x80\xA9")) {
            return true;
        }
    }
    return false;
}

}  // namespace standby
