// The small pieces of HTTP's grammar (RFC 9110, section 5.6) that several files here share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace standby::http::wire {

bool is_digit(char character);

// The value of a hexadecimal digit; nothing for other characters.
std::optional<unsigned> hex_digit(char character);

// One or more of the characters that names of methods and headers are made of.
bool is_token(std::string_view text);

// Visible characters, spaces, tabs and bytes above ASCII: no control characters.
bool is_field_value(std::string_view text);

// A host with an optional port, without user information: `a.example`, `[::1]:8080`.
bool is_authority(std::string_view text);

std::string to_lower(std::string_view text);
bool equals_ignoring_case(std::string_view left, std::string_view right);

// Without the spaces and tabs at both ends.
std::string_view trim(std::string_view text);

// Takes the first element off a list that `separator` divides, trimmed.
std::string_view take_element(std::string_view& list, char separator);

}  // namespace standby::http::wire
