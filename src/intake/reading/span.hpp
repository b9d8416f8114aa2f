// Where in a text something stands, so that a page can highlight it beside what was made of it.
#pragma once

#include <cstddef>
#include <string_view>

namespace standby::intake {

// In bytes of UTF-8. Never cuts a character in two.
struct Span {
    std::size_t offset = 0;
    std::size_t length = 0;

    [[nodiscard]] std::size_t end() const { return offset + length; }
    friend bool operator==(const Span&, const Span&) = default;
};

// The words themselves. The span must be one of this text.
inline std::string_view words_at(std::string_view text, Span span) {
    return text.substr(span.offset, span.length);
}

}  // namespace standby::intake
