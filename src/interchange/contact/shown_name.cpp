// Word by word. Mail programs and phones make links of what merely looks like one, so looks count.
#include "interchange/contact/shown_name.hpp"

#include "base/characters.hpp"
#include "base/clean_text.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>

namespace standby::interchange {
namespace {

// Enough to find what a long name hides at its end.
constexpr std::size_t looked_at_characters_max = 400;
// Nobody's name has so many digits; numbers that can be called do.
constexpr std::size_t digits_max = 4;
constexpr std::size_t domain_letters_min = 2;

// Dots that other scripts write, and that browsers take for one.
bool is_dot(char32_t point) {
    return point == U'.' || point == 0x3002 || point == 0xff0e || point == 0xff61 ||
           point == 0x2024;
}

bool marks_address(char32_t point) {
    return point == U'/' || point == U'\\' || point == U'@' || point == 0xff20 || point == 0xff0f ||
           point == 0x2044 || point == 0x2215;
}

bool is_small_letter(char32_t point) {
    return (point >= U'a' && point <= U'z') || point >= 0x80;
}

// Whether programs may take it for the name of a host: letters behind a dot, all small, as in
// "evil.example", but not as in "Dr.Smith" or "J.R.R.".
bool looks_like_host(std::string_view word) {
    std::size_t before = 0;  // characters before the last dot
    std::size_t behind = 0;  // small letters behind it
    bool has_dot = false;
    bool is_small = true;
    while (!word.empty()) {
        const char32_t point = take_code_point(word).value_or(U'?');
        if (is_dot(point)) {
            has_dot |= before + behind > 0;
            before += behind;
            behind = 0;
            is_small = true;
            continue;
        }
        ++behind;
        is_small &= is_small_letter(point) || (point >= U'0' && point <= U'9') || point == U'-' ||
                    point == U'!' || point == U',' || point == U'?';
    }
    return has_dot && is_small && behind >= domain_letters_min;
}

bool is_no_part_of_a_name(std::string_view word) {
    std::string_view rest = word;
    while (!rest.empty()) {
        if (marks_address(take_code_point(rest).value_or(U'?'))) {
            return true;
        }
    }
    return word.contains("://") || to_lower(word).starts_with("www.") || looks_like_host(word);
}

// With a blank after each dot, and cut when it is long.
std::string shown_word(std::string_view word) {
    std::string shown;
    std::size_t characters = 0;
    while (!word.empty()) {
        const char32_t point = take_code_point(word).value_or(U'?');
        if (characters == shown_word_characters_max - 1 && !word.empty()) {
            return shown + "…";
        }
        append_character(shown, point);
        ++characters;
        if (is_dot(point) && !word.empty()) {
            shown += ' ';
            characters = 0;
        }
    }
    return shown;
}

}  // namespace

std::string shown_name(std::string_view name) {
    const std::string line = clean_text(name, looked_at_characters_max);
    const auto digits = std::ranges::count_if(line, [](char one) { return is_digit(one); });
    if (static_cast<std::size_t>(digits) > digits_max) {
        return {};
    }
    std::string shown;
    std::string_view rest = line;
    bool is_cut = false;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view word = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (is_no_part_of_a_name(word)) {
            return {};
        }
        const std::string next = shown_word(word);
        is_cut |=
            count_characters(shown) + 1 + count_characters(next) > shown_name_characters_max - 2;
        if (!is_cut) {
            shown += shown.empty() ? next : ' ' + next;
        }
    }
    return is_cut && !shown.empty() ? shown + " …" : shown;
}

}  // namespace standby::interchange
