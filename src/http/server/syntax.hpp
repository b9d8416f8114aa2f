// The small pieces of HTTP's grammar (RFC 9110, section 5.6) that several files here share.
#pragma once

#include <string_view>

namespace standby::http::wire {

// What may stand around a value; nothing else is trimmed off one.
inline constexpr std::string_view blanks = " \t";

// One or more of the characters that names of methods and headers are made of.
bool is_token(std::string_view text);

// Visible characters, spaces, tabs and bytes above ASCII: no control characters.
bool is_field_value(std::string_view text);

// A host with an optional port, without user information: `a.example`, `[::1]:8080`.
bool is_authority(std::string_view text);

// Takes the first element off a list that `separator` divides, trimmed.
std::string_view take_element(std::string_view& list, char separator);

}  // namespace standby::http::wire
