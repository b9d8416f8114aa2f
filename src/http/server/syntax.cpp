// Tables and small functions over characters; the locale plays no part.
#include "http/server/syntax.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>

namespace standby::http::wire {
namespace {

consteval std::array<bool, 256> token_characters() {
    std::array<bool, 256> table{};
    for (unsigned byte = 0; byte < table.size(); ++byte) {
        const char character = static_cast<char>(byte);
        table[byte] = is_letter_or_digit(character) ||
                      std::string_view("!#$%&'*+-.^_`|~").contains(character);
    }
    return table;
}

constexpr std::array<bool, 256> token_table = token_characters();

bool is_port(std::string_view text) {
    return text.empty() || (text.front() == ':' && text.size() <= 6 &&
                            std::ranges::all_of(text.substr(1), is_digit));
}

}  // namespace

bool is_token(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char character) {
        return token_table[static_cast<unsigned char>(character)];
    });
}

bool is_field_value(std::string_view text) {
    return std::ranges::all_of(text, [](char character) {
        const auto byte = static_cast<unsigned char>(character);
        return (byte >= 0x20 && byte != 0x7F) || byte == '\t';
    });
}

bool is_authority(std::string_view text) {
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        return end != std::string_view::npos && end > 2 && is_port(text.substr(end + 1)) &&
               std::ranges::all_of(text.substr(1, end - 1), [](char character) {
                   return hex_digit(character) || character == ':' || character == '.';
               });
    }
    const std::string_view host = text.substr(0, text.find(':'));
    return !host.empty() && is_port(text.substr(host.size())) &&
           std::ranges::all_of(host, [](char character) {
               return is_letter_or_digit(character) || std::string_view("-._~").contains(character);
           });
}

std::string_view take_element(std::string_view& list, char separator) {
    const std::size_t end = list.find(separator);
    const std::string_view element = trim(list.substr(0, end), blanks);
    list = end == std::string_view::npos ? std::string_view{} : list.substr(end + 1);
    return element;
}

}  // namespace standby::http::wire
