// Tests of what becomes of typed text before it stands in a message.
#include "notify/voice/clean_text.hpp"

#include "base/characters.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "notify/voice/html_text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace standby::notify {
namespace {

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

TEST(CleanLinkTest, TakesWebLinksOnly) {
    EXPECT_EQ(clean_link("https://standby.example/o/8kq2?a=b&c=d#e"),
              "https://standby.example/o/8kq2?a=b&c=d#e");
    for (const std::string_view text :
         {"javascript:alert(1)", "https://a\"onclick=b", "https://a b", "https://a\nb", "//a",
          "https://{{link}}", "https://\u00e4.example", ""}) {
        EXPECT_EQ(clean_link(text), "") << text;
    }
    EXPECT_EQ(clean_link("https://" + std::string(2000, 'a')), "");
}

TEST(HtmlTextTest, EscapesForTextAndAttributes) {
    EXPECT_EQ(escape_html("<a href=\"x\" b='y'>&amp;"),
              "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;");
}

std::string with_links(std::string_view text) {
    std::string output;
    append_escaped_with_links(output, text);
    return output;
}

TEST(HtmlTextTest, MakesLinksOfAddressesWithoutTheEndOfTheSentence) {
    EXPECT_EQ(with_links("see https://a.example/x?y=1&z=2."),
              "see <a class=\"link\" href=\"https://a.example/x?y=1&amp;z=2\">"
              "https://a.example/x?y=1&amp;z=2</a>.");
    EXPECT_EQ(with_links("(http://a.example)!"),
              "(<a class=\"link\" href=\"http://a.example\">http://a.example</a>)!");
    EXPECT_EQ(with_links("https:// http://. <b>"), "https:// http://. &lt;b&gt;");
    EXPECT_EQ(with_links("http"), "http");
}

TEST(HtmlTextTest, BlankLinesMakeParagraphs) {
    EXPECT_EQ(paragraphs_of("\n\na \r\n b\n \n\nc\n"), (std::vector<std::string>{"a\nb", "c"}));
    EXPECT_TRUE(paragraphs_of(" \n\n").empty());
}

}  // namespace
}  // namespace standby::notify
