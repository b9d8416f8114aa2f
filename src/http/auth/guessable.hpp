// What makes a password easy to guess although nobody may have used it before: a run of digits or
// letters, a walk over the keyboard, a piece that repeats, or little more than the owner's own
// name.
#pragma once

#include <string_view>

namespace standby::http {

// Of texts in lower case, of ten characters or more.
bool is_run(std::string_view lower);            // "abcdefghij", "9876543210", "13579bdfhj"
bool is_keyboard_walk(std::string_view lower);  // "qwedsazxcv", on QWERTY, QWERTZ and AZERTY
bool is_repetition(std::string_view lower);     // "abcabcabcabc", "aabbaabbab"
bool is_number(std::string_view lower);         // digits alone, as dates and phone numbers are

// Whether little is left of it without the words that everybody knows of its owner.
bool is_about_owner(std::string_view lower, std::string_view email, std::string_view name);

}  // namespace standby::http
