// Tests of reading JSON: what is accepted, and what is refused with which words.
#include "base/json/reader.hpp"

#include "base/json/writer.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace standby {
namespace {

using namespace std::string_view_literals;

std::string error_of(std::string_view text) {
    const auto document = read_json(text);
    return document ? "accepted" : document.error().text();
}

TEST(JsonReader, ReadsEveryTypeOfValue) {
    const std::string_view text =
        " {\"a\" : [ null,true,false ,-7, 1.5, 99999999999999999999 ,\"x\"],\n\"b\":{}}\r\n\t";
    const auto document = read_json(text);
    ASSERT_TRUE(document) << document.error().text();
    const JsonValue& root = document->root();
    ASSERT_EQ(root.type, JsonType::Object);
    const JsonValue* array = root.find("a");
    ASSERT_NE(array, nullptr);
    std::vector<JsonType> types;
    for (const JsonValue& item : array->items) {
        types.push_back(item.type);
    }
    EXPECT_EQ(types,
              (std::vector{JsonType::Null, JsonType::Boolean, JsonType::Boolean, JsonType::Integer,
                           JsonType::Fraction, JsonType::BigInteger, JsonType::Text}));
    EXPECT_TRUE(array->items[1].boolean);
    EXPECT_FALSE(array->items[2].boolean);
    EXPECT_EQ(array->items[3].integer, -7);
    EXPECT_EQ(array->items[6].text, "x");
    EXPECT_EQ(root.find("b")->type, JsonType::Object);
    EXPECT_EQ(root.find("c"), nullptr);
}

TEST(JsonReader, KeepsWholeNumbersExact) {
    struct Case {
        std::string_view text;
        JsonType type;
        std::int64_t value;
    };
    for (const Case& test : {Case{"0", JsonType::Integer, 0},
                             {"-0", JsonType::Integer, 0},
                             {"9007199254740993", JsonType::Integer, 9007199254740993},
                             {"9223372036854775807", JsonType::Integer, INT64_MAX},
                             {"-9223372036854775808", JsonType::Integer, INT64_MIN},
                             {"9223372036854775808", JsonType::BigInteger, 0},
                             {"-9223372036854775809", JsonType::BigInteger, 0},
                             {"1.0", JsonType::Fraction, 0},
                             {"1e3", JsonType::Fraction, 0},
                             {"0.5E-3", JsonType::Fraction, 0}}) {
        const auto document = read_json(test.text);
        ASSERT_TRUE(document) << test.text;
        EXPECT_EQ(document->root().type, test.type) << test.text;
        if (test.type == JsonType::Integer) {
            EXPECT_EQ(document->root().integer, test.value) << test.text;
        }
    }
}

TEST(JsonReader, ResolvesEscapes) {
    const auto document = read_json(R"("\"\\\/\b\f\n\r\t\u00e9\u20AC\ud83d\ude00 ü")");
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(document->root().text, "\"\\/\b\f\n\r\té€😀 ü");
}

TEST(JsonReader, RefusesWhatIsNotJson) {
    struct Case {
        std::string_view text;
        std::string_view error;
    };
    for (const Case& test : {
             Case{"", "the text is empty at byte 0"},
             {"  ", "the text is empty at byte 2"},
             {"\xEF\xBB\xBF{}", "a byte order mark is not allowed at byte 0"},
             {"{} x", "unexpected text after the end at byte 3"},
             {"{}{}", "unexpected text after the end at byte 2"},
             {"{\"a\":1,}", "expected a name in double quotes at byte 7"},
             {"[1,]", "expected a value at byte 3, in [1]"},
             {"[1 2]", "expected ',' or ']' at byte 3, in [0]"},
             {"{\"a\" 1}", "expected ':' after a name at byte 5"},
             {"{a:1}", "expected a name in double quotes at byte 1"},
             {"{'a':1}", "expected a name in double quotes at byte 1"},
             {"{\"a\":1", "expected ',' or '}' at byte 6, in a"},
             {"[", "unexpected end of the text at byte 1, in [0]"},
             {"nul", "expected a value at byte 0"},
             {"True", "expected a value at byte 0"},
             {"NaN", "expected a value at byte 0"},
             {"+1", "expected a value at byte 0"},
             {"-", "expected a value at byte 0"},
             {".5", "expected a value at byte 0"},
             {"01", "a number must not begin with 0 at byte 2"},
             {"-01", "a number must not begin with 0 at byte 3"},
             {"1.", "expected a digit after the decimal point at byte 2"},
             {"1e", "expected a digit in the exponent at byte 2"},
             {"1e+", "expected a digit in the exponent at byte 3"},
             {"0x10", "unexpected text after the end at byte 1"},
             {"// no\n1", "expected a value at byte 0"},
             {"\"a", "a text is not closed at byte 2"},
             {"\"\\", "a text is not closed at byte 2"},
             {"\"a\nb\"", "a control character in a text must be escaped at byte 2"},
             {"\"\\x41\"", "unknown escape in a text at byte 2"},
             {"\"\\u12\"", "expected four hexadecimal digits after \\u at byte 2"},
             {"\"\\u00g0\"", "expected four hexadecimal digits after \\u at byte 2"},
             {"\"\\ud83d\"", "half of a surrogate pair in a text at byte 7"},
             {"\"\\ud83dx\"", "half of a surrogate pair in a text at byte 7"},
             {"\"\\ud83d\\u0041\"", "half of a surrogate pair in a text at byte 13"},
             {"\"\\ude00\"", "half of a surrogate pair in a text at byte 7"},
             {"\"\xC0\xAF\"", "a text is not valid UTF-8 at byte 1"},
             {"\"\xED\xA0\x80\"", "a text is not valid UTF-8 at byte 1"},
             {"\"x\xE2\x82\"", "a text is not valid UTF-8 at byte 2"},
             {"{\"a\":{\"b\":[0,{\"c\":}]}}", "expected a value at byte 18, in a.b[1].c"},
         }) {
        EXPECT_EQ(error_of(test.text), test.error) << test.text;
    }
    EXPECT_EQ(error_of("\"\0\""sv), "a control character in a text must be escaped at byte 1");
    EXPECT_EQ(error_of("\0"sv), "expected a value at byte 0");
}

TEST(JsonReader, RefusesANameThatAppearsTwiceAndSaysWhich) {
    EXPECT_EQ(error_of(R"({"a":1,"b":2,"a":3})"),
              "the name 'a' appears twice in an object that ends at byte 19");
    EXPECT_EQ(error_of(R"({"x":{"\u0061":1,"a":2}})"),
              "the name 'a' appears twice in an object that ends at byte 23, in x");
    EXPECT_EQ(error_of(R"({"x":{"a":1},"y":{"a":1}})"), "accepted");
    std::string many = "{";
    for (int index = 0; index < 1000; ++index) {
        many += "\"n" + std::to_string(index) + "\":0,";
    }
    EXPECT_EQ(error_of(many + "\"last\":0}"), "accepted");
    EXPECT_NE(error_of(many + "\"n500\":0}").find("the name 'n500' appears twice"),
              std::string::npos);
}

TEST(JsonReader, LimitsTheDepth) {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    EXPECT_EQ(error_of(nested(json_depth_max)), "accepted");
    EXPECT_NE(error_of(nested(json_depth_max + 1)).find("nested too deeply, at most 16 levels"),
              std::string::npos);
    EXPECT_NE(error_of(std::string(200'000, '[')).find("nested too deeply"), std::string::npos);
    std::string objects;
    for (int level = 0; level < 50'000; ++level) {
        objects += "{\"a\":";
    }
    EXPECT_NE(error_of(objects).find("nested too deeply"), std::string::npos);
}

TEST(JsonReader, LimitsTheNumberOfValues) {
    std::string text = "[0";
    for (std::size_t count = 0; count < json_values_max; ++count) {
        text += ",0";
    }
    EXPECT_NE(error_of(text + "]").find("too many values"), std::string::npos);
}

TEST(JsonReader, ReadsAHugeTextWithoutTrouble) {
    const std::string text = '"' + std::string(250'000, 'x') + "\\u00e9\"";
    const auto document = read_json(text);
    ASSERT_TRUE(document);
    EXPECT_EQ(document->root().text.size(), 250'002U);
}

RC_GTEST_PROP(JsonReader, SurvivesRandomBytes, (const std::string& bytes)) {
    const auto document = read_json(bytes);
    RC_ASSERT(document.has_value() || !document.error().message.empty());
}

// Nearly valid texts reach further than random bytes do.
RC_GTEST_PROP(JsonReader, SurvivesTextsWithOneByteChanged, ()) {
    std::string text =
        R"({"name":"M\u00fcller","wants":{"weekly":[{"days":["mon"],"from":"09:00"}]},"n":-1.5e3})";
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    text[at] = *rc::gen::arbitrary<char>();
    text.resize(*rc::gen::inRange<std::size_t>(0, text.size() + 1));
    const auto document = read_json(text);
    RC_ASSERT(document.has_value() || document.error().offset <= text.size());
}

RC_GTEST_PROP(JsonReader, GivesBackEveryTextThatTheWriterWrites, ()) {
    // Any code points but surrogates.
    const auto letters = *rc::gen::container<std::vector<std::uint32_t>>(
        rc::gen::inRange<std::uint32_t>(0, 0x110000));
    std::string written;
    JsonWriter writer{written};
    std::string text;
    for (const std::uint32_t letter : letters) {
        if (letter >= 0xD800 && letter <= 0xDFFF) {
            continue;
        }
        if (letter < 0x80) {
            text += static_cast<char>(letter);
        } else if (letter < 0x800) {
            text += {static_cast<char>(0xC0 | (letter >> 6)),
                     static_cast<char>(0x80 | (letter & 0x3F))};
        } else if (letter < 0x10000) {
            text += {static_cast<char>(0xE0 | (letter >> 12)),
                     static_cast<char>(0x80 | ((letter >> 6) & 0x3F)),
                     static_cast<char>(0x80 | (letter & 0x3F))};
        } else {
            text += {static_cast<char>(0xF0 | (letter >> 18)),
                     static_cast<char>(0x80 | ((letter >> 12) & 0x3F)),
                     static_cast<char>(0x80 | ((letter >> 6) & 0x3F)),
                     static_cast<char>(0x80 | (letter & 0x3F))};
        }
    }
    writer.text(text);
    const auto document = read_json(written);
    RC_ASSERT(document.has_value());
    RC_ASSERT(document->root().text == text);
}

RC_GTEST_PROP(JsonReader, GivesBackEveryWholeNumber, (std::int64_t number)) {
    std::string written;
    JsonWriter{written}.integer(number);
    const auto document = read_json(written);
    RC_ASSERT(document.has_value());
    RC_ASSERT(document->root().type == JsonType::Integer);
    RC_ASSERT(document->root().integer == number);
}

}  // namespace
}  // namespace standby
