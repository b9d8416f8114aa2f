// Neither encoding ever writes "=_": a boundary that holds it cannot be met in a body.
#include "notify/mail/body_encoding.hpp"

#include "base/text_coding.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace standby::notify {
namespace {

constexpr std::size_t line_length_max = 76;

bool is_literal(char one) {
    return (one >= ' ' && one <= '~' && one != '=') || one == '\t';
}

void append_escaped(std::string& output, char one) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(one);
    output += {'=', digits[byte >> 4], digits[byte & 15]};
}

// Whether a literal is written as an escape all the same: blanks at the end of a line get lost on
// the way, a dot at its beginning has a meaning in SMTP, and "From " has one in files of mails.
bool is_fragile(std::string_view line, std::size_t index, std::size_t column) {
    const char one = line[index];
    const bool is_blank_at_end = (one == ' ' || one == '\t') && index + 1 == line.size();
    return is_blank_at_end ||
           (column == 0 && (one == '.' || line.substr(index).starts_with("From ")));
}

void append_quoted_printable_line(std::string& output, std::string_view line) {
    constexpr std::size_t escape_length = 3;
    std::size_t column = 0;
    for (std::size_t index = 0; index < line.size(); ++index) {
        // Behind the last one there is room for the "=" of a line break that does not count.
        if (column + escape_length >= line_length_max) {
            output += "=\r\n";
            column = 0;
        }
        if (is_literal(line[index]) && !is_fragile(line, index, column)) {
            output += line[index];
            column += 1;
        } else {
            append_escaped(output, line[index]);
            column += escape_length;
        }
    }
}

std::string encode_quoted_printable(std::string_view text) {
    std::string output;
    output.reserve(text.size() + text.size() / 8);
    while (true) {
        const std::size_t end = text.find('\n');
        append_quoted_printable_line(output, text.substr(0, end));
        if (end == std::string_view::npos) {
            return output;
        }
        output += "\r\n";
        text.remove_prefix(end + 1);
    }
}

std::string encode_base64_lines(std::string_view text) {
    std::string canonical;
    canonical.reserve(text.size() + text.size() / 32);
    for (const char one : text) {
        canonical += one == '\n' ? "\r\n" : std::string_view(&one, 1);
    }
    const std::string encoded = encode_base64(std::as_bytes(std::span(canonical)));
    std::string output;
    output.reserve(encoded.size() + encoded.size() / 32);
    for (std::size_t at = 0; at < encoded.size(); at += line_length_max) {
        output += at == 0 ? "" : "\r\n";
        output += std::string_view(encoded).substr(at, line_length_max);
    }
    return output;
}

}  // namespace

std::string_view name_of(BodyEncoding encoding) {
    return encoding == BodyEncoding::Base64 ? "base64" : "quoted-printable";
}

BodyEncoding suitable_encoding(std::string_view text) {
    const auto escapes = static_cast<std::size_t>(
        std::ranges::count_if(text, [](char one) { return !is_literal(one) && one != '\n'; }));
    // An escape costs two more characters, base64 a third of them all.
    return escapes * 6 > text.size() ? BodyEncoding::Base64 : BodyEncoding::QuotedPrintable;
}

std::string encode_body(std::string_view text, BodyEncoding encoding) {
    return encoding == BodyEncoding::Base64 ? encode_base64_lines(text)
                                            : encode_quoted_printable(text);
}

}  // namespace standby::notify
