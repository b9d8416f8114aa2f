// A text that is a number.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace standby {

// Nothing when the text is anything else, or says more than the number, or when that does not fit.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number number{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace standby
