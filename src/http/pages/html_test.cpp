// Tests of the escaping and of the headers that keep scripts out.
#include "http/pages/html.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <type_traits>

namespace standby::http {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

// Text that was not written in the program does not compile as markup.
static_assert(!std::is_convertible_v<std::string, Markup>);
static_assert(!std::is_convertible_v<std::string_view, Markup>);

TEST(Html, EscapesText) {
    EXPECT_EQ(Html().text("<b a=\"1\" c='2'>&amp;").string(),
              "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
    EXPECT_EQ(Html().text("Zo\u00eb\n").string(), "Zo\u00eb\n");
}

TEST(Html, ReplacesControlCharacters) {
    EXPECT_EQ(Html().text(std::string_view("a\0b\x1a\x7f", 5)).string(), "a\ufffdb\ufffd\ufffd");
}

TEST(Html, LeavesMarkupAsItIs) {
    EXPECT_EQ(Html().markup("<p>").number(42).html(Html().text("<")).string(), "<p>42&lt;");
}

TEST(Document, NamesItsLanguageAndFitsAPhone) {
    const std::string page = document("A <title>", Html().markup("<h1>x</h1>"));
    EXPECT_THAT(page, testing::StartsWith("<!doctype html>\n<html lang=\"en\">"));
    EXPECT_THAT(page, HasSubstr("name=\"viewport\" content=\"width=device-width"));
    EXPECT_THAT(page, HasSubstr("<title>A &lt;title&gt;</title>"));
    EXPECT_THAT(page, HasSubstr("<main>\n<h1>x</h1></main>"));
    EXPECT_THAT(page, HasSubstr("rel=\"stylesheet\" href=\"/assets/standby.css?v="));
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    EXPECT_THAT(page, Not(HasSubstr("<style")));
}

TEST(PageResponse, KeepsScriptsFramesAndCachesOut) {
    const Response response = page_response(404, "body", PageCaching::Never);
    EXPECT_EQ(response.status, 404);
    EXPECT_EQ(response.body, "body");
    EXPECT_EQ(response.content_type, "text/html; charset=utf-8");
    EXPECT_THAT(response.headers,
                Contains(Pair("Content-Security-Policy",
                              "default-src 'none'; script-src 'self'; connect-src 'self'; "
                              "style-src 'self'; form-action 'self'; img-src 'self' data:; "
                              "base-uri 'none'; frame-ancestors 'none'")));
    EXPECT_THAT(response.headers, Contains(Pair("Cache-Control", "no-store")));
    EXPECT_THAT(response.headers, Contains(Pair("Referrer-Policy", "no-referrer")));
    EXPECT_THAT(response.headers, Contains(Pair("X-Content-Type-Options", "nosniff")));
}

std::string policy_of(const Response& response) {
    for (const auto& [name, value] : response.headers) {
        if (name == "Content-Security-Policy") {
            return value;
        }
    }
    return {};
}

TEST(FramedResponse, MayBeFramedOnlyByUsUnlessTheHouseNamesSites) {
    EXPECT_THAT(policy_of(framed_response(200, "body", {})),
                testing::EndsWith("base-uri 'none'; frame-ancestors 'self'"));
    const std::vector<std::string> origins = {"https://salon.example", "https://*.shop.example"};
    EXPECT_THAT(policy_of(framed_response(200, "body", origins)),
                testing::EndsWith("frame-ancestors https://salon.example https://*.shop.example"));
}

TEST(FramedResponse, LeavesOutWhatIsNoOrigin) {
    const std::vector<std::string> hostile = {"https://a.example; script-src *", "'self'", "data:x",
                                              "https://a.example\r\nX: y"};
    EXPECT_THAT(policy_of(framed_response(200, "body", hostile)),
                testing::EndsWith("frame-ancestors 'none'"));
}

TEST(GuestDocument, OffersTheOtherLanguagesAsLinks) {
    PageFrame frame;
    frame.language = Language::German;
    frame.path = "/r/res_1";
    frame.is_framed = true;
    frame.referral_code = "4001AB";
    const std::string page = guest_document(frame, "x", Html());
    EXPECT_THAT(page, HasSubstr("<html lang=\"de\">"));
    EXPECT_THAT(page, HasSubstr("<span aria-current=\"true\" lang=\"de\">Deutsch</span>"));
    EXPECT_THAT(page, HasSubstr("<a href=\"/r/res_1?lang=fr&amp;frame=1&amp;ref=4001AB\" "
                                "hreflang=\"fr\" lang=\"fr\">"));
    frame.path.clear();
    EXPECT_THAT(guest_document(frame, "x", Html()), Not(HasSubstr("hreflang")));
}

TEST(KeptLink, KeepsWhatTheReaderChose) {
    PageFrame frame;
    EXPECT_EQ(kept_link(frame, "/e/gt_1"), "/e/gt_1");
    frame.language = Language::Spanish;
    EXPECT_EQ(kept_link(frame, "/e/gt_1"), "/e/gt_1");
    frame.is_language_asked = true;
    EXPECT_EQ(kept_link(frame, "/e/gt_1"), "/e/gt_1?lang=es");
    frame.is_framed = true;
    EXPECT_EQ(kept_link(frame, "/r/res_1"), "/r/res_1?lang=es&frame=1");
}

TEST(PageResponse, LetsPublicPagesBeCached) {
    const Response response = page_response(200, "body", PageCaching::Public);
    EXPECT_THAT(response.headers, Contains(Pair("Cache-Control", "public, max-age=300")));
    EXPECT_THAT(response.headers, Not(Contains(Pair("X-Robots-Tag", testing::_))));
}

TEST(Stylesheet, IsCssForLightAndDark) {
    EXPECT_EQ(stylesheet_path, "/assets/standby.css");
    const Response response = stylesheet_response();
    EXPECT_EQ(response.content_type, "text/css; charset=utf-8");
    EXPECT_THAT(response.body, HasSubstr("prefers-color-scheme: dark"));
    EXPECT_THAT(response.body, Not(HasSubstr("url(")));
}

}  // namespace
}  // namespace standby::http
