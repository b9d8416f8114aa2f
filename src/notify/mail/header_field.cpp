// A text of plain ASCII stays readable; everything else becomes encoded words as a whole, in
// whichever of the two encodings is shorter. No encoded word cuts a character in two, since each is
// decoded on its own.
#include "notify/mail/header_field.hpp"

#include "base/assert.hpp"
#include "base/characters.hpp"
#include "base/clean_text.hpp"
#include "base/text.hpp"
#include "base/text_coding.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace standby::notify {
namespace {

constexpr std::size_t text_bytes_max = 1000;
constexpr std::size_t person_bytes_max = 250;
constexpr std::size_t line_length_max = 78;
constexpr std::size_t encoded_line_length_max = 76;
constexpr std::size_t encoded_word_length_max = 75;
constexpr std::size_t encoded_word_frame_length = std::string_view("=?UTF-8?Q?").size() + 2;
// A longer word than this could not be folded; it is encoded instead.
constexpr std::size_t plain_word_length_max = 60;

// What stands for itself in the Q encoding, even within a name.
bool is_plain_in_q(char one) {
    return is_letter_or_digit(one) || std::string_view("!*+-/").find(one) != std::string_view::npos;
}

std::size_t q_length(std::string_view text) {
    std::size_t length = 0;
    for (const char one : text) {
        length += is_plain_in_q(one) || one == ' ' ? 1 : 3;
    }
    return length;
}

std::string encode_q(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string output;
    for (const char one : text) {
        const auto byte = static_cast<unsigned char>(one);
        if (is_plain_in_q(one)) {
            output += one;
        } else if (one == ' ') {
            output += '_';
        } else {
            output += {'=', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return output;
}

std::size_t b_length(std::size_t bytes) {
    return (bytes + 2) / 3 * 4;
}

struct EncodedWord {
    std::size_t size = 0;  // how many bytes of the text it stands for
    bool is_q = true;
};

// The longest beginning of the text whose encoding fits; the room must do for any character.
EncodedWord longest_q_word(std::string_view text, std::size_t room) {
    std::size_t size = 0;
    std::size_t length = 0;
    while (size < text.size()) {
        const std::size_t next = character_length(text.substr(size));
        length += q_length(text.substr(size, next));
        if (length > room) {
            break;
        }
        size += next;
    }
    return {size, true};
}

// Only the last word may end with padding: some readers put the words together before they decode
// them, and stop there. Where no beginning comes out even, the word is one in the other encoding.
EncodedWord longest_b_word(std::string_view text, std::size_t room) {
    std::size_t size = 0;
    std::size_t even_size = 0;
    while (size < text.size()) {
        size += character_length(text.substr(size));
        if (b_length(size) > room) {
            break;
        }
        if (size % 3 == 0 || size == text.size()) {
            even_size = size;
        }
    }
    return even_size > 0 ? EncodedWord{even_size, false} : longest_q_word(text, room);
}

// `column` is where the first word begins; the others have lines of their own.
std::string encoded_words(std::string_view text, std::size_t column) {
    const bool prefers_q = q_length(text) <= b_length(text.size());
    std::string output;
    while (!text.empty()) {
        const std::size_t room =
            std::min(encoded_word_length_max, encoded_line_length_max - column) -
            encoded_word_frame_length;
        const EncodedWord word =
            prefers_q ? longest_q_word(text, room) : longest_b_word(text, room);
        const std::string_view part = text.substr(0, word.size);
        output += output.empty() ? "" : "\r\n ";
        output += word.is_q ? "=?UTF-8?Q?" : "=?UTF-8?B?";
        output += word.is_q ? encode_q(part) : encode_base64(std::as_bytes(std::span(part)));
        output += "?=";
        text.remove_prefix(part.size());
        column = 1;
    }
    return output;
}

// Whether the text may stand in a header as it is: folded at its spaces it fits, and no reader
// would take a part of it for an encoded word.
bool is_plain(std::string_view text) {
    std::size_t word_length = 0;
    for (const char one : text) {
        word_length = one == ' ' ? 0 : word_length + 1;
        if (one < ' ' || one > '~' || word_length > plain_word_length_max) {
            return false;
        }
    }
    return !text.contains("=?");
}

// Appends words that have single spaces between them.
void append_folded(std::string& header, std::string_view text, std::size_t column) {
    while (!text.empty()) {
        const std::size_t space = text.find(' ');
        const std::string_view word = text.substr(0, space);
        if (column + 1 + word.size() > line_length_max) {
            header += "\r\n";
            column = 0;
        }
        header += ' ';
        header += word;
        column += 1 + word.size();
        text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    }
}

std::string in_quotes(std::string_view text) {
    std::string output = "\"";
    for (const char one : text) {
        if (one == '"' || one == '\\') {
            output += '\\';
        }
        output += one;
    }
    return output + '"';
}

bool is_phrase_of_atoms(std::string_view text) {
    constexpr std::string_view signs = " !#$%&'*+-/=?^_`{|}~";
    return std::ranges::all_of(text, [signs](char one) {
        return is_letter_or_digit(one) || signs.find(one) != std::string_view::npos;
    });
}

std::size_t last_line_length(std::string_view text) {
    const std::size_t end = text.rfind('\n');
    return end == std::string_view::npos ? text.size() : text.size() - end - 1;
}

}  // namespace

void append_field(std::string& header, std::string_view name, std::string_view value) {
    ASSERT(std::ranges::all_of(value, [](char one) { return one >= ' ' && one <= '~'; }));
    header += name;
    header += ':';
    append_folded(header, value, name.size() + 1);
    header += "\r\n";
}

void append_text_field(std::string& header, std::string_view name, std::string_view text) {
    const std::string clean = clean_line(text, text_bytes_max);
    if (is_plain(clean)) {
        return append_field(header, name, clean);
    }
    header += name;
    header += ": ";
    header += encoded_words(clean, name.size() + 2);
    header += "\r\n";
}

void append_person_field(std::string& header, std::string_view name, std::string_view address,
                         std::string_view person) {
    const std::string clean = clean_line(person, person_bytes_max);
    std::string field{name};
    field += ':';
    if (is_phrase_of_atoms(clean) && is_plain(clean)) {
        append_folded(field, clean, field.size());
    } else if (const std::string phrase = in_quotes(clean);
               is_plain(clean) && phrase.size() <= plain_word_length_max) {
        // In one piece: not every reader undoes folding within quotes.
        field += ' ' + phrase;
    } else {
        field += ' ';
        field += encoded_words(clean, field.size());
    }
    if (last_line_length(field) + address.size() + 3 > line_length_max) {
        field += "\r\n";
    }
    field += clean.empty() ? " " : " <";
    field += address;
    field += clean.empty() ? "\r\n" : ">\r\n";
    header += field;
}

}  // namespace standby::notify
