// Tests of cleaning and of what counts as a web address.
#include "base/clean_text.hpp"

#include "base/characters.hpp"
#include "base/utf8.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

namespace standby {
namespace {

using namespace std::string_literals;

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

std::string clean(std::string_view text) {
    return clean_text(text, 100);
}

TEST(CleanTextTest, KeepsNamesOfAllScripts) {
    for (const std::string_view name :
         {"Ada", "Zo\u00eb M\u00fcller", "\u674e\u5c0f\u9f8d", "\u05d3\u05e0\u05d9",
          "O'Brien-\u0160\u00e1ndor", "\U0001F469\u200D\U0001F680"}) {
        EXPECT_EQ(clean(name), name);
    }
}

TEST(CleanTextTest, MakesOneLineOfMany) {
    EXPECT_EQ(clean(" Ada\r\nBcc: all@example.org\n"), "Ada Bcc: all@example.org");
    EXPECT_EQ(clean(std::string_view("a\0b\x7F\x1b[31mc", 10)), "a b [31mc");
    EXPECT_EQ(clean("a\u0085b\u2028c\u2029d"), "a b c d");
    EXPECT_EQ(clean(" \n\t "), "");
}

TEST(CleanTextTest, DropsWhatTurnsTheLineAround) {
    EXPECT_EQ(clean("a\u202Eb\u202Cc\u2066d\u2069"), "abcd");
    EXPECT_EQ(clean("a\u200Eb\u200Fc\u061Cd"), "abcd");
}

TEST(CleanTextTest, ReplacesBrokenBytes) {
    EXPECT_EQ(clean("a\xFF"
                    "b\xC3"),
              "a\uFFFDb\uFFFD");
}

TEST(CleanTextTest, CutsBetweenCharacters) {
    EXPECT_EQ(clean_text("\u00e4\u00f6\u00fc", 2), "\u00e4\u00f6");
    EXPECT_EQ(clean_text("a b", 2), "a");
    EXPECT_EQ(count_characters(clean(std::string(10'000'000, 'x'))), 100U);
    EXPECT_EQ(clean(std::string(10'000'000, '\n')), "");
}

RC_GTEST_PROP(CleanTextProperty, WhateverComesInOneShortValidLineComesOut, (std::string text)) {
    const std::string cleaned = clean_text(text, 20);
    RC_ASSERT(is_utf8(cleaned));
    RC_ASSERT(!has_control_characters(cleaned));
    RC_ASSERT(count_characters(cleaned) <= 20U);
    RC_ASSERT(clean_text(cleaned, 20) == cleaned);
}

TEST(CleanLine, TreatsNamesInMailsLikeThoseInMessages) {
    EXPECT_EQ(clean_line("a\u202Eb\u00a0 c\ufeff", 100), "ab c");
    EXPECT_EQ(clean_line("\u00a0", 100), "");
}

TEST(WebLink, IsHttpWithoutAnythingThatEndsAField) {
    EXPECT_TRUE(is_web_link("https://a.example/b?c=d&e=%20#f"));
    EXPECT_TRUE(is_web_link("http://[::1]:80/"));
    EXPECT_FALSE(is_web_link("https://a.example/" + std::string(900, 'x'), 900));
    for (const std::string& bad :
         {""s, "https://"s, "http:/a"s, "mailto:a@b.c"s, "https://a b"s, "https://a>"s,
          "https://a\n"s, "https://a\0"s, "https://\u00e4.example"s, "javascript:alert(1)"s,
          "https://a\"onclick=b"s, "//a"s, "https://{{link}}"s,
          "https://a.example/" + std::string(2000, 'x')}) {
        EXPECT_FALSE(is_web_link(bad)) << bad;
    }
}

}  // namespace
}  // namespace standby
