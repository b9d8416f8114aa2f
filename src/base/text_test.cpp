// Characters, blanks, escapes and misspelt words.
#include "base/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace standby {
namespace {

TEST(Text, KnowsTheClassesOfAllBytes) {
    for (int value = 0; value < 256; ++value) {
        const char one = static_cast<char>(value);
        const bool is_capital = value >= 65 && value <= 90;
        const bool is_small = value >= 97 && value <= 122;
        const bool is_number = value >= 48 && value <= 57;
        EXPECT_EQ(is_upper(one), is_capital) << value;
        EXPECT_EQ(is_lower(one), is_small) << value;
        EXPECT_EQ(is_letter(one), is_capital || is_small) << value;
        EXPECT_EQ(is_digit(one), is_number) << value;
        EXPECT_EQ(is_letter_or_digit(one), is_number || is_capital || is_small) << value;
        EXPECT_EQ(to_lower(one), is_capital ? static_cast<char>(value + 32) : one);
        EXPECT_EQ(to_upper(one), is_small ? static_cast<char>(value - 32) : one);
        EXPECT_EQ(hex_digit(one).has_value(),
                  is_number || (value >= 65 && value <= 70) || (value >= 97 && value <= 102));
    }
    EXPECT_EQ(hex_digit('0'), 0U);
    EXPECT_EQ(hex_digit('a'), 10U);
    EXPECT_EQ(hex_digit('F'), 15U);
}

TEST(Text, FoldsAsciiOnly) {
    EXPECT_EQ(to_lower("ABC-Ü9"), "abc-Ü9");
    EXPECT_EQ(to_upper("abc-ü9"), "ABC-ü9");
    EXPECT_TRUE(equals_ignoring_case("Content-Type", "content-tYPE"));
    EXPECT_FALSE(equals_ignoring_case("Ü", "ü"));
    EXPECT_FALSE(equals_ignoring_case("ab", "abc"));
    EXPECT_FALSE(equals_ignoring_case("@", "`"));
}

TEST(Text, TrimsBothEnds) {
    EXPECT_EQ(trim(" \t a b \r\n"), "a b");
    EXPECT_EQ(trim("\na\n", " \t"), "\na\n");
    EXPECT_EQ(trim(" \t "), "");
    EXPECT_EQ(trim(""), "");
}

TEST(Text, EscapesForTextAndAttributes) {
    EXPECT_EQ(escape_html("<a href=\"x\">'&'</a> ü"),
              "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt; ü");
}

TEST(Text, EncodesWhatIsNotPlain) {
    EXPECT_EQ(percent_encode("AZaz09-._~"), "AZaz09-._~");
    EXPECT_EQ(percent_encode("a b/ü%"), "a%20b%2F%C3%BC%25");
    EXPECT_EQ(percent_encode("a/b c", "/"), "a/b%20c");
}

TEST(Text, RefusesBrokenEscapes) {
    EXPECT_EQ(percent_decode("a+b%2fc%C3%bc"), "a+b/cü");
    for (const char* broken : {"%", "%2", "%2G", "%G2", "a%"}) {
        EXPECT_FALSE(percent_decode(broken)) << broken;
    }
    EXPECT_EQ(escaped_byte("%41bc"), 'A');
    EXPECT_FALSE(escaped_byte("41"));
}

RC_GTEST_PROP(Text, ComesBackFromPercentEncoding, (const std::string& text)) {
    RC_ASSERT(percent_decode(percent_encode(text)) == text);
    RC_ASSERT(percent_decode(percent_encode(text, "")) == text);
}

TEST(Text, FindsTheNearestWord) {
    const std::vector<std::string> known{"serve", "export", "explain", "verify", "--data-dir"};
    EXPECT_EQ(nearest("sreve", known), "serve");
    EXPECT_EQ(nearest("exlpain", known), "explain");
    EXPECT_EQ(nearest("VERFY", known), "verify");
    EXPECT_EQ(nearest("--datadir", known), "--data-dir");
    EXPECT_EQ(nearest("frobnicate", known), "");
    EXPECT_EQ(nearest("", known), "");
    EXPECT_EQ(nearest(std::string(1000, 's'), known), "");
    EXPECT_EQ(suggestion("sreve", known), "; did you mean 'serve'?");
    EXPECT_EQ(suggestion("frobnicate", known), "");
}

}  // namespace
}  // namespace standby
