// Works through as much of the text as it needs, never through all of ten megabytes.
#include "notify/voice/clean_text.hpp"

#include "base/characters.hpp"
#include "base/utf8.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

constexpr char32_t replacement = 0xFFFD;

bool is_space(char32_t one) {
    return one <= 0x20 || (one >= 0x7F && one <= 0xA0) || one == 0x2028 || one == 0x2029;
}

// Embeddings, overrides and isolates: with them a name could show the rest of the line backwards.
bool turns_direction(char32_t one) {
    return (one >= 0x202A && one <= 0x202E) || (one >= 0x2066 && one <= 0x2069) || one == 0xFEFF;
}

}  // namespace

std::string clean_text(std::string_view text, std::size_t characters_max) {
    // Nobody needs sixteen bytes for each character; more is only there to keep us busy.
    text = text.substr(0, characters_max * 16);
    std::string output;
    std::size_t characters = 0;
    bool space_is_due = false;
    while (!text.empty() && characters < characters_max) {
        const std::size_t size_before = text.size();
        const char32_t one = take_code_point(text).value_or(replacement);
        if (text.size() == size_before) {
            text.remove_prefix(1);
        }
        if (is_space(one)) {
            space_is_due = !output.empty();
            continue;
        }
        if (turns_direction(one)) {
            continue;
        }
        if (space_is_due) {
            space_is_due = false;
            if (++characters == characters_max) {
                break;
            }
            output.push_back(' ');
        }
        append_character(output, one);
        ++characters;
    }
    return output;
}

std::string clean_link(std::string_view text) {
    const bool is_web = text.starts_with("https://") || text.starts_with("http://");
    if (!is_web || text.size() > link_bytes_max) {
        return {};
    }
    const bool is_safe = std::ranges::all_of(text, [](char one) {
        return one > ' ' && one < 0x7F && one != '"' && one != '\'' && one != '<' && one != '>' &&
               one != '\\' && one != '{' && one != '}';
    });
    return is_safe ? std::string(text) : std::string();
}

}  // namespace standby::notify
