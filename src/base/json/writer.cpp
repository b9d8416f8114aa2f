// Escapes and numbers. A comma is due unless the value is the first of its array or object, which
// the last character written tells.
#include "base/json/writer.hpp"

#include "base/assert.hpp"
#include "base/characters.hpp"
#include "base/civil.hpp"

#include <algorithm>
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

// What stands in a text as it is, byte by byte.
constexpr auto is_plain = [] {
    std::array<bool, 256> plain{};
    for (std::size_t byte = 0x20; byte < 0x7F; ++byte) {
        plain[byte] = byte != '"' && byte != '\\';
    }
    return plain;
}();

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
        const auto byte = static_cast<unsigned char>(text[at]);
        if (is_plain[byte]) {
            ++at;
            continue;
        }
        const std::size_t length = byte < 0x80 ? 0 : character_length(text.substr(at));
        if (length > 0) {
            at += length;
            continue;
        }
        copy_up_to(at);
        if (byte < 0x80) {
            append_escape(output, text[at]);
        } else {
            output += "\xEF\xBF\xBD";
        }
        copied = ++at;
    }
    copy_up_to(text.size());
    output.push_back('"');
}

bool JsonWriter::needs_comma() const {
    if (output_.size() == begin_) {
        return false;
    }
    const char last = output_.back();
    return last != '{' && last != '[' && last != ':';
}

void JsonWriter::comma() {
    if (needs_comma()) {
        output_.push_back(',');
    }
}

// In one piece: an answer has more names than anything else.
void JsonWriter::name(std::string_view name) {
    const bool has_comma = needs_comma();
    const std::size_t before = output_.size();
    const std::size_t after = before + (has_comma ? 1 : 0) + name.size() + 3;
    output_.resize_and_overwrite(after, [&](char* text, std::size_t) {
        char* next = text + before;
        if (has_comma) {
            *next++ = ',';
        }
        *next++ = '"';
        next = std::ranges::copy(name, next).out;
        *next++ = '"';
        *next = ':';
        return after;
    });
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

void JsonWriter::raw(std::initializer_list<std::string_view> parts_of_value) {
    comma();
    for (const std::string_view part : parts_of_value) {
        output_ += part;
    }
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
