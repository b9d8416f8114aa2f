// The text is brought into one form first: capital ASCII letters, single spaces, nothing that is
// only decoration.
#include "notify/sms/words.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace standby::notify {
namespace {

// Longer than any word with everything around it that is left out.
constexpr std::size_t body_max = 8192;

constexpr std::array<std::string_view, 17> stop_words = {
    "STOP",    "STOPALL", "STOP ALL", "UNSUBSCRIBE", "CANCEL", "END",   "QUIT", "REVOKE",  "OPTOUT",
    "OPT OUT", "OPT-OUT", "STOPP",    "ARRET",       "ALTO",   "PARAR", "BAJA", "ABMELDEN"};
constexpr std::array<std::string_view, 2> start_words = {"START", "UNSTOP"};
constexpr std::array<std::string_view, 4> yes_words = {"YES", "JA", "OUI", "SI"};
constexpr std::array<std::string_view, 5> help_words = {"HELP", "INFO", "HILFE", "AIDE", "AYUDA"};

template <std::size_t Size>
bool contains(const std::array<std::string_view, Size>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

// Marks that change how a character looks: variation selectors, the key cap, combining accents,
// joiners, and characters without width.
bool is_decoration(char32_t point) {
    return (point >= 0xFE00 && point <= 0xFE0F) || point == 0x20E3 ||
           (point >= 0x0300 && point <= 0x036F) || (point >= 0x200B && point <= 0x200F) ||
           point == 0x2060 || point == 0xFEFF || point == 0x00AD;
}

bool is_space(char32_t point) {
    return point == ' ' || point == '\t' || point == 0xA0 || point == 0x3000 ||
           (point >= 0x2000 && point <= 0x200A) || point == 0x202F;
}

// The plain form of one character; nothing: it is left out.
std::optional<char> plain(char32_t point) {
    if (is_decoration(point)) {
        return std::nullopt;
    }
    if (is_space(point)) {
        return ' ';
    }
    if (point >= 0xFF01 && point <= 0xFF5E) {
        point -= 0xFEE0;
    }
    if (point >= 'a' && point <= 'z') {
        return static_cast<char>(point - 'a' + 'A');
    }
    if (point == 0xCA || point == 0xEA || point == 0xC9 || point == 0xE9) {
        return 'E';
    }
    if (point == 0x2026 || point == 0x3002) {
        return '.';
    }
    if (point == '\r' || point == 0x2028 || point == 0x2029) {
        return '\n';
    }
    // Whatever else there is occurs in no word.
    return point < 0x80 ? static_cast<char>(point) : '*';
}

std::optional<std::string> in_plain_form(std::string_view body) {
    std::string text;
    while (!body.empty()) {
        const auto point = take_code_point(body);
        if (!point) {
            return std::nullopt;
        }
        const auto character = plain(*point);
        if (character && (*character != ' ' || !text.ends_with(' '))) {
            text.push_back(*character);
        }
    }
    return text;
}

// Without what stands around a word: spaces and quotes on both sides, punctuation behind it.
std::string_view bare(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \n\"'"), text.size());
    text.remove_prefix(begin);
    return text.substr(0, text.find_last_not_of(" \n\"'.,;:!?") + 1);
}

bool has_line_with_stop(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        if (bare(line) == "STOP") {
            return true;
        }
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return false;
}

}  // namespace

TextAnswer read_text(std::string_view body) {
    if (body.size() > body_max) {
        return TextAnswer::Other;
    }
    const auto text = in_plain_form(body);
    if (!text) {
        return TextAnswer::Other;
    }
    const std::string_view word = bare(*text);
    if (contains(stop_words, word) || has_line_with_stop(*text)) {
        return TextAnswer::Stop;
    }
    if (word == "1" || word == "#1") {
        return TextAnswer::Claim;
    }
    if (word == "9" || word == "#9") {
        return TextAnswer::Decline;
    }
    if (contains(start_words, word)) {
        return TextAnswer::Start;
    }
    if (contains(yes_words, word)) {
        return TextAnswer::Yes;
    }
    return contains(help_words, word) ? TextAnswer::Help : TextAnswer::Other;
}

}  // namespace standby::notify
