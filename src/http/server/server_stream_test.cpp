// Event streams: what the client sees, and when the handler is told that it is over.
#include "http/server/server.hpp"
#include "http/server/server_test_support.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace standby::http {
namespace {

constexpr std::string_view ask = "GET /events HTTP/1.1\r\nHost: a\r\n\r\n";

// A server whose requests for /events become streams that the test holds.
class StreamServer {
public:
    explicit StreamServer(ServerOptions options = {})
        : server_(
              [this](const Request& request, std::unique_ptr<Responder> responder) {
                  handle(request, std::move(responder));
              },
              std::move(options)) {}

    Server& operator*() { return *server_; }
    Server* operator->() { return &*server_; }
    void destroy() { server_.destroy(); }

    std::shared_ptr<EventStream> stream() {
        auto future = opened_.get_future();
        return wait_for(future);
    }
    void wait_until_closed() {
        auto future = closed_.get_future();
        wait_for(future);
    }
    std::unique_ptr<Responder> held() {
        auto future = held_.get_future();
        return wait_for(future);
    }

private:
    void handle(const Request& request, std::unique_ptr<Responder> responder) {
        if (request.path == "/events") {
            // A second call would make the promise throw, in the server's own thread.
            opened_.set_value(responder->stream([this] { closed_.set_value(); }));
        } else if (request.path == "/hold") {
            held_.set_value(std::move(responder));
        } else {
            echo(request, std::move(responder));
        }
    }

