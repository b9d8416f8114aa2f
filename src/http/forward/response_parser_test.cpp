// Answers of other nodes, whole and in pieces, and what is not one.
#include "http/forward/response_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace standby::http {
namespace {

using Stage = ResponseParser::Stage;

// Gives the text in pieces of so many bytes, as a connection does.
Stage put_in_pieces(ResponseParser& parser, std::string_view text, std::size_t size) {
    std::string input;
    while (!text.empty() && parser.stage() != Stage::Done) {
        input += text.substr(0, size);
        text.remove_prefix(std::min(size, text.size()));
        input.erase(0, parser.put(input));
    }
    return parser.stage();
}

TEST(ResponseParser, ReadsAnAnswerOfKnownLengthInPiecesOfAnySize) {
    constexpr std::string_view text = "HTTP/1.1 404 Not Found\r\nDate: Sun\r\n"
                                      "Content-Type: text/plain\r\nRetry-After: 1\r\n"
                                      "Content-Length: 5\r\n\r\nhello";
    for (const std::size_t size : {1U, 2U, 3U, 7U, 1000U}) {
        ResponseParser parser{ResponseLimits{}};
        ASSERT_EQ(put_in_pieces(parser, text, size), Stage::Done);
        EXPECT_FALSE(parser.is_last());
        const Response response = parser.take();
        EXPECT_EQ(response.status, 404);
        EXPECT_EQ(response.content_type, "text/plain");
        EXPECT_EQ(response.body, "hello");
        EXPECT_THAT(response.headers,
                    testing::ElementsAre(std::pair<std::string, std::string>("Retry-After", "1")));
        EXPECT_EQ(parser.stage(), Stage::Idle);
    }
}

TEST(ResponseParser, ReadsAnAnswerInChunks) {
    ResponseParser parser{ResponseLimits{}};
    ASSERT_EQ(put_in_pieces(parser,
                            "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\nConnection: close\r\n"
                            "\r\n5\r\nhello\r\nA\r\n, everyone\r\n0\r\n\r\n",
                            1),
              Stage::Done);
    EXPECT_TRUE(parser.is_last());
    EXPECT_EQ(parser.take().body, "hello, everyone");
}

TEST(ResponseParser, LeavesWhatFollowsAnAnswer) {
    ResponseParser parser{ResponseLimits{}};
    const std::string one = "HTTP/1.1 204 No Content\r\n\r\n";
    EXPECT_EQ(parser.put(one + one), one.size());
    EXPECT_EQ(parser.take().status, 204);
    EXPECT_EQ(parser.put(one), one.size());
    EXPECT_EQ(parser.stage(), Stage::Done);
}

TEST(ResponseParser, GivesTheChunksOfAStreamWhenTheyAreComplete) {
    ResponseParser parser{ResponseLimits{}};
    parser.put("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
               "Transfer-Encoding: chunked\r\n\r\n");
    EXPECT_EQ(parser.stage(), Stage::Streaming);
    parser.put("6\r\none\n\n\n\r\n6\r\ntwo");
    EXPECT_THAT(parser.take_chunks(), testing::ElementsAre("one\n\n\n"));
    parser.put("\n\n\n\r\n");
    EXPECT_THAT(parser.take_chunks(), testing::ElementsAre("two\n\n\n"));
    EXPECT_EQ(parser.stage(), Stage::Streaming);
    parser.put("0\r\n\r\n");
    EXPECT_EQ(parser.stage(), Stage::StreamEnded);
}

TEST(ResponseParser, RefusesWhatANodeWouldNotWrite) {
    const std::string line = "HTTP/1.1 200 OK\r\n";
    const std::string chunked = line + "Transfer-Encoding: chunked\r\n\r\n";
    for (const std::string& text : {
             std::string("GET / HTTP/1.1\r\n"),
             std::string("HTTP/1.0 200 OK\r\n"),
             std::string("HTTP/1.1 099 No\r\n"),
             std::string("HTTP/1.1 101 Switching\r\n"),
             std::string("HTTP/1.1 600 No\r\n"),
             std::string("HTTP/1.1 200OK\r\n"),
             std::string("HTTP/1.1 200 OK\n"),
             std::string("HTTP/1.1 2 0 OK\r\n"),
             line + "No colon\r\n",
             line + "Bad name: 1\r\n",
             line + "A: \x01\r\n",
             line + " folded\r\n",
             line + "Content-Length: 1\r\nContent-Length: 1\r\n",
             line + "Content-Length: -1\r\n",
             line + "Content-Length: 0x1\r\n",
             line + "Content-Length: 99999999999999999999\r\n",
             line + "Content-Type: a\r\nContent-Type: b\r\n",
             line + "Transfer-Encoding: gzip\r\n",
             line + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
             line + "\r\n",
             std::string("HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\n"),
             line + std::string(70'000, 'a'),
             chunked + "\r\n",
             chunked + "x\r\n",
             chunked + "123456789\r\n",
             chunked + "5;a=b\r\n",
             chunked + "1\r\nab\r\n",
             chunked + "0\r\nA: b\r\n",
         }) {
        ResponseParser parser{ResponseLimits{}};
        parser.put(text);
        EXPECT_EQ(parser.stage(), Stage::Refused) << text.substr(0, 100);
    }
}

TEST(ResponseParser, RefusesMoreThanItsLimits) {
    const ResponseLimits limits{.body_bytes_max = 10, .chunk_bytes_max = 5};
    for (const std::string_view text : {
             "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n",
             "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n123456\r\n5\r\n",
             "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
             "Content-Type: text/event-stream\r\n\r\n6\r\n",
         }) {
        ResponseParser parser{limits};
        parser.put(text);
        EXPECT_EQ(parser.stage(), Stage::Refused) << text;
    }
}

}  // namespace
}  // namespace standby::http
