// A text cut into words, numbers and marks, the way all that reads it wants them: without case and
// accents, with their places, and knowing which stood apart.
#pragma once

#include "intake/reading/span.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

// What is longer is read up to here.
inline constexpr std::size_t read_bytes_max = 64 * 1024;

struct Word {
    enum class Kind : std::uint8_t {
        Letters,
        Digits,
        Mark,    // one character of any other kind
        Break,   // an empty line: what stands behind it is another thought
        Opaque,  // an address, a link, a number to call: nothing to be looked into
    };
    Kind kind = Kind::Mark;
    bool is_glued = false;    // no white space in front of it
    bool is_capital = false;  // begins with a large letter
    std::uint8_t digits = 0;
    int number = 0;   // of digits; -1: too many of them
    std::string key;  // without case and accents
    Span span;

    [[nodiscard]] bool is(std::string_view mark_or_word) const { return key == mark_or_word; }
    [[nodiscard]] bool is_letters() const { return kind == Kind::Letters; }
    [[nodiscard]] bool is_digits() const { return kind == Kind::Digits; }
};

// Hyphens and apostrophes between two letters part words and vanish: "apres-midi" and "o'clock" are
// two words each. `opaque` are spans that are passed over, in ascending order.
std::vector<Word> split_words(std::string_view text, std::span<const Span> opaque = {});

}  // namespace standby::intake
