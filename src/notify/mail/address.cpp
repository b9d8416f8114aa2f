// The grammar is RFC 5321's without quoted local parts and address literals.
#include "notify/mail/address.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cstddef>

namespace standby::notify {
namespace {

constexpr std::size_t address_bytes_max = 254;
constexpr std::size_t local_bytes_max = 64;
constexpr std::size_t label_bytes_max = 63;

bool is_local_character(char one) {
    constexpr std::string_view signs = "!#$%&'*+-/=?^_`{|}~";
    return is_letter_or_digit(one) || signs.find(one) != std::string_view::npos;
}

bool is_label(std::string_view label) {
    return label.size() <= label_bytes_max && !label.starts_with('-') && !label.ends_with('-') &&
           std::ranges::all_of(label,
                               [](char one) { return is_letter_or_digit(one) || one == '-'; });
}

// Whether there is something between all dots, and each of it passes.
template <class Check>
bool is_dotted(std::string_view text, Check check) {
    while (true) {
        const std::size_t dot = text.find('.');
        const std::string_view part = text.substr(0, dot);
        if (part.empty() || !check(part)) {
            return false;
        }
        if (dot == std::string_view::npos) {
            return true;
        }
        text.remove_prefix(dot + 1);
    }
}

}  // namespace

bool is_sendable_address(std::string_view address) {
    const std::size_t at = address.find('@');
    if (at == std::string_view::npos || at > local_bytes_max ||
        address.size() > address_bytes_max) {
        return false;
    }
    const auto is_local_part = [](std::string_view part) {
        return std::ranges::all_of(part, is_local_character);
    };
    return is_dotted(address.substr(0, at), is_local_part) &&
           is_dotted(address.substr(at + 1), is_label);
}

std::string_view domain_of(std::string_view address) {
    return address.substr(address.find('@') + 1);
}

}  // namespace standby::notify
