// Values that are made instead of read, for what comes from a form or a table and is checked by the
// same code as a body. The text must outlive them.
#pragma once

#include "base/json/value.hpp"

#include <charconv>
#include <cstddef>

namespace standby {

inline JsonValue text_value(std::string_view text) {
    return {.type = JsonType::Text, .text = text};
}

// A number where the text is one, of up to 15 digits and nothing else; otherwise the text, so that
// whoever reads it says what is wrong.
inline JsonValue number_value(std::string_view text) {
    constexpr std::size_t digits_max = 15;
    if (text.empty() || text.size() > digits_max ||
        text.find_first_not_of("0123456789") != std::string_view::npos) {
        return text_value(text);
    }
    JsonValue number{.type = JsonType::Integer};
    std::from_chars(text.data(), text.data() + text.size(), number.integer);
    return number;
}

}  // namespace standby