    std::promise<std::shared_ptr<EventStream>> opened_;
    std::promise<void> closed_;
    std::promise<std::unique_ptr<Responder>> held_;
    TestServer server_;
};

TEST(HttpServerStream, SendsChunksAsTheyAreWritten) {
    StreamServer server;
    Client client(*server);
    client.send(ask);
    const auto stream = server.stream();
    const std::string head = client.read_until("\r\n\r\n");
    EXPECT_TRUE(head.starts_with("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(head.contains("\r\nContent-Type: text/event-stream\r\n"));
    EXPECT_TRUE(head.contains("\r\nCache-Control: no-store\r\n"));
    EXPECT_TRUE(head.contains("\r\nX-Accel-Buffering: no\r\n"));
    EXPECT_TRUE(head.contains("\r\nTransfer-Encoding: chunked\r\n"));
    EXPECT_FALSE(head.contains("Content-Length"));
    stream->write("data: 1\n\n");
    EXPECT_EQ(client.read_until("\n\n\r\n"), "9\r\ndata: 1\n\n\r\n");
    EXPECT_EQ(server->figures().streams_open, 1u);
    stream->write("data: 2\n\n");
    stream->close();
    EXPECT_FALSE(stream->is_open());
    stream->write("data: 3\n\n");
    EXPECT_EQ(client.read_to_end(), "9\r\ndata: 2\n\n\r\n0\r\n\r\n");
    server.wait_until_closed();
    EXPECT_EQ(server->figures().streams_open, 0u);
}

TEST(HttpServerStream, SpeaksPlainTextToOldClients) {
    StreamServer server;
    Client client(*server);
    client.send("GET /events HTTP/1.0\r\n\r\n");
    const auto stream = server.stream();
    stream->write("data: 1\n\n");
    stream->close();
    EXPECT_FALSE(client.read_until("\r\n\r\n").contains("Transfer-Encoding"));
    EXPECT_EQ(client.read_to_end(), "data: 1\n\n");
    server.wait_until_closed();
}

TEST(HttpServerStream, AnswersHeadWithoutOpeningAStream) {
    StreamServer server;
    Client client(*server);
    client.send("HEAD /events HTTP/1.1\r\nHost: a\r\n\r\n");
    server.wait_until_closed();
    EXPECT_TRUE(client.read_to_end().ends_with("\r\n\r\n"));
    EXPECT_FALSE(server.stream()->is_open());
}

TEST(HttpServerStream, SendsHeartbeats) {
    StreamServer server({.stream_heartbeat = Duration(30)});
    Client client(*server);
    client.send(ask);
    const auto stream = server.stream();
    client.read_until("\r\n\r\n");
    EXPECT_EQ(client.read_until("\n\n\r\n"), "4\r\n: \n\n\r\n");
    EXPECT_EQ(client.read_until("\n\n\r\n"), "4\r\n: \n\n\r\n");
    stream->close();
    server.wait_until_closed();
}

TEST(HttpServerStream, TellsTheHandlerWhenTheClientGoes) {
    StreamServer server;
    auto client = std::make_unique<Client>(*server);
    client->send(ask);
    const auto stream = server.stream();
    client->read_until("\r\n\r\n");
    client.reset();
    server.wait_until_closed();
    EXPECT_FALSE(stream->is_open());
    stream->write("data: nobody\n\n");
    stream->close();
    EXPECT_EQ(Client(*server).get("/").status, 200);
}

TEST(HttpServerStream, DisconnectsAClientThatReadsTooSlowly) {
    StreamServer server({.stream_backlog_bytes_max = 100'000});
    Client client(*server, 4096);
    client.send(ask);
    const auto stream = server.stream();
    const std::string chunk = "data: " + std::string(10'000, 'x') + "\n\n";
    for (int i = 0; i < 100'000 && stream->is_open(); ++i) {
        stream->write(chunk);
    }
    EXPECT_FALSE(stream->is_open());
    server.wait_until_closed();
    EXPECT_EQ(server->figures().streams_too_slow, 1u);
    EXPECT_FALSE(client.read_to_end().ends_with("0\r\n\r\n"));
}

TEST(HttpServerStream, DisconnectsAClientThatStopsReading) {
    StreamServer server(
        {.stream_backlog_bytes_max = 64 * 1024 * 1024, .idle_deadline = Duration(100)});
    Client client(*server, 4096);
    client.send(ask);
    const auto stream = server.stream();
    stream->write("data: " + std::string(32 * 1024 * 1024, 'x') + "\n\n");
    server.wait_until_closed();
    EXPECT_FALSE(stream->is_open());
    EXPECT_EQ(server->figures().streams_too_slow, 1u);
}

TEST(HttpServerStream, LetsAFastReaderHaveMoreThanTheBacklog) {
    StreamServer server({.stream_backlog_bytes_max = 100'000});
    Client client(*server);
    client.send(ask);
    const auto stream = server.stream();
    client.read_until("\r\n\r\n");
    const std::string chunk = "data: " + std::string(50'000, 'x') + "\n\n";
    for (int i = 0; i < 20; ++i) {
        stream->write(chunk);
        ASSERT_TRUE(client.read_until("\n\n\r\n").ends_with("x\n\n\r\n"));
        // The bytes are counted as read when the server has noticed; an answer shows that it has.
        EXPECT_EQ(Client(*server).get("/").status, 200);
    }
    EXPECT_TRUE(stream->is_open());
    stream->close();
    server.wait_until_closed();
}

TEST(HttpServerStream, WaitsForTheAnswersBeforeIt) {
    StreamServer server;
    Client client(*server);
    client.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n" + std::string(ask));
    const auto stream = server.stream();
    stream->write("data: 1\n\n");
    server.held()->send(text_response("first"));
    EXPECT_EQ(client.read_answer().body, "first");
    EXPECT_TRUE(client.read_until("\r\n\r\n").contains("text/event-stream"));
    EXPECT_EQ(client.read_until("\n\n\r\n"), "9\r\ndata: 1\n\n\r\n");
    stream->close();
    server.wait_until_closed();
}

TEST(HttpServerStream, KeepsTheOrderOfWritesFromEachThread) {
    StreamServer server({.threads = 2});
    Client client(*server);
    client.send(ask);
    const auto stream = server.stream();
    client.read_until("\r\n\r\n");
    std::vector<std::thread> writers;
    for (const char name : {'a', 'b', 'c'}) {
        writers.emplace_back([&stream, name] {
            for (int i = 0; i < 200; ++i) {
                stream->write("data: " + std::string(1, name) + std::to_string(i) + "\n\n");
            }
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    stream->close();
    const std::string events = client.read_to_end();
    server.wait_until_closed();
    for (const char name : {'a', 'b', 'c'}) {
        std::size_t position = 0;
        for (int i = 0; i < 200; ++i) {
            position =
                events.find("data: " + std::string(1, name) + std::to_string(i) + "\n\n", position);
            ASSERT_NE(position, std::string::npos);
        }
    }
}

TEST(HttpServerStream, IsClosedWhenTheServerStops) {
    StreamServer server;
    Client client(*server);
    client.send(ask);
    const auto stream = server.stream();
    client.read_until("\r\n\r\n");
    stream->write("data: 1\n\n");
    std::jthread stopper([&] { server->stop(std::chrono::seconds(10)); });
    EXPECT_EQ(client.read_to_end(), "9\r\ndata: 1\n\n\r\n0\r\n\r\n");
    client.finish_sending();
    server.wait_until_closed();
    stopper.join();
    EXPECT_FALSE(stream->is_open());
    server.destroy();
    stream->write("data: nobody\n\n");
    stream->close();
}

TEST(HttpServerStream, IsOverAtOnceWhenTheServerHasStopped) {
    StreamServer server;
    Client client(*server);
    client.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n");
    std::unique_ptr<Responder> responder = server.held();
    server->stop(Duration::zero());
    server.destroy();
    int closed = 0;
    const auto stream = responder->stream([&] { ++closed; });
    EXPECT_EQ(closed, 1);
    EXPECT_FALSE(stream->is_open());
    stream->write("data: nobody\n\n");
    stream->close();
    EXPECT_EQ(closed, 1);
}

}  // namespace
}  // namespace standby::http
