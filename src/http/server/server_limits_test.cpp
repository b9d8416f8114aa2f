// Every limit of the options, with short deadlines and small sizes. The tests wait for what the
// server does, not for the clock.
#include "http/server/server.hpp"
#include "http/server/server_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

constexpr Duration soon{100};

TEST(HttpServerLimits, HeadersThatAreTooLarge) {
    TestServer server(echo, {.header_bytes_max = 1000});
    Client client(*server);
    const ClientAnswer answer = client.get("/", "X: " + std::string(2000, 'x') + "\r\n");
    EXPECT_EQ(answer.status, 431);
    EXPECT_TRUE(answer.body.contains("/problems/headers-too-large"));
    client.finish_sending();
    EXPECT_TRUE(client.is_closed_by_server());
}

TEST(HttpServerLimits, LongHeadersWithinTheLimit) {
    TestServer server(echo);
    Client client(*server);
    EXPECT_EQ(client.get("/", "X: " + std::string(16'000, 'x') + "\r\n").status, 200);
    EXPECT_EQ(client.get("/").status, 200);
}

TEST(HttpServerLimits, AnAnnouncedBodyThatIsTooLargeIsRefusedUnread) {
    TestServer server(echo, {.body_bytes_max = 1000});
    Client client(*server);
    client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                "Content-Length: 1001\r\n\r\n");
    const ClientAnswer answer = client.read_answer();
    EXPECT_EQ(answer.status, 413);
    EXPECT_TRUE(answer.body.contains("/problems/body-too-large"));
    client.finish_sending();
    EXPECT_TRUE(client.is_closed_by_server());
}

TEST(HttpServerLimits, TheRefusalReachesAClientThatKeepsSending) {
    TestServer server(echo, {.body_bytes_max = 1000});
    Client client(*server);
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n" +
                std::string(200'000, 'x'));
    EXPECT_EQ(client.read_answer().status, 413);
}

TEST(HttpServerLimits, AChunkedBodyThatIsTooLarge) {
    TestServer server(echo, {.body_bytes_max = 1000});
    Client client(*server);
    client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n200\r\n" +
                std::string(0x200, 'x') + "\r\n200\r\n");
    EXPECT_EQ(client.read_answer().status, 413);
}

TEST(HttpServerLimits, SlowHeaders) {
    TestServer server(echo, {.header_deadline = soon});
    Client client(*server);
    EXPECT_EQ(client.get("/").status, 200);
    client.send("GET / HTTP/1.1\r\nHo");
    const ClientAnswer answer = client.read_answer();
    EXPECT_EQ(answer.status, 408);
    EXPECT_TRUE(answer.body.contains("/problems/request-timeout"));
    client.finish_sending();
    EXPECT_TRUE(client.is_closed_by_server());
    EXPECT_EQ(server->figures().requests_timed_out, 1u);
}

// The deadline counts from the first byte: single bytes do not move it.
TEST(HttpServerLimits, HeadersThatTrickleIn) {
    TestServer server(echo, {.header_deadline = soon});
    Client client(*server);
    const timeval short_wait{.tv_sec = 0, .tv_usec = 20'000};
    ::setsockopt(client.handle(), SOL_SOCKET, SO_RCVTIMEO, &short_wait, sizeof short_wait);
    client.send("GET / HTTP/1.1\r\nX: ");
    char byte = 0;
    ssize_t size = -1;
    for (int i = 0; i < 500 && size < 0; ++i) {
        client.send("x");
        size = ::recv(client.handle(), &byte, 1, MSG_PEEK);
    }
    EXPECT_EQ(size, 1);
    EXPECT_EQ(client.read_answer().status, 408);
}

TEST(HttpServerLimits, AConnectionThatSendsNothing) {
    TestServer server(echo, {.header_deadline = soon});
    Client client(*server);
    EXPECT_TRUE(client.is_closed_by_server());
    EXPECT_EQ(server->figures().requests_timed_out, 0u);
}

TEST(HttpServerLimits, ASlowBody) {
    TestServer server(echo, {.body_deadline = soon});
    Client client(*server);
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
    EXPECT_EQ(client.read_answer().status, 408);
    client.finish_sending();
    EXPECT_TRUE(client.is_closed_by_server());
}

TEST(HttpServerLimits, AnIdleConnection) {
    TestServer server(echo, {.idle_deadline = soon});
    Client client(*server);
    EXPECT_EQ(client.get("/").status, 200);
    EXPECT_TRUE(client.is_closed_by_server());
}

TEST(HttpServerLimits, AHandlerMayTakeLongerThanTheDeadlines) {
    std::promise<std::unique_ptr<Responder>> kept;
    TestServer server(
        [&](const Request& request, auto responder) {
            request.path == "/slow" ? kept.set_value(std::move(responder))
                                    : echo(request, std::move(responder));
        },
        {.header_deadline = soon, .body_deadline = soon, .idle_deadline = soon});
    Client client(*server);
    client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
    auto future = kept.get_future();
    std::unique_ptr<Responder> responder = wait_for(future);
    // Two idle connections that the server closes one after the other measure the time.
    EXPECT_TRUE(Client(*server).is_closed_by_server());
    EXPECT_TRUE(Client(*server).is_closed_by_server());
    responder->send(text_response("at last"));
    EXPECT_EQ(client.read_answer().body, "at last");
}

TEST(HttpServerLimits, AClientThatDoesNotReadItsAnswer) {
    std::promise<void> asked;
    TestServer server(
        [&](const Request&, auto responder) {
            responder->send(text_response(std::string(32 * 1024 * 1024, 'x')));
            asked.set_value();
        },
        {.idle_deadline = soon});
    Client client(*server, 4096);
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    auto future = asked.get_future();
    wait_for(future);
    while (server->figures().connections_open > 0) {
        EXPECT_TRUE(Client(*server).get("/", "Connection: close\r\nX\r\n").status == 400);
    }
    EXPECT_LT(client.read_to_end().size(), 32u * 1024 * 1024);
}

TEST(HttpServerLimits, MoreConnectionsThanAllowed) {
    TestServer server(echo, {.connections_max = 2});
    auto first = std::make_unique<Client>(*server);
    Client second(*server);
    EXPECT_EQ(first->get("/").status, 200);
    EXPECT_EQ(second.get("/").status, 200);
    Client third(*server);
    const ClientAnswer refused = third.get("/");
    EXPECT_EQ(refused.status, 503);
    EXPECT_TRUE(refused.has("Retry-After: 1\r\n"));
    EXPECT_TRUE(refused.body.contains("/problems/overloaded"));
    third.finish_sending();
    EXPECT_TRUE(third.is_closed_by_server());
    EXPECT_EQ(server->figures().connections_refused, 1u);
    EXPECT_EQ(server->figures().connections_open, 2u);
    first->send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    EXPECT_FALSE(first->read_to_end().empty());
    first.reset();
    // The place is free once the server has noticed.
    int status = 503;
    for (int i = 0; i < 10'000 && status != 200; ++i) {
        status = Client(*server).get("/").status;
    }
    EXPECT_EQ(status, 200);
}

TEST(HttpServerLimits, WhoeverSaysNothingGoesWhenSomebodyAsks) {
    TestServer server(echo, {.threads = 1, .connections_max = 3});
    Client known(*server);
    EXPECT_EQ(known.get("/").status, 200);
    Client silent(*server);
    Client half(*server);
    half.send("GET / HT");
    Client first(*server);
    EXPECT_EQ(first.get("/").status, 200);
    Client second(*server);
    EXPECT_EQ(second.get("/").status, 200);
    EXPECT_TRUE(silent.is_closed_by_server());
    EXPECT_TRUE(half.is_closed_by_server());
    EXPECT_EQ(known.get("/").status, 200);
    EXPECT_EQ(Client(*server).get("/").status, 503) << "everybody has asked";
    EXPECT_EQ(server->figures().connections_open, 3u);
}

}  // namespace
}  // namespace standby::http
