// Escapes and numbers. A comma is due unless the value is the first of its array or object, which
// the last character written tells.
#include "base/json/writer.hpp"

#include "base/assert.hpp"
#include "base/characters.hpp"
#include "base/civil.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace standby {
namespace {

void append_escape(std::string& output, char letter) {
    switch (letter) {
    case '"':
        output += "\\\"";
        return;
    case '\\':
        output += "\\\\";
        return;
    case '\n':
        output += "\\n";
        return;
    case '\r':
        output += "\\r";
        return;
    case '\t':
        output += "\\t";
        return;
    default:
        break;
    }
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(letter);
    output += "\\u00";
    output.push_back(digits[byte >> 4]);
    output.push_back(digits[byte & 15]);
}

bool needs_escape(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte < 0x20 || byte == 0x7F || letter == '"' || letter == '\\';
}

template <class Number>
void append_number(std::string& output, Number value) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    ASSERT(error == std::errc{});
    output.append(digits.data(), end);
}

void append_digits(std::string& output, std::uint64_t value, std::size_t count) {
    std::array<char, 4> digits{};
    for (std::size_t index = count; index > 0; --index) {
        digits[index - 1] = static_cast<char>('0' + value % 10);
        value /= 10;
    }
    output.append(digits.data(), count);
}

}  // namespace

void append_json_text(std::string& output, std::string_view text) {
    output.push_back('"');
    std::size_t copied = 0;
    std::size_t at = 0;
    const auto copy_up_to = [&](std::size_t end) { output.append(text, copied, end - copied); };
    while (at < text.size()) {
        const char letter = text[at];
        if (needs_escape(letter)) {
            copy_up_to(at);
            append_escape(output, letter);
            copied = ++at;
            continue;
        }
        const auto byte = static_cast<unsigned char>(letter);
        const std::size_t length = byte < 0x80 ? 1 : character_length(text.substr(at));
        if (length == 0) {
            copy_up_to(at);
            output += "\xEF\xBF\xBD";
            copied = ++at;
            continue;
        }
        at += length;
    }
    copy_up_to(text.size());
    output.push_back('"');
}

void JsonWriter::comma() {
    if (output_.size() == begin_) {
        return;
    }
    const char last = output_.back();
    if (last != '{' && last != '[' && last != ':') {
        output_.push_back(',');
    }
}

void JsonWriter::name(std::string_view name) {
    comma();
    output_.push_back('"');
    output_ += name;
    output_ += "\":";
}

void JsonWriter::text(std::string_view value) {
    comma();
    append_json_text(output_, value);
}

void JsonWriter::integer(std::int64_t value) {
    comma();
    append_number(output_, value);
}

void JsonWriter::natural(std::uint64_t value) {
    comma();
    append_number(output_, value);
}

void JsonWriter::fraction(double value) {
    ASSERT(std::isfinite(value));
    comma();
    append_number(output_, value);
}

void JsonWriter::boolean(bool value) {
    comma();
    output_ += value ? "true" : "false";
}

void JsonWriter::null() {
    comma();
    output_ += "null";
}

// The same as format_time, without its allocation; years that need a sign are left to it.
void JsonWriter::time(Time value) {
    constexpr std::int64_t day_ms = 86'400'000;
    const std::int64_t since_epoch_ms = value.time_since_epoch().count();
    const std::int64_t days = floor_divide(since_epoch_ms, day_ms);
    const CivilDate date = civil_from_days(days);
    if (date.year < 0 || date.year > 9999) {
        text(format_time(value));
        return;
    }
    const auto ms = static_cast<std::uint64_t>(since_epoch_ms - days * day_ms);
    comma();
    output_.push_back('"');
    append_digits(output_, static_cast<std::uint64_t>(date.year), 4);
    output_.push_back('-');
    append_digits(output_, date.month, 2);
    output_.push_back('-');
    append_digits(output_, date.day, 2);
    output_.push_back('T');
    append_digits(output_, ms / 3'600'000, 2);
    output_.push_back(':');
    append_digits(output_, ms / 60'000 % 60, 2);
    output_.push_back(':');
    append_digits(output_, ms / 1000 % 60, 2);
    if (ms % 1000 != 0) {
        output_.push_back('.');
        append_digits(output_, ms % 1000, 3);
    }
    output_ += "Z\"";
}

void JsonWriter::duration(Duration value) {
    text(format_duration(value));
}

void JsonWriter::raw(std::string_view value) {
    comma();
    output_ += value;
}

void JsonWriter::time(std::string_view member, const std::optional<Time>& value) {
    name(member);
    value ? time(*value) : null();
}

void JsonWriter::text_or_null(std::string_view member, std::string_view value) {
    name(member);
    value.empty() ? null() : text(value);
}

void JsonWriter::natural(std::string_view member, const std::optional<std::uint64_t>& value) {
    name(member);
    value ? natural(*value) : null();
}

void JsonWriter::fraction(std::string_view member, const std::optional<double>& value) {
    name(member);
    value ? fraction(*value) : null();
}

}  // namespace standby
