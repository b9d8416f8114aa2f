// Tests of text as HTML.
#include "notify/voice/html_text.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

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
