// Both cleanings walk over the characters once and stop when there is no room for the next one.
#include "base/clean_text.hpp"

#include "base/characters.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <optional>

namespace standby {
namespace {

constexpr char32_t replacement = 0xfffd;

// The next character; U+FFFD for a byte that belongs to none. The text must not be empty.
char32_t take_any(std::string_view& text) {
    if (const std::optional<char32_t> point = take_code_point(text)) {
        return *point;
    }
    text.remove_prefix(1);
    return replacement;
}

bool is_control(char32_t point) {
    return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x2028 || point == 0x2029;
}

// All controls of direction: with them a name could show the rest of the line backwards.
bool turns_direction(char32_t point) {
    return (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069) ||
           point == 0x200e || point == 0x200f || point == 0x061c || point == 0xfeff;
}

// How much at the beginning needs no cleaning at all, which is most of every mail.
std::size_t plain_length(std::string_view text) {
    const auto end = std::ranges::find_if_not(
        text, [](char one) { return (one >= ' ' && one <= '~') || one == '\n'; });
    return static_cast<std::size_t>(end - text.begin());
}

// False, and nothing is appended, when that would be too long.
bool append_within(std::string& output, char32_t point, std::size_t bytes_max) {
    const std::size_t size = output.size();
    append_character(output, point);
    if (output.size() > bytes_max) {
        output.resize(size);
        return false;
    }
    return true;
}

}  // namespace

std::string clean_line(std::string_view text, std::size_t bytes_max, std::size_t characters_max) {
    std::string output;
    std::size_t characters = 0;
    bool is_space_due = false;
    while (!text.empty() && characters < characters_max) {
        const char32_t point = take_any(text);
        if (point == U' ' || point == 0xa0 || is_control(point)) {
            is_space_due = !output.empty();
            continue;
        }
        if (turns_direction(point)) {
            continue;
        }
        const std::size_t needed = is_space_due ? 2 : 1;
        if (characters + needed > characters_max ||
            (is_space_due && !append_within(output, U' ', bytes_max)) ||
            !append_within(output, point, bytes_max)) {
            break;
        }
        characters += needed;
        is_space_due = false;
    }
    if (output.ends_with(' ')) {
        output.pop_back();
    }
    return output;
}

std::string clean_text(std::string_view text, std::size_t characters_max) {
    // Nobody needs sixteen bytes for each character; more is only there to keep us busy.
    const std::size_t bytes_max = characters_max * 16;
    return clean_line(text.substr(0, bytes_max), bytes_max, characters_max);
}

std::string clean_lines(std::string_view text, std::size_t bytes_max) {
    std::string output;
    output.reserve(std::min(text.size(), bytes_max));
    while (true) {
        const std::size_t plain = std::min(plain_length(text), bytes_max - output.size());
        output += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) {
            break;
        }
        char32_t point = take_any(text);
        if (point == U'\r') {
            if (text.starts_with('\n')) {
                continue;
            }
            point = U'\n';
        } else if (point == 0x85 || point == 0x2028 || point == 0x2029) {
            point = U'\n';
        } else if (is_control(point) && point != U'\n' && point != U'\t') {
            continue;
        }
        if (!append_within(output, point, bytes_max)) {
            break;
        }
    }
    return output;
}

bool is_web_link(std::string_view text, std::size_t bytes_max) {
    const bool has_scheme = text.starts_with("https://") || text.starts_with("http://");
    return has_scheme && text.size() > text.find("//") + 2 && text.size() <= bytes_max &&
           std::ranges::all_of(text, [](char one) {
               return one > ' ' && one < '\x7f' && !std::string_view("<>\"'\\^`{|}").contains(one);
           });
}

}  // namespace standby
