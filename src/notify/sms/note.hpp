// What a provider said, in the form in which it may be kept.
#pragma once

#include <string>
#include <string_view>

namespace standby::notify {

// One line of ASCII, at most 200 characters. What could be a phone number (five digits and more,
// also when they are grouped) becomes "[number]".
std::string provider_note(std::string_view text);

// Whether a text can be a provider's name for a message: 1 to 64 letters, digits, `-` and `_`.
bool is_provider_id(std::string_view text);

}  // namespace standby::notify
