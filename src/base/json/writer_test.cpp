// Tests of writing JSON.
#include "base/json/writer.hpp"

#include "base/json/reader.hpp"
#include "base/utf8.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace standby {
namespace {

using namespace std::string_view_literals;

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
    std::string text;
    JsonWriter writer{text};
    writer.begin_object();
    writer.name("a");
    writer.begin_array();
    writer.integer(-1);
    writer.natural(2);
    writer.begin_object();
    writer.end_object();
    writer.begin_array();
    writer.end_array();
    writer.text("[");
    writer.null();
    writer.end_array();
    writer.text("b", "{");
    writer.boolean("c", true);
    writer.null("d");
    writer.raw("0");
    writer.end_object();
    EXPECT_EQ(text, R"({"a":[-1,2,{},[],"[",null],"b":"{","c":true,"d":null,0})");
}

TEST(JsonWriter, WritesBehindWhatIsThere) {
    std::string text = "data: ";
    JsonWriter writer{text};
    writer.begin_array();
    writer.boolean(false);
    writer.boolean(true);
    writer.end_array();
    EXPECT_EQ(text, "data: [false,true]");
}

TEST(JsonWriter, EscapesWhatJsonCannotHold) {
    std::string text;
    JsonWriter{text}.text("\"\\\n\r\t\b\x1A\x7F\0é😀</script>"sv);
    EXPECT_EQ(text, R"("\"\\\n\r\t\u0008\u001a\u007f\u0000é😀</script>")");
}

TEST(JsonWriter, ReplacesBytesThatAreNotUtf8) {
    std::string text;
    JsonWriter{text}.text("a\xFF\xC3z");
    EXPECT_EQ(text, "\"a\uFFFD\uFFFDz\"");
}

TEST(JsonWriter, WritesTheExtremesOfNumbers) {
    std::string text;
    JsonWriter writer{text};
    writer.begin_array();
    writer.integer(std::numeric_limits<std::int64_t>::min());
    writer.natural(std::numeric_limits<std::uint64_t>::max());
    writer.fraction(0.5);
    writer.fraction(1.0 / 3.0);
    writer.end_array();
    EXPECT_EQ(text, "[-9223372036854775808,18446744073709551615,0.5,0.3333333333333333]");
}

TEST(JsonWriter, WritesNullForWhatIsNotThere) {
    std::string text;
    JsonWriter writer{text};
    writer.begin_object();
    writer.time("a", std::optional<Time>{});
    writer.text_or_null("b", "");
    writer.text_or_null("c", "x");
    writer.natural("d", std::optional<std::uint64_t>{});
    writer.natural("e", std::optional<std::uint64_t>{3});
    writer.duration("f", std::chrono::minutes{90});
    writer.end_object();
    EXPECT_EQ(text, R"({"a":null,"b":null,"c":"x","d":null,"e":3,"f":"90m"})");
}

TEST(JsonWriter, WritesListsInOneCall) {
    const std::vector<int> numbers{1, 2};
    const auto write = [](JsonWriter& writer, int number) { writer.integer(number); };
    const std::string text = json_object([&](JsonWriter& writer) {
        writer.array("a", numbers, [&](int number) { writer.integer(number * 10); });
        writer.array("b", numbers, write);
        writer.array("c", std::vector<int>{}, write);
        writer.texts("d", std::vector<std::string>{"x", "y"});
        writer.begin_object("e");
        writer.fraction("f", 0.5);
        writer.fraction("g", std::optional<double>{});
        writer.end_object();
    });
    EXPECT_EQ(text, R"({"a":[10,20],"b":[1,2],"c":[],"d":["x","y"],"e":{"f":0.5,"g":null}})");
    EXPECT_EQ(json_text(write, 7), "7");
}

RC_GTEST_PROP(JsonWriter, WritesTimesAsTheBaseDoes, ()) {
    const auto milliseconds =
        *rc::gen::oneOf(rc::gen::arbitrary<std::int64_t>(),
                        rc::gen::inRange<std::int64_t>(-70'000'000'000'000, 260'000'000'000'000));
    const Time time{Duration{milliseconds}};
    std::string text;
    JsonWriter{text}.time(time);
    RC_ASSERT(text == '"' + format_time(time) + '"');
}

RC_GTEST_PROP(JsonWriter, WritesValidJsonOfAnyBytes, (const std::string& bytes)) {
    std::string text;
    JsonWriter{text}.text(bytes);
    RC_ASSERT(is_utf8(text));
    RC_ASSERT(read_json(text).has_value() || bytes.find('\0') != std::string::npos);
}

}  // namespace
}  // namespace standby
