// Providers like to repeat the number that they could not reach.
#include "notify/sms/note.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

constexpr std::size_t note_max = 200;
constexpr std::size_t digits_of_a_number = 5;

bool may_be_in_a_number(char character) {
    return is_digit(character) || std::string_view("+-(). /").find(character) != std::string::npos;
}

// How much of the text, from its beginning, looks like one number.
std::size_t number_length(std::string_view text) {
    std::size_t digits = 0;
    std::size_t length = 0;
    for (std::size_t index = 0; index < text.size() && may_be_in_a_number(text[index]); ++index) {
        if (is_digit(text[index])) {
            ++digits;
            length = index + 1;
        }
    }
    return digits >= digits_of_a_number ? length : 0;
}

}  // namespace

std::string provider_note(std::string_view text) {
    std::string note;
    while (!text.empty() && note.size() < note_max) {
        const bool may_begin = is_digit(text.front()) || text.front() == '+' || text.front() == '(';
        if (const std::size_t length = may_begin ? number_length(text) : 0; length > 0) {
            note += "[number]";
            text.remove_prefix(length);
            continue;
        }
        const char character = text.front();
        note.push_back(character < ' ' || character > '~' ? '?' : character);
        text.remove_prefix(1);
    }
    note.resize(note.size() > note_max ? note_max : note.size());
    return note;
}

bool is_provider_id(std::string_view text) {
    return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char character) {
        return is_letter_or_digit(character) || character == '-' || character == '_';
    });
}

}  // namespace standby::notify
