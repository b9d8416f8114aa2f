// Answers as they come from servers, whole and in every possible pair of pieces.
#include "bench/load/answer_parser.hpp"

#include <gtest/gtest.h>

namespace standby::bench::load {
namespace {

using Part = AnswerParser::Part;

struct Seen {
    Part last = Part::NeedMore;
    std::string body;
    std::size_t left = 0;  // bytes behind the end of the answer
};

void feed(AnswerParser& parser, std::string_view input, Seen& seen) {
    do {
        seen.last = parser.take(input);
        if (seen.last == Part::Body) {
            seen.body += parser.body();
        }
    } while (seen.last == Part::Header || seen.last == Part::Body);
    seen.left = input.size();
}

// Expects the same of the answer however it is cut in two.
void expect_answer(std::string_view answer, int status, std::string_view body, Part last) {
    for (std::size_t cut = 0; cut <= answer.size(); ++cut) {
        AnswerParser parser;
        Seen seen;
        feed(parser, answer.substr(0, cut), seen);
        if (seen.last == Part::NeedMore) {
            feed(parser, answer.substr(cut), seen);
        }
        EXPECT_EQ(seen.last, last) << cut;
        EXPECT_EQ(parser.status(), status) << cut;
        EXPECT_EQ(seen.body, body) << cut;
    }
}

TEST(LoadAnswerParser, EndsAfterTheAnnouncedLength) {
    expect_answer("HTTP/1.1 201 Created\r\nServer: x\r\ncontent-length: 5\r\n\r\nhello", 201,
                  "hello", Part::End);
}

TEST(LoadAnswerParser, ExpectsNoBodyWhereThereIsNone) {
    expect_answer("HTTP/1.1 204 No Content\r\n\r\n", 204, "", Part::End);
    expect_answer("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", 304, "", Part::End);
    expect_answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, "", Part::End);
}

TEST(LoadAnswerParser, PutsChunksTogether) {
    expect_answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                  "4\r\nwait\r\nA;x=1\r\ning for it\r\n0\r\nTrailer: 1\r\n\r\n",
                  200, "waiting for it", Part::End);
}

TEST(LoadAnswerParser, WaitsForMoreOfAnEndlessStream) {
    expect_answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", 200, "abc",
                  Part::NeedMore);
    expect_answer("HTTP/1.1 200 OK\r\n\r\nabc", 200, "abc", Part::NeedMore);
}

TEST(LoadAnswerParser, PassesOverInterimAnswers) {
    expect_answer("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", 200,
                  "x", Part::End);
}

TEST(LoadAnswerParser, RefusesWhatIsNoAnswer) {
    for (const std::string_view text :
         {"SSH-2.0\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: a\r\n\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n"}) {
        AnswerParser parser;
        Seen seen;
        feed(parser, text, seen);
        EXPECT_EQ(seen.last, Part::Broken) << text;
    }
}

TEST(LoadAnswerParser, LeavesWhatBelongsToTheNextAnswer) {
    AnswerParser parser;
    Seen seen;
    feed(parser, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP", seen);
    EXPECT_EQ(seen.last, Part::End);
    EXPECT_EQ(seen.left, 4U);
    parser.reset();
    EXPECT_TRUE(parser.is_untouched());
}

TEST(LoadAnswerParser, TellsWhenTheServerWillClose) {
    AnswerParser parser;
    Seen seen;
    feed(parser, "HTTP/1.1 503 Busy\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n", seen);
    EXPECT_TRUE(parser.closes());
    parser.reset();
    feed(parser, "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n", seen);
    EXPECT_FALSE(parser.closes());
}

}  // namespace
}  // namespace standby::bench::load
