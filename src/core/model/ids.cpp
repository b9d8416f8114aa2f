#include "core/model/ids.hpp"

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "core/model/id_text.hpp"

#include <array>
#include <span>

namespace standby::core {
namespace {

constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

std::optional<std::uint64_t> digit_of(char letter) {
    letter = to_upper(letter);
    if (letter == 'O') {
        letter = '0';
    }
    if (letter == 'I' || letter == 'L') {
        letter = '1';
    }
    const auto at = alphabet.find(letter);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    return at;
}

template <class Id>
std::optional<Id> parse_pair(std::string_view prefix, std::string_view text) {
    const auto value = parse_id(prefix, text);
    if (!value || (*value >> 32) == 0 || (*value & 0xFFFF'FFFFU) == 0) {
        return std::nullopt;
    }
    return Id{*value};
}

}  // namespace

std::string format_id(std::string_view prefix, std::uint64_t value) {
    std::array<char, 13> digits{};
    std::size_t begin = digits.size();
    do {
        digits[--begin] = alphabet[value & 31U];
        value >>= 5;
    } while (value != 0);
    std::string text{prefix};
    text.append(digits.data() + begin, digits.size() - begin);
    return text;
}

std::optional<std::uint64_t> parse_id(std::string_view prefix, std::string_view text) {
    if (!text.starts_with(prefix)) {
        return std::nullopt;
    }
    text.remove_prefix(prefix.size());
    if (text.empty() || text.size() > 13) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    for (const char letter : text) {
        const auto digit = digit_of(letter);
        if (!digit || (value >> 58) != 0) {
            return std::nullopt;
        }
        value = (value << 5) | *digit;
    }
    if (value == 0 || (text.size() > 1 && digit_of(text.front()) == 0U)) {
        return std::nullopt;
    }
    return value;
}

std::string format_id(ResourceNumber id) {
    return format_id("res_", id.value());
}
std::string format_id(EntryId id) {
    return format_id("ent_", id.value());
}
std::string format_id(OfferId id) {
    return format_id("off_", id.value());
}
std::string format_id(OpeningId id) {
    return format_id("opn_", id.value());
}

std::optional<ResourceNumber> parse_resource_id(std::string_view text) {
    const auto value = parse_id("res_", text);
    if (!value || *value > 0x7FFF'FFFFU) {
        return std::nullopt;
    }
    return ResourceNumber{static_cast<std::uint32_t>(*value)};
}
std::optional<EntryId> parse_entry_id(std::string_view text) {
    return parse_pair<EntryId>("ent_", text);
}
std::optional<OfferId> parse_offer_id(std::string_view text) {
    return parse_pair<OfferId>("off_", text);
}
std::optional<OpeningId> parse_opening_id(std::string_view text) {
    return parse_pair<OpeningId>("opn_", text);
}

EventKey event_key(std::string_view event_id) {
    const auto digest = sha256(std::as_bytes(std::span{event_id}));
    std::uint64_t value = 0;
    for (std::size_t index = 0; index < 8; ++index) {
        value = (value << 8) | std::to_integer<std::uint64_t>(digest[index]);
    }
    return EventKey{value == 0 ? 1 : value};
}

}  // namespace standby::core
