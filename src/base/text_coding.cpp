// Both encodings are the same walk over the bits, with groups of five or six.
#include "base/text_coding.hpp"

#include <algorithm>
#include <cstdint>

namespace standby {
namespace {

constexpr std::string_view base32_alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr std::string_view base64url_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view base64_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string encode(std::span<const std::byte> bytes, std::string_view alphabet,
                   unsigned bits_per_character) {
    std::string text;
    text.reserve((bytes.size() * 8 + bits_per_character - 1) / bits_per_character);
    const std::uint32_t mask = (1U << bits_per_character) - 1;
    std::uint32_t pending = 0;
    unsigned pending_bits = 0;
    for (const std::byte byte : bytes) {
        pending = pending << 8 | std::to_integer<std::uint32_t>(byte);
        pending_bits += 8;
        while (pending_bits >= bits_per_character) {
            pending_bits -= bits_per_character;
            text += alphabet[pending >> pending_bits & mask];
        }
    }
    if (pending_bits > 0) {
        text += alphabet[pending << (bits_per_character - pending_bits) & mask];
    }
    return text;
}

std::optional<std::vector<std::byte>> decode(std::string_view text, std::string_view alphabet) {
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() * 6 / 8);
    std::uint32_t pending = 0;
    unsigned pending_bits = 0;
    for (const char character : text) {
        const std::size_t value = alphabet.find(character);
        if (value == std::string_view::npos) {
            return std::nullopt;
        }
        pending = (pending << 6 | static_cast<std::uint32_t>(value)) & 0xffff;
        pending_bits += 6;
        if (pending_bits >= 8) {
            pending_bits -= 8;
            bytes.push_back(static_cast<std::byte>(pending >> pending_bits));
        }
    }
    const bool has_rest = pending_bits >= 6 || (pending & ((1U << pending_bits) - 1)) != 0;
    if (has_rest) {
        return std::nullopt;
    }
    return bytes;
}

}  // namespace

std::string encode_base32(std::span<const std::byte> bytes) {
    return encode(bytes, base32_alphabet, 5);
}

bool is_base32(std::string_view text) {
    return std::ranges::all_of(text, [](char character) {
        return base32_alphabet.find(character) != std::string_view::npos;
    });
}

std::string encode_base64url(std::span<const std::byte> bytes) {
    return encode(bytes, base64url_alphabet, 6);
}

std::optional<std::vector<std::byte>> decode_base64url(std::string_view text) {
    return decode(text, base64url_alphabet);
}

std::string encode_base64(std::span<const std::byte> bytes) {
    std::string text = encode(bytes, base64_alphabet, 6);
    text.append((4 - text.size() % 4) % 4, '=');
    return text;
}

std::optional<std::vector<std::byte>> decode_base64(std::string_view text) {
    if (text.size() % 4 != 0) {
        return std::nullopt;
    }
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) {
        text.remove_suffix(1);
    }
    return decode(text, base64_alphabet);
}

}  // namespace standby
