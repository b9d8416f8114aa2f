// A table of requests that are used to smuggle others past a proxy, each refused on a real socket.
#include "http/server/server.hpp"
#include "http/server/server_test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>

namespace standby::http {
namespace {

using namespace std::string_view_literals;

// Everything that a proxy in front could read in another way than the server.
constexpr std::array malformed_requests = {
    "GET / HTTP/1.1\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost:\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"sv,
    "GET / HTTP/1.1\nHost: a\n\n"sv,
    "GET / HTTP/1.1\r\nHost: a\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a\r\n\n"sv,
    "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost : a\r\n\r\n"sv,
    "GET / HTTP/1.1\r\n Host: a\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n\tc\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a\r\nX: b\0c\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a\r\nX: \x01\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a\r\nX(y): b\r\n\r\n"sv,
    "GET / HTTP/1.1\r\nHost: a\r\nX\xC3: b\r\n\r\n"sv,
    "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET /  HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET / b HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    " GET / HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"sv,
    "GET /\r\nHost: a\r\n\r\n"sv,
    "GET / HTTP/1.2\r\nHost: a\r\n\r\n"sv,
    "GET / HTTP/01.1\r\nHost: a\r\n\r\n"sv,
    "GET / HTTP/2.0\r\nHost: a\r\n\r\n"sv,
    "GET / http/1.1\r\nHost: a\r\n\r\n"sv,
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"sv,
    "get / HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "G@T / HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "METHODTHATISMUCHTOOLONG / HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET a HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET http://u:p@a/ HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET http://a/ HTTP/1.1\r\n\r\n"sv,
    "GET /../etc HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET /%2e%2e/etc HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET /?a=%z HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n"
    "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
    "Content-Length: 3\r\n\r\n0\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 4\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x3\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3 3\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n"sv,
    "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
    "Transfer-Encoding: chunked\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
    "Transfer-Encoding: identity\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \"chunked\"\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\x0B chunked\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n"sv,
    "POST / HTTP/1.1\r\nHost: a\r\nExpect: something\r\n\r\n"sv,
};

constexpr std::array malformed_chunks = {
    "x\r\n"sv,
    "\r\n"sv,
    "-1\r\n"sv,
    "0x1\r\na\r\n"sv,
    " 1\r\na\r\n"sv,
    "1 \r\na\r\n"sv,
    "1\na\r\n"sv,
    "1\r\nab\r\n"sv,
    "1\r\na\n"sv,
    "1\r\naX\r\n"sv,
    "1;a\nb\r\na\r\n"sv,
    "1;a\rb\r\na\r\n"sv,
    "1;\x01\r\na\r\n"sv,
    "000000001\r\na\r\n"sv,
    "10000000000000001\r\na\r\n"sv,
    "0\r\nX : y\r\n\r\n"sv,
    "0\r\n X: y\r\n\r\n"sv,
    "0\n\n"sv,
};

void expect_refusal(Server& server, std::string_view request) {
    Client client(server);
    // Would it be answered as well, the refusal was for show.
    client.send(std::string(request) + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n");
    const ClientAnswer answer = client.read_answer();
    EXPECT_EQ(answer.status, 400) << request;
    EXPECT_TRUE(answer.has("Connection: close\r\n")) << request;
    EXPECT_TRUE(answer.has("Content-Type: application/problem+json\r\n")) << request;
    EXPECT_TRUE(answer.body.contains(R"("type":"/problems/bad-request")")) << request;
    client.finish_sending();
    EXPECT_TRUE(client.is_closed_by_server()) << request;
}

TEST(HttpServerStrictness, RefusesWhatCouldBeReadInTwoWays) {
    std::atomic<int> handled = 0;
    TestServer server([&](const Request& request, auto responder) {
        ++handled;
        echo(request, std::move(responder));
    });
    for (const std::string_view request : malformed_requests) {
        expect_refusal(*server, request);
    }
    for (const std::string_view chunk : malformed_chunks) {
        expect_refusal(*server, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" +
                                    std::string(chunk));
    }
    EXPECT_EQ(handled, 0);
    EXPECT_EQ(server->figures().requests_malformed,
              malformed_requests.size() + malformed_chunks.size());
}

}  // namespace
}  // namespace standby::http
