// The parser fed with good, bad and hostile bytes, at once and one by one.
#include "http/server/request_parser.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace standby::http::wire {
namespace {

const ParserLimits limits{.header_bytes_max = 512, .body_bytes_max = 100};

struct Outcome {
    ParserStage stage;
    std::uint16_t refused_with = 0;
    Request request;
    std::string rest;
};

// Feeds the text in pieces of a size, as a connection does.
Outcome parse(std::string_view text, std::size_t piece_size = 100'000) {
    RequestParser parser(limits);
    std::string pending;
    while (!text.empty() && parser.stage() != ParserStage::Done &&
           parser.stage() != ParserStage::Refused) {
        pending += text.substr(0, piece_size);
        text.remove_prefix(std::min(piece_size, text.size()));
        pending.erase(0, parser.put(pending));
    }
    Outcome outcome{.stage = parser.stage(), .rest = pending + std::string(text)};
    if (outcome.stage == ParserStage::Refused) {
        outcome.refused_with = parser.violation().status;
    } else if (outcome.stage == ParserStage::Done) {
        outcome.request = parser.take();
    }
    return outcome;
}

TEST(RequestParser, ReadsARequestInPiecesOfAnySize) {
    const std::string text = "POST /a%20b?c=d HTTP/1.1\r\nHost: h:80\r\nX-Two:  v w \t\r\n"
                             "Content-Length: 5\r\n\r\nhello";
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        const Outcome outcome = parse(text, piece);
        ASSERT_EQ(outcome.stage, ParserStage::Done) << piece;
        EXPECT_EQ(outcome.request.method, "POST");
        EXPECT_EQ(outcome.request.path, "/a b");
        EXPECT_EQ(outcome.request.query, "c=d");
        EXPECT_EQ(outcome.request.header("x-two"), "v w");
        EXPECT_EQ(outcome.request.body, "hello");
        EXPECT_EQ(outcome.rest, "");
    }
}

TEST(RequestParser, ReadsAChunkedBodyInPiecesOfAnySize) {
    const std::string text =
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n"
        "5\r\nhello\r\n006;name=\"value\"\r\n world\r\n0\r\nX-Sum: 1\r\n\r\nnext";
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        const Outcome outcome = parse(text, piece);
        ASSERT_EQ(outcome.stage, ParserStage::Done) << piece;
        EXPECT_EQ(outcome.request.body, "hello world");
        EXPECT_EQ(outcome.request.header("x-sum"), "");
        EXPECT_EQ(outcome.rest, "next");
    }
}

TEST(RequestParser, LeavesTheNextRequestAlone) {
    RequestParser parser(limits);
    std::string text = "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.0\r\n\r\n";
    text.erase(0, parser.put(text));
    EXPECT_TRUE(parser.keep_alive());
    EXPECT_EQ(parser.take().path, "/1");
    EXPECT_EQ(parser.stage(), ParserStage::Idle);
    text.erase(0, parser.put(text));
    EXPECT_FALSE(parser.keep_alive());
    EXPECT_EQ(parser.take().path, "/2");
    EXPECT_EQ(text, "");
}

TEST(RequestParser, KnowsWhoWantsToKeepTheConnection) {
    const auto keeps = [](std::string_view line, std::string_view header) {
        RequestParser parser(limits);
        const std::string text =
            std::string(line).append("\r\nHost: h\r\n").append(header).append("\r\n\r\n");
        EXPECT_EQ(parser.put(text), text.size());
        return parser.keep_alive();
    };
    EXPECT_TRUE(keeps("GET / HTTP/1.1", "A: b"));
    EXPECT_FALSE(keeps("GET / HTTP/1.1", "Connection: Close"));
    EXPECT_FALSE(keeps("GET / HTTP/1.1", "Connection: upgrade, close"));
    EXPECT_FALSE(keeps("GET / HTTP/1.0", "A: b"));
    EXPECT_TRUE(keeps("GET / HTTP/1.0", "Connection: keep-alive"));
    EXPECT_FALSE(keeps("GET / HTTP/1.0", "Connection: keep-alive, close"));
}

