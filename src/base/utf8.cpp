#include "base/utf8.hpp"

#include <cstddef>

namespace standby {
namespace {

struct LeadByte {
    std::size_t length;
    char32_t bits;
    char32_t lowest;  // smaller values have a shorter encoding
};

// Of a code point outside ASCII.
std::optional<LeadByte> read_lead(unsigned char byte) {
    if ((byte & 0xe0) == 0xc0) {
        return LeadByte{2, byte & 0x1fU, 0x80};
    }
    if ((byte & 0xf0) == 0xe0) {
        return LeadByte{3, byte & 0x0fU, 0x800};
    }
    if ((byte & 0xf8) == 0xf0) {
        return LeadByte{4, byte & 0x07U, 0x10000};
    }
    return std::nullopt;
}

}  // namespace

std::optional<char32_t> take_code_point(std::string_view& text) {
    if (text.empty()) {
        return std::nullopt;
    }
    if (const auto first = static_cast<unsigned char>(text.front()); first < 0x80) {
        text.remove_prefix(1);
        return first;
    }
    const std::optional<LeadByte> lead = read_lead(static_cast<unsigned char>(text.front()));
    if (!lead || lead->length > text.size()) {
        return std::nullopt;
    }
    char32_t value = lead->bits;
    for (std::size_t index = 1; index < lead->length; ++index) {
        const auto byte = static_cast<unsigned char>(text[index]);
        if ((byte & 0xc0) != 0x80) {
            return std::nullopt;
        }
        value = value << 6 | (byte & 0x3fU);
    }
    const bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
    if (value < lead->lowest || is_surrogate || value > 0x10ffff) {
        return std::nullopt;
    }
    text.remove_prefix(lead->length);
    return value;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        if (!take_code_point(text)) {
            return false;
        }
    }
    return true;
}

}  // namespace standby
