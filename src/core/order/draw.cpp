#include "core/order/draw.hpp"

#include "base/sha256.hpp"

#include <initializer_list>
#include <span>

namespace standby::core {
namespace {

std::string hex_text(std::uint64_t value, std::size_t digits) {
    std::string text(digits, '0');
    for (std::size_t index = digits; index > 0; --index, value >>= 4) {
        text[index - 1] = "0123456789abcdef"[value & 0xF];
    }
    return text;
}

// Of the lines, with a line feed between them and none at the end.
Sha256Digest digest_of(std::initializer_list<std::string_view> lines) {
    std::string text;
    for (const std::string_view line : lines) {
        text += text.empty() ? "" : "\n";
        text += line;
    }
    return sha256(std::as_bytes(std::span{text}));
}

std::uint64_t first_bytes(const Sha256Digest& digest, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t index = 0; index < count; ++index) {
        value = (value << 8) | std::to_integer<std::uint64_t>(digest[index]);
    }
    return value;
}

}  // namespace

std::string participant_text(std::uint64_t participant) {
    return hex_text(participant, 16);
}

std::string lot_text(std::uint32_t lot) {
    return hex_text(lot, 8);
}

std::uint64_t participant_of(ResourceNumber list, ContactKey contact) {
    const std::uint64_t value = first_bytes(
        digest_of({"standby participant", format_id(list), hex_text(contact.value(), 16)}), 8);
    return value == 0 ? 1 : value;
}

std::uint32_t lot_of(std::string_view seed, std::string_view words, std::uint64_t participant) {
    return static_cast<std::uint32_t>(
        first_bytes(digest_of({"standby lot", seed, participant_text(participant), words}), 4));
}

std::string draw_commitment(ResourceNumber list, std::string_view seed, std::string_view words) {
    return to_hex(digest_of({"standby draw", format_id(list), seed, words}));
}

}  // namespace standby::core