TEST(RequestParser, TakesTheHostFromAnAbsoluteTarget) {
    const Outcome outcome = parse("GET http://real:81/p?q HTTP/1.1\r\nHost: other\r\n\r\n");
    ASSERT_EQ(outcome.stage, ParserStage::Done);
    EXPECT_EQ(outcome.request.path, "/p");
    EXPECT_EQ(outcome.request.header("host"), "real:81");
}

TEST(RequestParser, ForgivesOneEmptyLineBeforeARequest) {
    EXPECT_EQ(parse("\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", 1).stage, ParserStage::Done);
    EXPECT_EQ(parse("\r\n", 1).stage, ParserStage::Idle);
    EXPECT_EQ(parse("\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", 1).refused_with, 400);
}

TEST(RequestParser, WaitsForContinueOnlyWhenABodyComes) {
    RequestParser parser(limits);
    const std::string with_body = "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
                                  "Content-Length: 1\r\n\r\n";
    parser.put(with_body);
    EXPECT_TRUE(parser.awaits_continue());
    parser.put("x");
    EXPECT_EQ(parser.take().body, "x");
    parser.put("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_FALSE(parser.awaits_continue());
    EXPECT_EQ(parser.stage(), ParserStage::Done);
}

TEST(RequestParser, RefusesWhatIsTooLarge) {
    const std::string start = "POST / HTTP/1.1\r\nHost: h\r\n";
    const std::string filler(600, 'a');
    EXPECT_EQ(parse(start + "X: " + filler).refused_with, 431);
    EXPECT_EQ(parse("GET /" + filler, 7).refused_with, 431);
    std::string many;
    for (int i = 0; i < 60; ++i) {
        many += "A: bcdef\r\n";
    }
    EXPECT_EQ(parse(start + many + "\r\n").refused_with, 431);
    EXPECT_EQ(parse(start + "Content-Length: 101\r\n\r\n").refused_with, 413);
    EXPECT_EQ(parse(start + "Content-Length: 99999999999999999999999\r\n\r\n").refused_with, 413);
    const std::string chunked = start + "Transfer-Encoding: chunked\r\n\r\n";
    EXPECT_EQ(parse(chunked + "65\r\n").refused_with, 413);
    EXPECT_EQ(parse(chunked + "1\r\na\r\n64\r\n").refused_with, 413);
    EXPECT_EQ(parse(chunked + "ffffffff\r\n").refused_with, 413);
    EXPECT_EQ(parse(chunked + "0\r\nX: " + filler + "\r\n\r\n").refused_with, 431);
}

TEST(RequestParser, RefusesMethodsOfTunnelsAndTraces) {
    EXPECT_EQ(parse("TRACE / HTTP/1.1\r\nHost: h\r\n\r\n").refused_with, 405);
    EXPECT_EQ(parse("CONNECT a:443 HTTP/1.1\r\nHost: h\r\n\r\n").refused_with, 400);
    EXPECT_EQ(parse("CONNECT / HTTP/1.1\r\nHost: h\r\n\r\n").refused_with, 400);
}

TEST(RequestParser, RefusesAnotherProtocolAtItsFirstByte) {
    EXPECT_EQ(parse("\x16\x03\x01").refused_with, 400);
    EXPECT_EQ(parse(" ").refused_with, 400);
    EXPECT_EQ(parse("get").refused_with, 400);
}

// Random bytes and damaged requests must end in some stage, with no more taken than given.
TEST(RequestParser, SurvivesDamagedRequests) {
    const std::string good = "POST /a?b=c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                             "3;x=y\r\nabc\r\n0\r\n\r\n";
    for (std::size_t position = 0; position < good.size(); ++position) {
        for (int byte = 0; byte < 256; ++byte) {
            std::string damaged = good;
            damaged[position] = static_cast<char>(byte);
            const Outcome at_once = parse(damaged);
            const Outcome slowly = parse(damaged, 1);
            ASSERT_EQ(at_once.stage, slowly.stage) << position << " " << byte;
            ASSERT_EQ(at_once.request.body, slowly.request.body);
        }
    }
}

}  // namespace
}  // namespace standby::http::wire
