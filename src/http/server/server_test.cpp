// The server on a real socket: requests, answers and their order.
#include "http/server/server.hpp"

#include "http/server/server_test_support.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <stdexcept>
#include <thread>

namespace standby::http {
namespace {

// Keeps responders, so that a test decides when and in which order to answer.
struct Shelf {
    std::mutex mutex;
    std::vector<std::unique_ptr<Responder>> responders;
    std::promise<void> filled;
    std::size_t wanted = 0;

    void put(std::unique_ptr<Responder> responder) {
        const std::scoped_lock lock(mutex);
        responders.push_back(std::move(responder));
        if (responders.size() == wanted) {
            filled.set_value();
        }
    }
    void wait() {
        auto future = filled.get_future();
        wait_for(future);
    }
};

std::string repeat(std::string_view text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) {
        result += text;
    }
    return result;
}

TEST(HttpServer, AnswersOneRequestAfterTheOtherOnOneConnection) {
    TestServer server(echo);
    Client client(*server);
    const ClientAnswer first = client.get("/a%20b?c=d");
    EXPECT_EQ(first.status, 200);
    EXPECT_EQ(first.body, "GET\n/a b\nc=d\n");
    EXPECT_TRUE(first.has("Date: "));
    EXPECT_TRUE(first.has("X-Content-Type-Options: nosniff\r\n"));
    EXPECT_TRUE(first.has("Content-Type: text/plain\r\n"));
    client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody");
    EXPECT_EQ(client.read_answer().body, "POST\n/x\n\nbody");
    EXPECT_EQ(server->figures().connections_open, 1u);
}

TEST(HttpServer, UnderstandsRequestsThatComeByteByByte) {
    TestServer server(echo);
    Client client(*server);
    for (const char character : std::string_view("PUT /p HTTP/1.1\r\nHost: a\r\n"
                                                 "Transfer-Encoding: chunked\r\n\r\n"
                                                 "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")) {
        client.send({&character, 1});
    }
    EXPECT_EQ(client.read_answer().body, "PUT\n/p\n\nabcde");
}

TEST(HttpServer, TakesLargeBodiesUpToTheLimit) {
    TestServer server(echo);
    Client client(*server);
    const std::string body(256 * 1024, 'x');
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 262144\r\n\r\n" + body);
    EXPECT_EQ(client.read_answer().body, "POST\n/\n\n" + body);
    EXPECT_EQ(client.get("/after").status, 200);
}

TEST(HttpServer, AnswersPipelinedRequestsInTheirOrder) {
    Shelf shelf{.wanted = 3};
    TestServer server([&](const Request&, auto responder) { shelf.put(std::move(responder)); });
    Client client(*server);
    client.send(repeat("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 3));
    shelf.wait();
    for (const std::size_t index : {2u, 0u, 1u}) {
        shelf.responders[index]->send(text_response(std::to_string(index)));
    }
    EXPECT_EQ(client.read_answer().body, "0");
    EXPECT_EQ(client.read_answer().body, "1");
    EXPECT_EQ(client.read_answer().body, "2");
}

TEST(HttpServer, AnswersManyPipelinedRequests) {
    TestServer server(echo);
    Client client(*server);
    std::string requests;
    for (int i = 0; i < 2000; ++i) {
        requests += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }
    std::thread sender([&] { client.send(requests); });
    for (int i = 0; i < 2000; ++i) {
        ASSERT_EQ(client.read_answer().body, "GET\n/" + std::to_string(i) + "\n\n");
    }
    sender.join();
}

TEST(HttpServer, LeavesFurtherRequestsUnreadWhenEnoughAreUnderWay) {
    Shelf shelf{.wanted = 2};
    TestServer server([&](const Request&, auto responder) { shelf.put(std::move(responder)); },
                      {.pipelined_max = 2});
    Client client(*server);
    client.send(repeat("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 3));
    shelf.wait();
    {
        const std::scoped_lock lock(shelf.mutex);
        EXPECT_EQ(shelf.responders.size(), 2u);
        shelf.wanted = 3;
        shelf.filled = {};
    }
    shelf.responders[0]->send(text_response("0"));
    EXPECT_EQ(client.read_answer().body, "0");
    shelf.wait();
    shelf.responders[2]->send(text_response("2"));
    shelf.responders[1]->send(text_response("1"));
    EXPECT_EQ(client.read_answer().body, "1");
    EXPECT_EQ(client.read_answer().body, "2");
}

TEST(HttpServer, TakesAnswersFromOtherThreads) {
    std::mutex mutex;
    std::vector<std::thread> answering;
    TestServer server(
        [&](Request request, auto responder) {
            const std::scoped_lock lock(mutex);
            answering.emplace_back([path = std::move(request.path), kept = std::move(responder)] {
                kept->send(text_response(path));
            });
        },
        {.threads = 3});
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 6; ++i) {
        clients.push_back(std::make_unique<Client>(*server));
        for (const std::string_view path : {"/0", "/1", "/2", "/3"}) {
            clients.back()->send("GET " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n\r\n");
        }
    }
    for (const std::unique_ptr<Client>& client : clients) {
        for (const std::string_view path : {"/0", "/1", "/2", "/3"}) {
            EXPECT_EQ(client->read_answer().body, path);
        }
    }
    for (std::thread& thread : answering) {
        thread.join();
    }
}

TEST(HttpServer, AnswersHeadLikeGetWithoutTheBody) {
    TestServer server(echo);
    Client client(*server);
    client.send("HEAD /h HTTP/1.1\r\nHost: a\r\n\r\nGET /g HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_TRUE(client.read_answer(false).has("Content-Length: 8\r\n"));
    EXPECT_EQ(client.read_answer().body, "GET\n/g\n\n");
}

TEST(HttpServer, ClosesAfterAnOldRequestUnlessAskedNotTo) {
    TestServer server(echo);
    Client keeping(*server);
    keeping.send("GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_TRUE(keeping.read_answer().has("Connection: keep-alive\r\n"));
    keeping.send("GET /2 HTTP/1.0\r\n\r\nGET /3 HTTP/1.0\r\n\r\n");
    const ClientAnswer last = keeping.read_answer();
    EXPECT_EQ(last.body, "GET\n/2\n\n");
    EXPECT_TRUE(last.has("Connection: close\r\n"));
    EXPECT_TRUE(keeping.is_closed_by_server());
}

TEST(HttpServer, ClosesWhenTheClientAsksForIt) {
    TestServer server(echo);
    Client client(*server);
    EXPECT_TRUE(client.get("/", "Connection: close\r\n").has("Connection: close\r\n"));
    EXPECT_TRUE(client.is_closed_by_server());
}

TEST(HttpServer, AnswersAClientThatHasEndedItsSide) {
    Shelf shelf{.wanted = 1};
    TestServer server([&](const Request&, auto responder) { shelf.put(std::move(responder)); });
    Client client(*server);
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    client.finish_sending();
    shelf.wait();
    shelf.responders[0]->send(text_response("late"));
    EXPECT_EQ(client.read_answer().body, "late");
    EXPECT_TRUE(client.is_closed_by_server());
}

TEST(HttpServer, TellsAWaitingClientToContinue) {
    TestServer server(echo);
    Client client(*server);
    client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    client.send("ok");
    EXPECT_EQ(client.read_answer().body, "POST\n/\n\nok");
}

TEST(HttpServer, TellsAClientToContinueOnlyAfterEarlierAnswers) {
    Shelf shelf{.wanted = 1};
    TestServer server([&](const Request& request, auto responder) {
        request.method == "GET" ? shelf.put(std::move(responder))
                                : echo(request, std::move(responder));
    });
    Client client(*server);
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nPOST / HTTP/1.1\r\nHost: a\r\n"
                "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    shelf.wait();
    shelf.responders[0]->send(text_response("first"));
    EXPECT_EQ(client.read_answer().body, "first");
    EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    client.send("ok");
    EXPECT_EQ(client.read_answer().body, "POST\n/\n\nok");
}

TEST(HttpServer, AnswersInternalErrorWhenTheHandlerDropsItsResponder) {
    TestServer server([](const Request& request, auto responder) {
        if (request.path == "/throw") {
            throw std::runtime_error("a handler's defect");
        }
        responder.reset();
    });
    Client client(*server);
    const ClientAnswer dropped = client.get("/drop");
    EXPECT_EQ(dropped.status, 500);
    EXPECT_TRUE(dropped.body.contains(R"("type":"/problems/internal")"));
    EXPECT_EQ(client.get("/throw").status, 500);
    EXPECT_EQ(server->figures().requests_failed, 2u);
}

TEST(HttpServer, CompressesForClientsThatAcceptIt) {
    TestServer server([](const Request&, auto responder) {
        Response response = text_response(repeat("a line of text\n", 200));
        response.compressible = true;
        responder->send(std::move(response));
    });
    Client client(*server);
    const ClientAnswer brotli = client.get("/", "Accept-Encoding: gzip, br\r\n");
    EXPECT_TRUE(brotli.has("Content-Encoding: br\r\n"));
    EXPECT_TRUE(brotli.has("Vary: Accept-Encoding\r\n"));
    EXPECT_LT(brotli.body.size(), 300u);
    const ClientAnswer gzip = client.get("/", "Accept-Encoding: gzip, br;q=0\r\n");
    EXPECT_TRUE(gzip.has("Content-Encoding: gzip\r\n"));
    const ClientAnswer plain = client.get("/");
    EXPECT_FALSE(plain.has("Content-Encoding"));
    EXPECT_EQ(plain.body.size(), 3000u);
}

TEST(HttpServer, TellsTheHandlerWhoAsks) {
    const auto who = [](const Request& request, auto responder) {
        responder->send(text_response(request.client + (request.secure ? " secure" : "")));
    };
    const std::string_view forwarded = "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\n";
    TestServer suspicious(who);
    EXPECT_EQ(Client(*suspicious).get("/", forwarded).body, "127.0.0.1");
    TestServer trusting(who, {.trusted_proxies = {"127.0.0.0/8"}});
    EXPECT_EQ(Client(*trusting).get("/", forwarded).body, "1.2.3.4 secure");
}

TEST(HttpServer, ListensOnIpv6) {
    for (const std::string address : {"::1", "[::1]"}) {
        FunctionHandler handler(echo);
        const auto server = Server::start({.address = address, .port = 0}, handler);
        ASSERT_TRUE(server.has_value()) << server.error();
        EXPECT_NE((*server)->port(), 0);
    }
}

TEST(HttpServer, SaysWhereItCannotListen) {
    FunctionHandler handler(echo);
    TestServer other(echo);
    const auto taken = Server::start({.port = other->port()}, handler);
    ASSERT_FALSE(taken.has_value());
    EXPECT_TRUE(taken.error().contains("127.0.0.1:" + std::to_string(other->port())));
    const auto nonsense = Server::start({.address = "nowhere"}, handler);
    ASSERT_FALSE(nonsense.has_value());
    EXPECT_TRUE(nonsense.error().contains("nowhere"));
    EXPECT_FALSE(Server::start({.trusted_proxies = {"x"}}, handler).has_value());
}

TEST(HttpServer, AnswersWhatCameBeforeAMalformedRequest) {
    Shelf shelf{.wanted = 1};
    TestServer server([&](const Request&, auto responder) { shelf.put(std::move(responder)); });
    Client client(*server);
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n");
    shelf.wait();
    shelf.responders[0]->send(text_response("good"));
    EXPECT_EQ(client.read_answer().body, "good");
    EXPECT_EQ(client.read_answer().status, 400);
}

TEST(HttpServer, DoesNotTrace) {
    TestServer server(echo);
    Client client(*server);
    client.send("TRACE / HTTP/1.1\r\nHost: a\r\n\r\n");
    const ClientAnswer answer = client.read_answer();
    EXPECT_EQ(answer.status, 405);
    EXPECT_TRUE(answer.has("Allow: "));
}

}  // namespace
}  // namespace standby::http
