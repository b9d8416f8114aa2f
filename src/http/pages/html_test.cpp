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
    EXPECT_THAT(page, HasSubstr("rel=\"stylesheet\" href=\"/assets/standby.css\""));
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
                              "default-src 'none'; style-src 'self'; form-action 'self'; "
                              "img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'")));
    EXPECT_THAT(response.headers, Contains(Pair("Cache-Control", "no-store")));
    EXPECT_THAT(response.headers, Contains(Pair("Referrer-Policy", "no-referrer")));
    EXPECT_THAT(response.headers, Contains(Pair("X-Content-Type-Options", "nosniff")));
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
