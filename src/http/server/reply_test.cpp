// Answers byte by byte.
#include "http/server/reply.hpp"

#include <gtest/gtest.h>

namespace standby::http::wire {
namespace {

using std::chrono::seconds;

std::string reply(const Response& response, const ReplyForm& form = {}) {
    std::string output;
    append_reply(output, response, form, "D");
    return output;
}

TEST(Reply, WritesDatesAsTheStandardAsks) {
    EXPECT_EQ(format_http_date(Time(seconds(784111777))), "Sun, 06 Nov 1994 08:49:37 GMT");
    EXPECT_EQ(format_http_date(Time(seconds(0))), "Thu, 01 Jan 1970 00:00:00 GMT");
}

TEST(Reply, HasTheHeadersEveryAnswerHas) {
    EXPECT_EQ(
        reply({.status = 201,
               .content_type = "text/plain",
               .body = "hello",
               .headers = {{"Location", "/x"}}}),
        "HTTP/1.1 201 Created\r\nServer: standby\r\nX-Content-Type-Options: nosniff\r\n"
        "Date: D\r\nContent-Type: text/plain\r\nLocation: /x\r\nContent-Length: 5\r\n\r\nhello");
}

TEST(Reply, TellsWhoeverCameOverTlsToKeepToIt) {
    constexpr std::string_view header = "\r\nStrict-Transport-Security: max-age=31536000\r\n";
    EXPECT_TRUE(reply({}, {.is_secure = true}).contains(header));
    EXPECT_FALSE(reply({}).contains("Strict-Transport-Security"));
    std::string stream;
    append_stream_head(stream, {.is_secure = true}, "D");
    EXPECT_TRUE(stream.contains(header));
}

TEST(Reply, LeavesOutTheBodyWhereThereIsNone) {
    EXPECT_TRUE(reply({}).ends_with("\r\nContent-Length: 0\r\n\r\n"));
    EXPECT_FALSE(reply({.status = 204}).contains("Content-Length"));
    EXPECT_TRUE(reply({.status = 304, .content_type = "a/b", .body = "x"}).ends_with("\r\n\r\n"));
    EXPECT_TRUE(reply({.content_type = "a/b", .body = "body"}, {.head_only = true})
                    .ends_with("Content-Length: 4\r\n\r\n"));
}

TEST(Reply, SaysWhetherTheConnectionStays) {
    EXPECT_FALSE(reply({}).contains("\r\nConnection:"));
    EXPECT_TRUE(reply({}, {.keep_alive = false}).contains("\r\nConnection: close\r\n"));
    EXPECT_TRUE(reply({}, {.http_1_0 = true}).contains("\r\nConnection: keep-alive\r\n"));
}

TEST(Reply, CompressesOnlyWhatIsLargeAndMeantForIt) {
    const std::string large(2000, 'a');
    const ReplyForm form{.coding = ContentCoding::Gzip};
    const auto is_packed = [&](const Response& response) {
        return reply(response, form).contains("\r\nContent-Encoding: gzip\r\n");
    };
    EXPECT_TRUE(is_packed({.content_type = "a/b", .body = large, .compressible = true}));
    EXPECT_FALSE(is_packed({.content_type = "a/b", .body = large}));
    EXPECT_FALSE(is_packed({.content_type = "a/b", .body = "small", .compressible = true}));
    const Response packed_already{.content_type = "a/b",
                                  .body = large,
                                  .headers = {{"Content-Encoding", "br"}},
                                  .compressible = true};
    EXPECT_FALSE(is_packed(packed_already));
    EXPECT_TRUE(reply({.content_type = "a/b", .body = "small", .compressible = true})
                    .contains("\r\nVary: Accept-Encoding\r\n"));
}

TEST(Reply, NamesTheProblem) {
    const Response response = make_problem({.status = 413, .detail = "Too much."});
    EXPECT_EQ(response.content_type, "application/problem+json");
    EXPECT_EQ(response.body,
              R"({"type":"/problems/body-too-large","title":"The body is too large",)"
              R"("status":413,"detail":"Too much."})");
}

TEST(ReplyDeathTest, AbortsOnHeadersThatWouldSplitTheAnswer) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(reply({.headers = {{"A", "b\r\nSet-Cookie: c"}}}), "is_field_value");
    EXPECT_DEATH(reply({.headers = {{"A", std::string("b\0c", 3)}}}), "is_field_value");
    EXPECT_DEATH(reply({.headers = {{"A b", "c"}}}), "is_token");
    EXPECT_DEATH(reply({.headers = {{"Content-length", "3"}}}), "content-length");
}

}  // namespace
}  // namespace standby::http::wire
