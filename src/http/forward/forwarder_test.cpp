// Requests on their way to the node that owns their shard: what arrives, what is waited for, what
// is tried again, and what is said when nobody knows.
#include "http/forward/forwarder.hpp"

#include "http/forward/forward_test_support.hpp"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <optional>
#include <string>

namespace standby::http {
namespace {

using namespace std::chrono_literals;

void answer_moved(std::unique_ptr<Responder> responder) {
    Response response;
    response.status = 503;
    response.headers.emplace_back(std::string(moved_header), "1");
    responder->send(std::move(response));
}

TEST_F(Forwarding, CarriesARequestToTheOwnerAsItWasAndTheAnswerBackAsItIs) {
    Guarded<Request> seen;
    OtherNode other([&](Request request, std::unique_ptr<Responder> responder) {
        seen.exchange(std::move(request));
        Response response;
        response.status = 201;
        response.content_type = "application/json";
        response.body = "{}";
        response.headers.emplace_back("Set-Cookie", "a=1");
        response.headers.emplace_back("Set-Cookie", "b=2");
        responder->send(std::move(response));
    });
    placement.give(1, other.owner());
    Request request = request_to("POST", "/r/caf\xC3\xA9%2Fau%25lait;x", "a body");
    request.query = "a=b%20c&d=%C3%A9";
    request.secure = true;
    request.headers.emplace_back("authorization", "Bearer sk_1");
    request.headers.emplace_back("idempotency-key", "one");
    request.headers.emplace_back("cookie", "s=1");
    request.headers.emplace_back("connection", "close");
    request.headers.emplace_back("x-forwarded-for", "203.0.113.1");
    request.headers.emplace_back("x-standby-proof", "made up");
    const Ending ending = send(request);

    ASSERT_TRUE(ending.response);
    EXPECT_EQ(ending.response->status, 201);
    EXPECT_EQ(ending.response->content_type, "application/json");
    EXPECT_EQ(ending.response->body, "{}");
    const std::vector<std::pair<std::string, std::string>> cookies{{"Set-Cookie", "a=1"},
                                                                   {"Set-Cookie", "b=2"}};
    EXPECT_EQ(ending.response->headers, cookies);
    const Request arrived = seen.copy();
    EXPECT_EQ(arrived.method, "POST");
    EXPECT_EQ(arrived.path, request.path);
    EXPECT_EQ(arrived.query, request.query);
    EXPECT_EQ(arrived.body, "a body");
    EXPECT_EQ(arrived.client, "192.0.2.7");
    EXPECT_TRUE(arrived.secure);
    EXPECT_EQ(arrived.header("host"), "standby.example");
    EXPECT_EQ(arrived.header("authorization"), "Bearer sk_1");
    EXPECT_EQ(arrived.header("idempotency-key"), "one");
    EXPECT_EQ(arrived.header("cookie"), "s=1");
    EXPECT_EQ(arrived.header("x-forwarded-for"), "");
    for (const auto& [name, value] : arrived.headers) {
        EXPECT_FALSE(name.starts_with("x-standby-")) << name;
    }
    ASSERT_EQ(other.hops().size(), 1U);
    ASSERT_TRUE(other.hops()[0]);
    EXPECT_EQ(other.hops()[0]->node, "node-a");
    EXPECT_TRUE(other.hops()[0]->is_for_us);
    EXPECT_LE(other.hops()[0]->deadline, std::chrono::steady_clock::now() + options.total_max);
}

TEST_F(Forwarding, KeepsAConnectionForTheNextRequest) {
    OtherNode other([](const Request& request, std::unique_ptr<Responder> responder) {
        echo(request, std::move(responder));
    });
    placement.give(1, other.owner());
    for (int count = 0; count < 50; ++count) {
        ASSERT_EQ(send(request_to("GET", "/" + std::to_string(count))).response->body,
                  "GET\n/" + std::to_string(count) + "\n\n");
    }
    EXPECT_EQ(forwarder().figures().connections, 1U);
}

TEST_F(Forwarding, GivesEachOfManyItsOwnAnswer) {
    OtherNode other([](const Request& request, std::unique_ptr<Responder> responder) {
        echo(request, std::move(responder));
    });
    placement.give(1, other.owner());
    std::vector<std::future<Ending>> endings;
    for (int count = 0; count < 3000; ++count) {
        endings.push_back(begin(request_to("POST", "/x", std::to_string(count))));
    }
    for (int count = 0; count < 3000; ++count) {
        const Ending ending = wait_for(endings[static_cast<std::size_t>(count)]);
        ASSERT_TRUE(ending.response);
        ASSERT_EQ(ending.response->body, "POST\n/x\n\n" + std::to_string(count));
    }
    EXPECT_LE(forwarder().figures().connections, options.connections_max);
}

TEST_F(Forwarding, CarriesLargeBodiesBothWays) {
    const std::string large(5'000'000, 'x');
    OtherNode other([&](const Request& request, std::unique_ptr<Responder> responder) {
        responder->send(text_response(std::to_string(request.body.size()) + large));
    });
    placement.give(1, other.owner());
    const Ending ending = send(request_to("POST", "/x", std::string(200'000, 'y')));
    ASSERT_TRUE(ending.response);
    EXPECT_EQ(ending.response->body, "200000" + large);
}

TEST_F(Forwarding, DoesNotLetOthersWaitBehindALongOne) {
    Guarded<std::unique_ptr<Responder>> slow;
    std::promise<void> has_come;
    OtherNode other([&](const Request& request, std::unique_ptr<Responder> responder) {
        if (request.path == "/long") {
            slow.exchange(std::move(responder));
            has_come.set_value();
        } else {
            echo(request, std::move(responder));
        }
    });
    placement.give(1, other.owner());
    auto ending = begin(request_to("GET", "/long"), true, ErrandKind::Long);
    auto come = has_come.get_future();
    wait_for(come);
    for (int count = 0; count < 20; ++count) {
        ASSERT_TRUE(send(request_to("GET", "/quick")).response);
    }
    slow.exchange(nullptr)->send(text_response("at last"));
    EXPECT_EQ(wait_for(ending).response->body, "at last");
}

TEST_F(Forwarding, OpensNoMoreConnectionsForLongOnesThanAllowed) {
    OtherNode other([](const Request& request, std::unique_ptr<Responder> responder) {
        echo(request, std::move(responder));
    });
    placement.give(1, other.owner());
    std::vector<std::future<Ending>> endings;
    for (std::size_t count = 0; count < 10 * options.connections_max; ++count) {
        endings.push_back(begin(request_to("GET", "/long"), true, ErrandKind::Long));
    }
    for (auto& ending : endings) {
        ASSERT_TRUE(wait_for(ending).response);
    }
    EXPECT_LE(forwarder().figures().connections, options.connections_max);
}

TEST_F(Forwarding, HoldsARequestUntilSomebodyOwnsItsShard) {
    OtherNode other([](const Request& request, std::unique_ptr<Responder> responder) {
        echo(request, std::move(responder));
    });
    placement.on_look = [&](int looks) {
        if (looks == 3) {
            placement.give(1, other.owner());
        }
    };
    EXPECT_TRUE(send(request_to("POST", "/x")).response);
    EXPECT_EQ(forwarder().figures().held, 1U);
}

TEST_F(Forwarding, CarriesItOutHereOnceTheShardIsHere) {
    placement.on_look = [&](int) { placement.give_here(1); };
    const Ending ending = send(request_to("POST", "/x"));
    EXPECT_TRUE(ending.is_here);
    EXPECT_TRUE(ending.patience.hold_until);  // A second wait is counted from the first one.
}

TEST_F(Forwarding, GivesUpWhenNobodyOwnsTheShardInTime) {
    options.hold_max = 40ms;
    const auto before = std::chrono::steady_clock::now();
    const Ending ending = send(request_to("POST", "/x"));
    EXPECT_EQ(ending.failure, ForwardFailure::NoOwner);
    EXPECT_GE(std::chrono::steady_clock::now() - before, 30ms);
    EXPECT_EQ(forwarder().figures().given_up, 1U);
}

TEST_F(Forwarding, TriesAgainWhereTheOwnerSaysThatItHasMoved) {
    std::atomic<int> count = 0;
    OtherNode other([&](const Request& request, std::unique_ptr<Responder> responder) {
        if (++count < 3) {
            answer_moved(std::move(responder));
        } else {
            echo(request, std::move(responder));
        }
    });
    placement.give(1, other.owner());
    EXPECT_EQ(send(request_to("POST", "/x", "once")).response->status, 200);
    EXPECT_EQ(count, 3);
    EXPECT_EQ(placement.looks(), 2);
}

TEST_F(Forwarding, GoesToTheNextOwnerWhenTheFirstIsNotThere) {
    OtherNode other([](const Request& request, std::unique_ptr<Responder> responder) {
        echo(request, std::move(responder));
    });
    placement.give(1, {.node = "node-gone", .address = "127.0.0.1:1"});
    placement.on_look = [&](int looks) {
        if (looks == 2) {
            placement.give(1, other.owner());
        }
    };
    EXPECT_TRUE(send(request_to("POST", "/x")).response);
}

TEST_F(Forwarding, DoesNotRepeatWhatMayHaveBeenDone) {
    ScriptedPeer peer([](int, int socket) { ScriptedPeer::read_head(socket); });
    placement.give(1, {.node = "node-b", .address = peer.address()});
    EXPECT_EQ(send(request_to("POST", "/x")).failure, ForwardFailure::Unknown);
    EXPECT_EQ(peer.connections(), 1);
    EXPECT_EQ(forwarder().figures().broken, 1U);
}

TEST_F(Forwarding, RepeatsWhatDoesNoHarmWhenTheConnectionBreaks) {
    ScriptedPeer peer([](int number, int socket) {
        ScriptedPeer::read_head(socket);
        if (number == 2) {
            ScriptedPeer::write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            ScriptedPeer::wait_for_close(socket);
        }
    });
    placement.give(1, {.node = "node-b", .address = peer.address()});
    EXPECT_EQ(send(request_to("POST", "/x"), true).response->body, "ok");
    EXPECT_EQ(peer.connections(), 2);
    stop();
}

TEST_F(Forwarding, SaysOfAChangeThatBrokeThatNobodyKnowsAndOfAReadingThatNothingWasDone) {
    options.hold_max = 30ms;
    ScriptedPeer peer([](int, int socket) { ScriptedPeer::read_head(socket); });
    placement.give(1, {.node = "node-b", .address = peer.address()});
    EXPECT_EQ(send(request_to("POST", "/x"), true).failure, ForwardFailure::Unknown);
    EXPECT_EQ(send(request_to("GET", "/x"), true).failure, ForwardFailure::NoOwner);
}

TEST_F(Forwarding, BelievesNoAnswerThatIsNone) {
    const std::vector<std::string> garbage{
        "\x16\x03\x01\x02",
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
        "HTTP/1.1 100 Continue\r\n\r\n",
    };
    for (const std::string& text : garbage) {
        ScriptedPeer peer([&](int, int socket) {
            ScriptedPeer::read_head(socket);
            ScriptedPeer::write(socket, text + (text.ends_with("\n\n") ? "\n\n" : "\r\n"));
        });
        placement.give(1, {.node = "node-b", .address = peer.address()});
        EXPECT_EQ(send(request_to("POST", "/x")).failure, ForwardFailure::Unknown) << text;
    }
}

TEST_F(Forwarding, StopsWaitingForANodeThatDoesNotAnswer) {
    options.total_max = 60ms;
    ScriptedPeer peer([](int, int socket) { ScriptedPeer::wait_for_close(socket); });
    placement.give(1, {.node = "node-b", .address = peer.address()});
    EXPECT_EQ(send(request_to("POST", "/x")).failure, ForwardFailure::Unknown);
    EXPECT_EQ(send(request_to("GET", "/x"), true).failure, ForwardFailure::NoOwner);
}

TEST_F(Forwarding, FailsWhatIsUnderWayWhenItStops) {
    std::promise<void> has_come;
    ScriptedPeer peer([&](int, int socket) {
        ScriptedPeer::read_head(socket);
        has_come.set_value();
        ScriptedPeer::wait_for_close(socket);
    });
    placement.give(1, {.node = "node-b", .address = peer.address()});
    auto sent = begin(request_to("POST", "/x"));
    auto come = has_come.get_future();
    wait_for(come);
    stop();
    EXPECT_EQ(wait_for(sent).failure, ForwardFailure::Unknown);
    EXPECT_EQ(send(request_to("POST", "/x")).failure, ForwardFailure::NoOwner);
}

}  // namespace
}  // namespace standby::http
