// Small questions about text that every layer asks: classes of ASCII characters, case, blanks at
// the ends, escapes, and what a misspelt word was meant to be. The locale plays no part.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace standby {

constexpr bool is_digit(char one) {
    return one >= '0' && one <= '9';
}
constexpr bool is_upper(char one) {
    return one >= 'A' && one <= 'Z';
}
constexpr bool is_lower(char one) {
    return one >= 'a' && one <= 'z';
}
constexpr bool is_letter(char one) {
    return is_upper(one) || is_lower(one);
}
constexpr bool is_letter_or_digit(char one) {
    return is_letter(one) || is_digit(one);
}

// The value of a hexadecimal digit; nothing for other characters.
constexpr std::optional<unsigned> hex_digit(char one) {
    if (is_digit(one)) {
        return static_cast<unsigned>(one - '0');
    }
    const char lower = is_upper(one) ? static_cast<char>(one - 'A' + 'a') : one;
    return lower >= 'a' && lower <= 'f' ? std::optional(static_cast<unsigned>(lower - 'a') + 10)
                                        : std::nullopt;
}

// Characters outside ASCII stay as they are.
constexpr char to_lower(char one) {
    return is_upper(one) ? static_cast<char>(one - 'A' + 'a') : one;
}
constexpr char to_upper(char one) {
    return is_lower(one) ? static_cast<char>(one - 'a' + 'A') : one;
}
std::string to_lower(std::string_view text);
std::string to_upper(std::string_view text);
[[nodiscard]] bool equals_ignoring_case(std::string_view left, std::string_view right);

// Without these characters at both ends.
std::string_view trim(std::string_view text, std::string_view blanks = " \t\r\n");

// For text and quoted attributes of HTML and XML alike.
void append_escaped(std::string& output, std::string_view text);
std::string escape_html(std::string_view text);

// RFC 3986: letters, digits and the plain characters stay, everything else becomes %XX.
std::string percent_encode(std::string_view text, std::string_view plain = "-._~");
// The byte that the %XX at the beginning stands for; nothing when there is none.
std::optional<char> escaped_byte(std::string_view text);
// Nothing when a % is not followed by two hexadecimal digits. A `+` stays a plus.
std::optional<std::string> percent_decode(std::string_view text);

// The known word that takes the fewest letters put in, left out, changed or swapped with their
// neighbour, whatever their case; empty when none is near.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);
std::string_view nearest(std::string_view word, std::span<const std::string> known);
// "; did you mean 'serve'?", or nothing.
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace standby
