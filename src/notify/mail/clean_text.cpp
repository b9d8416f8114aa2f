// Both cleanings walk over the characters once and stop when there is no room for the next one.
#include "notify/mail/clean_text.hpp"

#include "base/characters.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <optional>

namespace standby::notify {
namespace {

constexpr char32_t replacement = 0xfffd;
// With brackets around it, such a line is still within what RFC 5322 allows.
constexpr std::size_t url_bytes_max = 900;

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

std::string clean_line(std::string_view text, std::size_t bytes_max) {
    std::string output;
    bool is_space_due = false;
    while (!text.empty()) {
        const char32_t point = take_any(text);
        if (point == U' ' || is_control(point)) {
            is_space_due = !output.empty();
            continue;
        }
        if (is_space_due && !append_within(output, U' ', bytes_max)) {
            break;
        }
        is_space_due = false;
        if (!append_within(output, point, bytes_max)) {
            break;
        }
    }
    if (output.ends_with(' ')) {
        output.pop_back();
    }
    return output;
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

bool is_plain_web_url(std::string_view text) {
    const bool has_scheme = text.starts_with("https://") || text.starts_with("http://");
    return has_scheme && text.size() > text.find("//") + 2 && text.size() <= url_bytes_max &&
           std::ranges::all_of(text, [](char one) {
               return one > ' ' && one < '\x7f' &&
                      std::string_view("<>\"\\^`{|}").find(one) == std::string_view::npos;
           });
}

}  // namespace standby::notify
