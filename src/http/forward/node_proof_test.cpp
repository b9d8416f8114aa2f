// What a node says of a request counts only as it was said.
#include "http/forward/node_proof.hpp"

#include "http/forward/request_text.hpp"
#include "http/forward/seen_numbers.hpp"
#include "http/server/request_parser.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace standby::http {
namespace {

const NodeProof proof("a secret that all nodes know");

Request some_request() {
    Request request;
    request.method = "POST";
    request.path = "/v1/resources";
    request.query = "a=b";
    request.headers = {{"authorization", "Bearer sk_1"}, {"cookie", "a=b"}, {"cookie", "c=d"}};
    request.body = "{}";
    return request;
}

const PassedOn said{.from = "node-a",
                    .to = "node-b",
                    .number = 7,
                    .remaining = Duration{9'000},
                    .client = "2001:db8::1",
                    .secure = true,
                    .sent_at = Time{Duration{1'000}},
                    .is_whole = true};

// The request as it arrives.
Request passed_on(const NodeProof& by) {
    Request request = some_request();
    std::string text;
    append_request_head(text, request, "a");
    by.append_headers(text, request, said, "a");
    text += "\r\n{}";
    wire::RequestParser parser({.header_bytes_max = 16 * 1024, .body_bytes_max = 1024});
    EXPECT_EQ(parser.put(text), text.size());
    return parser.take();
}

void replace_header(Request& request, std::string_view name, std::string value) {
    for (auto& header : request.headers) {
        if (header.first == name) {
            header.second = value;
        }
    }
}

TEST(NodeProof, TellsWhatWasSaid) {
    EXPECT_EQ(proof.read(passed_on(proof)), said);
}

TEST(NodeProof, CountsUnderTheSameSecretOnly) {
    EXPECT_FALSE(proof.read(passed_on(NodeProof("another secret, as long as it"))));
    EXPECT_FALSE(proof.read(some_request()));
}

TEST(NodeProof, CoversTheRequestAndAllThatIsSaidAboutIt) {
    const std::vector<std::function<void(Request&)>> changes{
        [](Request& request) { request.method = "PUT"; },
        [](Request& request) { request.path = "/v1/keys"; },
        [](Request& request) { request.query = ""; },
        [](Request& request) { request.body = "[]"; },
        [](Request& request) { replace_header(request, "x-standby-node", "node-c"); },
        [](Request& request) { replace_header(request, "x-standby-for", "node-c"); },
        [](Request& request) { replace_header(request, "x-standby-number", "8"); },
        [](Request& request) { replace_header(request, "x-standby-deadline", "9001"); },
        [](Request& request) { replace_header(request, "x-standby-client", "192.0.2.1"); },
        [](Request& request) { replace_header(request, "x-standby-secure", "0"); },
        [](Request& request) {
            replace_header(request, "x-standby-proof-2", std::string(64, '0'));
        },
        [](Request& request) { replace_header(request, "x-standby-time", "1001"); },
        [](Request& request) { replace_header(request, "x-standby-time", ""); },
        [](Request& request) { replace_header(request, "authorization", "Bearer sk_2"); },
        [](Request& request) { replace_header(request, "host", "b"); },
        [](Request& request) { request.headers.emplace_back("cookie", "e=f"); },
        [](Request& request) {
            std::erase(request.headers, std::pair<std::string, std::string>{"cookie", "a=b"});
        },
        [](Request& request) { replace_header(request, "x-standby-number", "seven"); },
    };
    for (std::size_t index = 0; index < changes.size(); ++index) {
        Request request = passed_on(proof);
        changes[index](request);
        EXPECT_FALSE(proof.read(request)) << index;
    }
}

// As the version before sends it.
TEST(NodeProof, TheOldWayTellsLess) {
    Request request = passed_on(proof);
    std::erase_if(request.headers, [](const auto& header) {
        return header.first == "x-standby-proof-2" || header.first == "x-standby-time";
    });
    PassedOn less = said;
    less.sent_at = Time{};
    less.is_whole = false;
    EXPECT_EQ(proof.read(request), less);
    replace_header(request, "x-standby-client", "192.0.2.1");
    EXPECT_FALSE(proof.read(request));
}

const AnswerTo answer_to{.from = "node-b", .to = "node-a", .number = 7};

Response some_answer() {
    return {.status = 201,
            .content_type = "application/json",
            .body = "{}",
            .headers = {{"Set-Cookie", "a=b"}, {"X-Content-Type-Options", "nosniff"}}};
}

TEST(NodeProof, CoversTheAnswerToo) {
    Response good = some_answer();
    proof.prove(good, answer_to);
    std::erase_if(good.headers, [](const auto& header) {
        return header.first == "X-Content-Type-Options";  // written anew by each server
    });
    Response arrived = good;
    EXPECT_EQ(proof.take_proof(arrived, answer_to), true);
    EXPECT_EQ(arrived.headers.size(), 1U);
    EXPECT_EQ(proof.take_proof(arrived, answer_to), std::nullopt);
    const std::vector<std::function<void(Response&)>> changes{
        [](Response& response) { response.status = 200; },
        [](Response& response) { response.body = "[]"; },
        [](Response& response) { response.content_type = "text/html"; },
        [](Response& response) { response.headers[0].second = "a=c"; },
        [](Response& response) { response.headers.emplace_back("Location", "/"); },
    };
    for (std::size_t index = 0; index < changes.size(); ++index) {
        Response changed = good;
        changes[index](changed);
        EXPECT_EQ(proof.take_proof(changed, answer_to), false) << index;
    }
    Response other = good;
    EXPECT_EQ(proof.take_proof(other, {.from = "node-b", .to = "node-a", .number = 8}), false);
    other = good;
    EXPECT_EQ(proof.take_proof(other, {.from = "node-c", .to = "node-a", .number = 7}), false);
}

TEST(NodeProof, IsTakenOffTheRequest) {
    Request request = passed_on(proof);
    EXPECT_TRUE(has_node_headers(request));
    strip_node_headers(request);
    EXPECT_FALSE(has_node_headers(request));
    EXPECT_EQ(request.header("host"), "a");
}

TEST(SeenNumbers, AreTakenOnceInAnyOrderWithinTheWindow) {
    SeenNumbers seen;
    EXPECT_TRUE(seen.take("a", 5));
    EXPECT_TRUE(seen.take("a", 3));
    EXPECT_FALSE(seen.take("a", 5));
    EXPECT_FALSE(seen.take("a", 3));
    EXPECT_TRUE(seen.take("b", 5));
    EXPECT_TRUE(seen.take("a", 5 + SeenNumbers::window));
    EXPECT_FALSE(seen.take("a", 5));
    EXPECT_FALSE(seen.take("a", 4));
    EXPECT_TRUE(seen.take("a", 6));
    EXPECT_TRUE(seen.take("a", 1'000'000));
    EXPECT_FALSE(seen.take("a", 6 + SeenNumbers::window));
    EXPECT_TRUE(seen.take("a", 999'999));
}

}  // namespace
}  // namespace standby::http
