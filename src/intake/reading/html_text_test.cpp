// Mails in HTML: what somebody sees who opens them, and that nobody can make it slow.
#include "intake/reading/html_text.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace standby::intake {
namespace {

TEST(HtmlText, IsWhatSomebodyReads) {
    EXPECT_EQ(html_to_text("<p>Hello&nbsp;there,</p><p>is <b>Friday</b>\n free?</p>"),
              "Hello there,\n\nis Friday free?");
    EXPECT_EQ(
        html_to_text("<div>Gr&uuml;&szlig;e<br>J&#246;rg</div><div>&#x2764; &amp; Anna</div>"),
        "Grüße\nJörg\n❤ & Anna");
    EXPECT_EQ(
        html_to_text("<table><tr><td>Name:</td><td>Ada</td></tr><tr><td>When:</td></tr></table>"),
        "Name: Ada\nWhen:");
}

TEST(HtmlText, LeavesOutWhatNobodySees) {
    EXPECT_EQ(html_to_text("<head><title>x</title><style>p { color: red }</style></head>"
                           "<script>var at = '<p>5 pm</p>';</script><!-- tomorrow -->Friday"),
              "Friday");
    EXPECT_EQ(html_to_text("<img alt='a > b' src=\"x>y\">Friday"), "Friday");
}

TEST(HtmlText, MarksWhatIsQuoted) {
    EXPECT_EQ(html_to_text("Yes!<blockquote>Is 5<br>all right?</blockquote>Ada"),
              "Yes!\n\n> Is 5\n> all right?\n\nAda");
}

TEST(HtmlText, KeepsWhatIsNoHtml) {
    EXPECT_EQ(html_to_text("2 < 3 & 5 > 4 &unknown; &#xD800;"), "2 < 3 & 5 > 4 &unknown; &#xD800;");
    EXPECT_EQ(html_to_text("<unclosed"), "");
}

TEST(HtmlText, IsReadOnceHoweverItIsWritten) {
    std::string open_quotes;
    std::string scripts;
    for (int i = 0; i < 100'000; ++i) {
        open_quotes += "<a b=\"";
        scripts += "<script></s";
    }
    const auto start = std::chrono::steady_clock::now();
    html_to_text(open_quotes);
    html_to_text(scripts);
    // A second is a hundred times what it takes; reading it again for each tag takes minutes.
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

}  // namespace
}  // namespace standby::intake
