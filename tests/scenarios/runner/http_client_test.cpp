// What goes over the wire, and what is made of what comes back.
#include "tests/scenarios/runner/http_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::scenarios {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view answer = "HTTP/1.1 410 Gone\r\n"
                                    "content-length: 4\r\n"
                                    "Content-Type: text/plain\r\n"
                                    "\r\n"
                                    "gone";

TEST(HttpClient, WritesTheLengthOfABodyAndTheCredential) {
    const std::string text = written({"POST", "/v1/offers/off_1:sent", "{}", "sk_1"});
    EXPECT_THAT(text, testing::StartsWith("POST /v1/offers/off_1:sent HTTP/1.1\r\n"));
    EXPECT_THAT(text, HasSubstr("\r\nAuthorization: Bearer sk_1\r\n"));
    EXPECT_THAT(text, testing::EndsWith("\r\nContent-Length: 2\r\n\r\n{}"));
    EXPECT_THAT(written({"GET", "/healthz", "", ""}), Not(HasSubstr("Authorization")));
}

TEST(HttpClient, WaitsForAWholeAnswer) {
    for (std::size_t size = 0; size < answer.size(); ++size) {
        const auto read = read_answer(answer.substr(0, size));
        ASSERT_TRUE(read.has_value());
        EXPECT_FALSE(read->has_value()) << size;
    }
}

TEST(HttpClient, LeavesWhatFollowsAnAnswerAlone) {
    const auto read = read_answer(std::string(answer) + "HTTP/1.1 200 OK");
    ASSERT_TRUE(read.has_value() && read->has_value());
    EXPECT_EQ((*read)->answer.status, 410);
    EXPECT_EQ((*read)->answer.body, "gone");
    EXPECT_EQ((*read)->size, answer.size());
}

TEST(HttpClient, RefusesWhatIsNoAnswerWithALength) {
    EXPECT_FALSE(read_answer("HTTP/1.1 200 OK\r\n\r\n").has_value());
    EXPECT_FALSE(read_answer("HTTP/1.1 200 OK\r\nContent-Length: 4x\r\n\r\n").has_value());
    EXPECT_FALSE(read_answer("220 ready\r\nContent-Length: 0\r\n\r\n").has_value());
}

TEST(HttpClient, SaysWhereNobodyAnswers) {
    HttpClient nobody("127.0.0.1:1");
    EXPECT_THAT(nobody.call({"GET", "/healthz", "", ""}).error(), HasSubstr("127.0.0.1:1"));
    HttpClient nowhere("somewhere");
    EXPECT_THAT(nowhere.call({"GET", "/healthz", "", ""}).error(), HasSubstr("no address"));
}

}  // namespace
}  // namespace standby::scenarios
