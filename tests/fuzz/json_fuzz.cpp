// JSON: what is read, written and read again is equal; limits hold; texts are valid UTF-8; and any
// bytes at all can be written as a text.
#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "base/utf8.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <algorithm>
#include <string>

namespace standby::fuzz {
namespace {

void write(JsonWriter& writer, const JsonValue& value) {
    switch (value.type) {
    case JsonType::Null:
        return writer.null();
    case JsonType::Boolean:
        return writer.boolean(value.boolean);
    case JsonType::Integer:
        return writer.integer(value.integer);
    case JsonType::BigInteger:  // the reader keeps that it is one, not which
        return writer.raw("123456789012345678901234567890");
    case JsonType::Fraction:
        return writer.fraction(1.5);
    case JsonType::Text:
        return writer.text(value.text);
    case JsonType::Array:
        writer.begin_array();
        for (const JsonValue& item : value.items) {
            write(writer, item);
        }
        return writer.end_array();
    case JsonType::Object:
        writer.begin_object();
        for (const JsonMember& member : value.members) {
            std::string quoted;
            append_json_text(quoted, member.name);
            writer.name(std::string_view(quoted).substr(1, quoted.size() - 2));
            write(writer, member.value);
        }
        return writer.end_object();
    }
}

bool equal(const JsonValue& left, const JsonValue& right) {
    return left.type == right.type && left.boolean == right.boolean &&
           left.integer == right.integer &&
           (left.type == JsonType::Fraction || left.text == right.text) &&
           std::ranges::equal(left.items, right.items, equal) &&
           std::ranges::equal(left.members, right.members,
                              [](const JsonMember& one, const JsonMember& other) {
                                  return one.name == other.name && equal(one.value, other.value);
                              });
}

// Checks the tree, and returns how many values it has.
std::size_t check(const JsonValue& value, std::size_t depth) {
    const bool is_inner = value.type == JsonType::Array || value.type == JsonType::Object;
    depth += is_inner ? 1 : 0;
    expect(depth <= json_depth_max, "the depth is limited");
    expect(is_utf8(value.text), "a text is valid UTF-8");
    std::size_t count = 1;
    for (const JsonValue& item : value.items) {
        count += check(item, depth);
    }
    for (const JsonMember& member : value.members) {
        expect(is_utf8(member.name), "a name is valid UTF-8");
        expect(value.find(member.name) == &member.value, "no name appears twice", member.name);
        count += check(member.value, depth);
    }
    return count;
}

void check_any_text(std::string_view text) {
    std::string quoted;
    append_json_text(quoted, text);
    const auto read = read_json(quoted);
    expect(read && read->root().type == JsonType::Text, "any bytes can be written as a text");
    expect(!is_utf8(text) || read->root().text == text, "a valid text stays the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = Input(data, size).text();
    check_any_text(text);
    const auto document = read_json(text);
    if (!document) {
        expect(document.error().offset <= text.size(), "an error lies within the text");
        expect(!document.error().message.empty() && is_utf8(document.error().text()),
               "an error can be shown", document.error().text());
        return 0;
    }
    const std::size_t count = check(document->root(), 0);
    expect(count <= json_values_max, "the number of values is limited");
    std::string written;
    JsonWriter writer{written};
    write(writer, document->root());
    const auto again = read_json(written);
    expect(again.has_value(), "what is written can be read", written);
    expect(equal(document->root(), again->root()), "reading gives it back", written);
    return 0;
}

}  // namespace standby::fuzz
