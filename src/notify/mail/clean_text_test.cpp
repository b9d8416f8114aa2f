// Tests of cleaning and of what counts as a web address.
#include "notify/mail/clean_text.hpp"

#include "base/utf8.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

namespace standby::notify {
namespace {

using std::string_literals::operator""s;

TEST(CleanLine, IsOneLineWithSingleSpaces) {
    EXPECT_EQ(clean_line("  a \r\n b\t\tc\0d\x7f \u0085\u2028e\u2029 "s, 100), "a b c d e");
    EXPECT_EQ(clean_line("", 100), "");
    EXPECT_EQ(clean_line(" \n ", 100), "");
    EXPECT_EQ(clean_line("Zo\u00eb \U0001f600", 100), "Zo\u00eb \U0001f600");
}

TEST(CleanLine, NeverCutsACharacter) {
    EXPECT_EQ(clean_line("ab\u00e9", 3), "ab");
    EXPECT_EQ(clean_line("ab\u00e9", 4), "ab\u00e9");
    EXPECT_EQ(clean_line("ab cd", 3), "ab");
    EXPECT_EQ(clean_line("abc", 0), "");
}

TEST(CleanLines, EndsEveryLineAlike) {
    EXPECT_EQ(clean_lines("a\r\nb\rc\nd\u2028e\u0085\n", 100), "a\nb\nc\nd\ne\n\n");
    EXPECT_EQ(clean_lines("a\0\x1b\x08\tb\r"s, 100), "a\tb\n");
    EXPECT_EQ(clean_lines("\xc3(\xed\xa0\x80", 100), "\ufffd(\ufffd\ufffd\ufffd");
}

RC_GTEST_PROP(CleanText, IsValidAndStaysTheSame, (const std::string& text, std::uint8_t size)) {
    const std::string line = clean_line(text, size);
    const std::string lines = clean_lines(text, size);
    RC_ASSERT(is_utf8(line) && is_utf8(lines));
    RC_ASSERT(line.size() <= size && lines.size() <= size);
    RC_ASSERT(clean_line(line, size) == line);
    RC_ASSERT(clean_lines(lines, size) == lines);
    RC_ASSERT(std::ranges::none_of(line, [](char one) { return one >= 0 && one < ' '; }));
}

TEST(PlainWebUrl, IsHttpWithoutAnythingThatEndsAField) {
    EXPECT_TRUE(is_plain_web_url("https://a.example/b?c=d&e=%20#f"));
    EXPECT_TRUE(is_plain_web_url("http://[::1]:80/"));
    for (const std::string& bad :
         {""s, "https://"s, "http:/a"s, "mailto:a@b.c"s, "https://a b"s, "https://a>"s,
          "https://a\n"s, "https://a\0"s, "https://\u00e4.example"s,
          "https://a.example/" + std::string(900, 'x')}) {
        EXPECT_FALSE(is_plain_web_url(bad)) << bad;
    }
}

}  // namespace
}  // namespace standby::notify
