// What a node says of a request counts only as it was said.
#include "http/forward/node_proof.hpp"

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
    request.body = "{}";
    return request;
}

const PassedOn said{.from = "node-a",
                    .to = "node-b",
                    .number = 7,
                    .remaining = Duration{9'000},
                    .client = "2001:db8::1",
                    .secure = true};

// The request as it arrives.
Request passed_on(const NodeProof& by) {
    Request request = some_request();
    std::string text = "POST /v1/resources?a=b HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n";
    by.append_headers(text, request, said);
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
        [](Request& request) { replace_header(request, "x-standby-proof", ""); },
        [](Request& request) { replace_header(request, "x-standby-proof", std::string(64, '0')); },
        [](Request& request) { replace_header(request, "x-standby-number", "seven"); },
    };
    for (std::size_t index = 0; index < changes.size(); ++index) {
        Request request = passed_on(proof);
        changes[index](request);
        EXPECT_FALSE(proof.read(request)) << index;
    }
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
