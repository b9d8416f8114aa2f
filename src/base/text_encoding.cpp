#include "base/text_encoding.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <array>

namespace standby {
namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view little_mark = "\xFF\xFE";
constexpr std::string_view big_mark = "\xFE\xFF";

// 0x80 to 0x9F; the others are as in Unicode. 0: there is no such character.
constexpr std::array<char32_t, 32> windows_1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

void append_utf8(std::string& text, char32_t code) {
    const auto add = [&](char32_t byte) { text.push_back(static_cast<char>(byte)); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6);
        add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    } else {
        add(0xF0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3F));
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    }
}

enum class ByteOrder : std::uint8_t { Little, Big };

// Nothing when it is not UTF-16.
std::optional<std::string> from_utf16(std::string_view bytes, ByteOrder order) {
    if (bytes.size() % 2 != 0) {
        return std::nullopt;
    }
    const auto unit = [&](std::size_t at) -> char32_t {
        const auto first = static_cast<unsigned char>(bytes[at]);
        const auto second = static_cast<unsigned char>(bytes[at + 1]);
        return order == ByteOrder::Little ? char32_t{second} << 8 | first
                                          : char32_t{first} << 8 | second;
    };
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 2) {
        char32_t code = unit(at);
        const bool is_first_half = code >= 0xD800 && code < 0xDC00;
        if (is_first_half && at + 2 < bytes.size()) {
            const char32_t low = unit(at + 2);
            if (low >= 0xDC00 && low < 0xE000) {
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                at += 2;
            }
        }
        if (code >= 0xD800 && code < 0xE000) {
            return std::nullopt;  // half a character
        }
        append_utf8(text, code);
    }
    return text;
}

std::optional<std::string> from_windows_1252(std::string_view bytes) {
    std::string text;
    for (const char each : bytes) {
        char32_t code = static_cast<unsigned char>(each);
        if (code >= 0x80 && code < 0xA0) {
            code = windows_1252[code - 0x80];
            if (code == 0) {
                return std::nullopt;
            }
        }
        append_utf8(text, code);
    }
    return text;
}

// Without a mark: the names of columns are plain letters, every other byte of which is zero.
std::optional<ByteOrder> order_of(std::string_view bytes) {
    if (bytes.starts_with(little_mark)) {
        return ByteOrder::Little;
    }
    if (bytes.starts_with(big_mark)) {
        return ByteOrder::Big;
    }
    if (bytes.size() >= 2 && bytes[0] != '\0' && bytes[1] == '\0') {
        return ByteOrder::Little;
    }
    if (bytes.size() >= 2 && bytes[0] == '\0' && bytes[1] != '\0') {
        return ByteOrder::Big;
    }
    return std::nullopt;
}

}  // namespace

std::string_view name_of(TextEncoding encoding) {
    switch (encoding) {
    case TextEncoding::Utf8:
        return "UTF-8";
    case TextEncoding::Utf16:
        return "UTF-16";
    case TextEncoding::Windows1252:
        break;
    }
    return "Windows-1252";
}

Result<DecodedText, std::string> decode_text(std::string bytes) {
    if (const auto order = order_of(bytes)) {
        const bool has_mark = bytes.starts_with(little_mark) || bytes.starts_with(big_mark);
        auto text = from_utf16(std::string_view(bytes).substr(has_mark ? 2 : 0), *order);
        if (!text) {
            return std::unexpected("looks like UTF-16 and is damaged; save it as CSV UTF-8");
        }
        return DecodedText{*std::move(text), TextEncoding::Utf16};
    }
    if (is_utf8(bytes)) {
        if (bytes.starts_with(utf8_mark)) {
            bytes.erase(0, utf8_mark.size());
        }
        return DecodedText{std::move(bytes), TextEncoding::Utf8};
    }
    auto text = from_windows_1252(bytes);
    if (!text) {
        return std::unexpected(
            "is neither UTF-8 nor UTF-16 nor Windows-1252; save it as CSV UTF-8");
    }
    return DecodedText{*std::move(text), TextEncoding::Windows1252};
}

std::string encode_utf16(std::string_view utf8) {
    std::string bytes(little_mark);
    const auto add = [&](char32_t unit) {
        bytes.push_back(static_cast<char>(unit & 0xFF));
        bytes.push_back(static_cast<char>(unit >> 8 & 0xFF));
    };
    while (const auto code = take_code_point(utf8)) {
        if (*code >= 0x10000) {
            add(0xD800 + ((*code - 0x10000) >> 10));
            add(0xDC00 + ((*code - 0x10000) & 0x3FF));
        } else {
            add(*code);
        }
    }
    return bytes;
}

std::optional<std::string> encode_windows_1252(std::string_view utf8) {
    std::string bytes;
    while (const auto code = take_code_point(utf8)) {
        const auto found = *code == 0 ? windows_1252.end() : std::ranges::find(windows_1252, *code);
        if (found != windows_1252.end()) {
            bytes.push_back(static_cast<char>(0x80 + (found - windows_1252.begin())));
        } else if (*code < 0x80 || (*code >= 0xA0 && *code < 0x100)) {
            bytes.push_back(static_cast<char>(*code));
        } else {
            return std::nullopt;
        }
    }
    return utf8.empty() ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace standby
