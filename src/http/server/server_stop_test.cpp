// Stopping: what is under way is finished, what is idle is closed, and late answers hurt nobody.
#include "http/server/server.hpp"
#include "http/server/server_test_support.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace standby::http {
namespace {

TEST(HttpServerStop, ClosesIdleConnectionsAtOnce) {
    TestServer server(echo, {.threads = 2});
    Client silent(*server);
    Client idle(*server);
    EXPECT_EQ(idle.get("/").status, 200);
    server->stop(std::chrono::seconds(60));
    EXPECT_TRUE(idle.is_closed_by_server());
    EXPECT_TRUE(silent.is_closed_by_server());
}

TEST(HttpServerStop, LetsARequestUnderWayFinish) {
    std::promise<std::unique_ptr<Responder>> kept;
    TestServer server(
        [&](const Request&, auto responder) { kept.set_value(std::move(responder)); });
    Client idle(*server);
    Client client(*server);
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    auto future = kept.get_future();
    std::unique_ptr<Responder> responder = wait_for(future);
    std::jthread stopper([&] { server->stop(std::chrono::seconds(60)); });
    EXPECT_TRUE(idle.is_closed_by_server());  // so it is stopping
    responder->send(text_response("done"));
    const ClientAnswer answer = client.read_answer();
    EXPECT_EQ(answer.body, "done");
    EXPECT_TRUE(answer.has("Connection: close\r\n"));
    EXPECT_TRUE(client.is_closed_by_server());
    client.finish_sending();
}

TEST(HttpServerStop, AnswersEveryRequestThatItHasTaken) {
    std::mutex mutex;
    std::vector<std::unique_ptr<Responder>> responders;
    std::promise<void> both_came;
    TestServer server([&](const Request&, auto responder) {
        const std::scoped_lock lock(mutex);
        responders.push_back(std::move(responder));
        if (responders.size() == 2) {
            both_came.set_value();
        }
    });
    Client idle(*server);
    Client client(*server);
    const std::string request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    client.send(request + request);
    auto future = both_came.get_future();
    wait_for(future);
    std::jthread stopper([&] { server->stop(std::chrono::seconds(60)); });
    EXPECT_TRUE(idle.is_closed_by_server());  // so it is stopping
    responders[0]->send(text_response("first"));
    EXPECT_EQ(client.read_answer().body, "first");
    responders[1]->send(text_response("second"));
    const ClientAnswer last = client.read_answer();
    EXPECT_EQ(last.body, "second");
    EXPECT_TRUE(last.has("Connection: close\r\n"));
    client.finish_sending();
}

TEST(HttpServerStop, LosesPatienceWithWhatDoesNotFinish) {
    std::promise<std::unique_ptr<Responder>> kept;
    TestServer server(
        [&](const Request&, auto responder) { kept.set_value(std::move(responder)); });
    Client client(*server);
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    auto future = kept.get_future();
    std::unique_ptr<Responder> responder = wait_for(future);
    server->stop(Duration(20));
    EXPECT_TRUE(client.is_closed_by_server());
    server.destroy();
    responder->send(text_response("too late"));
}

TEST(HttpServerStop, TakesNoNewConnections) {
    TestServer server(echo);
    const std::uint16_t port = server->port();
    server->stop(Duration::zero());
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_NE(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ::close(socket);
}

TEST(HttpServerStop, DropsRespondersAfterTheServerWithoutHarm) {
    std::promise<std::unique_ptr<Responder>> kept;
    TestServer server(
        [&](const Request&, auto responder) { kept.set_value(std::move(responder)); });
    Client client(*server);
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    auto future = kept.get_future();
    std::unique_ptr<Responder> responder = wait_for(future);
    server.destroy();
    EXPECT_TRUE(client.is_closed_by_server());
    responder.reset();
}

// Clients, answering threads and the end of the server all at once; for the sanitizers.
TEST(HttpServerStop, SurvivesBeingStoppedInFullSwing) {
    for (int round = 0; round < 10; ++round) {
        std::mutex mutex;
        std::condition_variable changed;
        std::vector<std::unique_ptr<Responder>> waiting;
        std::atomic<int> answered = 0;
        TestServer server(
            [&](const Request& request, auto responder) {
                if (request.path == "/events") {
                    responder->stream([] {})->write("data: 1\n\n");
                    return;
                }
                const std::scoped_lock lock(mutex);
                waiting.push_back(std::move(responder));
                changed.notify_one();
            },
            {.threads = 2});
        std::jthread answering([&](const std::stop_token& token) {
            while (!token.stop_requested()) {
                std::unique_lock lock(mutex);
                changed.wait_for(lock, Duration(1), [&] { return !waiting.empty(); });
                std::vector<std::unique_ptr<Responder>> taken = std::exchange(waiting, {});
                lock.unlock();
                for (const std::unique_ptr<Responder>& responder : taken) {
                    responder->send(text_response("x"));
                    ++answered;
                }
            }
        });
        std::vector<std::unique_ptr<Client>> clients;
        for (int i = 0; i < 4; ++i) {
            clients.push_back(std::make_unique<Client>(*server));
        }
        std::vector<std::jthread> asking;
        for (const std::unique_ptr<Client>& client : clients) {
            asking.emplace_back([&client] {
                while (client->get("/").status == 200) {
                }
                client->finish_sending();
            });
        }
        Client stream(*server);
        stream.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n");
        stream.read_until("data: 1\n\n");
        while (answered < 50) {
            std::this_thread::yield();
        }
        stream.finish_sending();
        server->stop(std::chrono::seconds(round % 2));
        server.destroy();
    }
}

}  // namespace
}  // namespace standby::http
