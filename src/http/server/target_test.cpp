// Targets that have one reading, and those that are refused.
#include "http/server/target.hpp"

#include "http/server/message.hpp"

#include <gtest/gtest.h>

namespace standby::http::wire {
namespace {

std::string path_of(std::string_view text) {
    const std::optional<Target> target = parse_target(text);
    return target ? target->path : "refused";
}

TEST(Target, DecodesPaths) {
    EXPECT_EQ(path_of("/"), "/");
    EXPECT_EQ(path_of("/v1/offers/1:accept"), "/v1/offers/1:accept");
    EXPECT_EQ(path_of("/a%20b/%C3%A9"), "/a b/\xC3\xA9");
    EXPECT_EQ(path_of("/a.b/..c/...?"), "/a.b/..c/...");
    EXPECT_EQ(path_of("http://h/x"), "/x");
    EXPECT_EQ(path_of("HTTPS://h?x"), "/");
}

TEST(Target, KeepsEscapesThatWouldBeAmbiguous) {
    EXPECT_EQ(path_of("/a%2fb"), "/a%2Fb");
    EXPECT_EQ(path_of("/a%252Fb"), "/a%252Fb");
}

TEST(Target, RefusesWhatHasTwoReadings) {
    for (const std::string_view text : {"",
                                        "*",
                                        "a",
                                        "a/b",
                                        "//u@h/../",
                                        "/..",
                                        "/.",
                                        "/a/../b",
                                        "/a/./b",
                                        "/%2e%2e/a",
                                        "/.%2E",
                                        "/a/%2E",
                                        "/..%2fa",
                                        "/a%2f..",
                                        "/a%2F.",
                                        "/%",
                                        "/%1",
                                        "/%zz",
                                        "/%00",
                                        "/%0a",
                                        "/a%7f",
                                        "/a#b",
                                        "/a\\b",
                                        "/a\"b",
                                        "/a<b",
                                        "/\xC3\xA9",
                                        "/a?b#c",
                                        "/a?%",
                                        "/a?%4",
                                        "/a?%g0",
                                        "/a?%00",
                                        "/a?\x7F",
                                        "/a?\xC3",
                                        "http://",
                                        "http:///a",
                                        "http://u@h/",
                                        "http://u:p@h/",
                                        "http://h:x/",
                                        "http://h h/",
                                        "ftp://h/",
                                        "http:/h/",
                                        "://h/",
                                        "http://[::1/",
                                        "http://[]/",
                                        "http://h:123456/"}) {
        EXPECT_FALSE(parse_target(text).has_value()) << text;
    }
}

TEST(Target, GivesQueriesAsSent) {
    EXPECT_EQ(parse_target("/a?b=%20+|{}")->query, "b=%20+|{}");
    EXPECT_EQ(parse_target("/a??")->query, "?");
    EXPECT_EQ(parse_target("/a?%0A")->query, "%0A");
}

TEST(Request, FindsParametersDecoded) {
    Request request;
    request.query = "a=1&b=x+y%26z&a=2&flag&%63=3&=empty&d=";
    EXPECT_EQ(request.parameter("a"), "1");
    EXPECT_EQ(request.parameter("b"), "x y&z");
    EXPECT_EQ(request.parameter("flag"), "");
    EXPECT_EQ(request.parameter("c"), "3");
    EXPECT_EQ(request.parameter("d"), "");
    EXPECT_EQ(request.parameter("e"), std::nullopt);
}

TEST(Request, FindsTheFirstHeaderOfAName) {
    Request request;
    request.headers = {{"a", "1"}, {"b", "2"}, {"a", "3"}};
    EXPECT_EQ(request.header("a"), "1");
    EXPECT_EQ(request.header("c"), "");
}

}  // namespace
}  // namespace standby::http::wire
