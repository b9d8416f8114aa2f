// The check is the number modulo a prime just below 32²: it differs for numbers that differ in one
// digit of base 32, or in the order of two neighbours.
#include "interchange/view/referral_code.hpp"

#include "base/text.hpp"

namespace standby::interchange {
namespace {

constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::uint64_t prime = 1021;
constexpr std::size_t check_size = 2;
constexpr std::size_t id_prefix_size = 4;
constexpr std::size_t text_size_max = 15;

std::string check_of(core::EntryId entry) {
    const std::uint64_t check = entry.value() % prime;
    return {alphabet[check / 32], alphabet[check % 32]};
}

char upper_digit(char letter) {
    letter = to_upper(letter);
    if (letter == 'O') {
        return '0';
    }
    return letter == 'I' || letter == 'L' ? '1' : letter;
}

}  // namespace

std::string referral_code(core::EntryId entry) {
    return core::format_id(entry).substr(id_prefix_size) + check_of(entry);
}

std::optional<core::EntryId> parse_referral_code(std::string_view text) {
    if (text.size() <= check_size || text.size() > text_size_max) {
        return std::nullopt;
    }
    const std::string_view number = text.substr(0, text.size() - check_size);
    const auto entry = core::parse_entry_id("ent_" + std::string{number});
    if (!entry) {
        return std::nullopt;
    }
    std::string check{text.substr(number.size())};
    for (char& letter : check) {
        letter = upper_digit(letter);
    }
    return check == check_of(*entry) ? entry : std::nullopt;
}

}  // namespace standby::interchange
