#include "http/auth/guessable.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace standby::http {
namespace {

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

bool is_alphanumeric(char letter) {
    return is_digit(letter) || (letter >= 'a' && letter <= 'z') ||
           static_cast<unsigned char>(letter) >= 0x80;
}

// The rows of keys, each half a key to the right of the one above it.
using Keyboard = std::array<std::string_view, 4>;
constexpr std::array<Keyboard, 3> keyboards{{
    {"1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"},
    {"1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm,.-"},
    {"1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn,;:!"},
}};

struct Key {
    int row = 0;
    int column = 0;
};

std::optional<Key> key_of(const Keyboard& keyboard, char letter) {
    for (std::size_t row = 0; row < keyboard.size(); ++row) {
        const std::size_t column = keyboard[row].find(letter);
        if (column != std::string_view::npos) {
            return Key{static_cast<int>(row), static_cast<int>(column)};
        }
    }
    return std::nullopt;
}

// The same key, or one that touches it.
bool are_neighbours(const Keyboard& keyboard, char left, char right) {
    const auto one = key_of(keyboard, left);
    const auto other = key_of(keyboard, right);
    return one && other && std::abs(one->row - other->row) <= 1 &&
           std::abs(one->column - other->column) <= 1;
}

// The words of an address or a name that are long enough to be recognised.
void add_words(std::string_view text, std::vector<std::string>& words) {
    constexpr std::size_t word_length_min = 4;
    std::string word;
    for (const char letter : to_lower(text) + " ") {
        if (is_alphanumeric(letter)) {
            word += letter;
        } else {
            if (word.size() >= word_length_min) {
                words.push_back(word);
            }
            word.clear();
        }
    }
}

void remove_all(std::string& text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word)) {
        text.erase(at, word.size());
    }
}

}  // namespace

// Every step the same, but for two: "abcdefghij", "13579bdfhj", "1234567890abc".
bool is_run(std::string_view lower) {
    constexpr std::size_t breaks_max = 2;
    for (const int step : {1, -1, 2, -2}) {
        std::size_t breaks = 0;
        for (std::size_t index = 1; index < lower.size(); ++index) {
            breaks += lower[index] - lower[index - 1] == step ? 0 : 1;
        }
        if (breaks <= breaks_max) {
            return true;
        }
    }
    return false;
}

// A walk may jump now and then: "1qaz2wsx3edc".
bool is_keyboard_walk(std::string_view lower) {
    constexpr std::size_t steps_per_jump = 5;
    return std::ranges::any_of(keyboards, [&](const Keyboard& keyboard) {
        std::size_t jumps = 0;
        for (std::size_t index = 1; index < lower.size(); ++index) {
            jumps += are_neighbours(keyboard, lower[index - 1], lower[index]) ? 0 : 1;
        }
        return jumps <= lower.size() / steps_per_jump;
    });
}

bool is_repetition(std::string_view lower) {
    constexpr std::size_t letters_min = 4;
    if (std::set<char>(lower.begin(), lower.end()).size() < letters_min) {
        return true;
    }
    for (std::size_t length = 1; length <= lower.size() / 2; ++length) {
        if (lower.substr(length) == lower.substr(0, lower.size() - length)) {
            return true;
        }
    }
    return false;
}

bool is_number(std::string_view lower) {
    constexpr std::size_t digits_enough = 16;
    const auto digits = static_cast<std::size_t>(std::ranges::count_if(lower, is_digit));
    const auto letters = static_cast<std::size_t>(std::ranges::count_if(lower, is_alphanumeric));
    return digits == letters && digits < digits_enough;
}

bool is_about_owner(std::string_view lower, std::string_view email, std::string_view name) {
    constexpr std::size_t rest_min = 6;
    std::vector<std::string> words;
    add_words(email, words);
    add_words(name, words);
    std::ranges::sort(words, std::ranges::greater{}, &std::string::size);
    std::string rest(lower);
    for (const std::string& word : words) {
        remove_all(rest, word);
    }
    const auto left = std::ranges::count_if(rest, is_alphanumeric);
    return rest.size() < lower.size() && static_cast<std::size_t>(left) < rest_min;
}

}  // namespace standby::http
