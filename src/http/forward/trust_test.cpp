// Whom a node believes: only another node of the cluster, only about this request, and only once.
#include "base/guarded.hpp"
#include "http/forward/forward_test_support.hpp"
#include "http/forward/forwarder.hpp"
#include "http/forward/node_address.hpp"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {
namespace {

TEST_F(Forwarding, TellsANodeToLook) {
    std::promise<Request> told;
    OtherNode other([&](Request request, std::unique_ptr<Responder> responder) {
        responder->send({.status = 204});
        told.set_value(std::move(request));
    });
    forwarder().tell(other.owner().address, "node-b");
    auto future = told.get_future();
    const Request request = wait_for(future);
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.path, look_path);
    ASSERT_TRUE(other.hops()[0]);
    EXPECT_TRUE(other.hops()[0]->is_for_us);
}

TEST_F(Forwarding, IsKnownToBeMeantForAnEarlierNodeOfTheSameAddress) {
    OtherNode other([](const Request&, std::unique_ptr<Responder> responder) {
        responder->send(text_response("x"));
    });
    placement.give(1, {.node = "node-before", .address = other.owner().address});
    ASSERT_TRUE(send(request_to("GET", "/x")).response);
    ASSERT_TRUE(other.hops()[0]);
    EXPECT_FALSE(other.hops()[0]->is_for_us);
}

TEST_F(Forwarding, CountsForNothingWithoutAProofOrWhenItIsRepeated) {
    OtherNode other([](const Request& request, std::unique_ptr<Responder> responder) {
        responder->send(text_response(request.client));
    });
    std::promise<std::string> heard;
    ScriptedPeer peer([&](int, int socket) { heard.set_value(ScriptedPeer::read_head(socket)); });
    placement.give(1, {.node = "node-b", .address = peer.address()});
    send(request_to("GET", "/x"));
    auto hearing = heard.get_future();
    const std::string recorded = wait_for(hearing);

    Client client(other.server());
    client.send(recorded);
    EXPECT_EQ(client.read_answer().body, "192.0.2.7");
    client.send(recorded);
    EXPECT_EQ(client.read_answer().status, 200);
    std::string forged = recorded;
    forged.replace(forged.find("192.0.2.7"), 9, "192.0.2.8");
    client.send(forged);
    EXPECT_EQ(client.read_answer().body, "127.0.0.1");
    const auto hops = other.hops();
    ASSERT_EQ(hops.size(), 3U);
    EXPECT_TRUE(hops[0] && hops[0]->is_for_us);
    EXPECT_TRUE(hops[1] && !hops[1]->is_for_us);
    EXPECT_FALSE(hops[2]);
    EXPECT_EQ(other.figures().forged, 1U);
}

// The lines of the proof that the version before did not know.
std::string as_before(std::string head) {
    for (const std::string_view name : {"x-standby-proof-2: ", "x-standby-time: "}) {
        const std::size_t begin = head.find(name);
        head.erase(begin, head.find("\r\n", begin) + 2 - begin);
    }
    return head;
}

TEST_F(Forwarding, BelievesTheVersionBeforeUntilANodeHasProvenMore) {
    OtherNode other([](const Request& request, std::unique_ptr<Responder> responder) {
        responder->send(text_response(request.client));
    });
    Guarded<std::vector<std::string>> heads;
    ScriptedPeer peer([&](int, int socket) {
        const std::string head = ScriptedPeer::read_head(socket);
        heads.with([&](std::vector<std::string>& all) { all.push_back(head); });
    });
    placement.give(1, {.node = "node-b", .address = peer.address()});
    for (int count = 0; count < 3; ++count) {
        send(request_to("GET", "/x"));
    }
    stop();
    const auto heard = heads.with([](const std::vector<std::string>& all) { return all; });
    ASSERT_GE(heard.size(), 3U);
    Client client(other.server());
    client.send(as_before(heard[0]));
    EXPECT_EQ(client.read_answer().body, "192.0.2.7");
    client.send(heard[1]);
    EXPECT_EQ(client.read_answer().body, "192.0.2.7");
    client.send(as_before(heard[2]));
    EXPECT_EQ(client.read_answer().body, "127.0.0.1");
    EXPECT_EQ(other.figures().forged, 1U);
}

TEST_F(Forwarding, CountsForNothingWhenItIsOld) {
    OtherNode other(
        [](const Request&, std::unique_ptr<Responder> responder) {
            responder->send(text_response("x"));
        },
        "node-b", {.clock_difference_max = Duration{-1}});
    placement.give(1, other.owner());
    ASSERT_TRUE(send(request_to("GET", "/x")).response);
    ASSERT_TRUE(other.hops()[0]);
    EXPECT_FALSE(other.hops()[0]->is_for_us);
    EXPECT_EQ(other.figures().stale, 1U);
}

TEST_F(Forwarding, BelievesNoAnswerWithoutAProofFromANodeThatProves) {
    OtherNode other([](const Request&, std::unique_ptr<Responder> responder) {
        responder->send(text_response("x"));
    });
    placement.give(1, other.owner());
    ASSERT_TRUE(send(request_to("POST", "/x")).response);
    other.proves = false;
    EXPECT_EQ(send(request_to("POST", "/x")).failure, ForwardFailure::Unknown);
    EXPECT_EQ(forwarder().figures().forged, 1U);
}

TEST_F(Forwarding, IsNotBelievedOverPlainHttpWhereNodesUseTls) {
    OtherNode other(
        [](const Request& request, std::unique_ptr<Responder> responder) {
            responder->send(text_response(request.client));
        },
        "node-b", {.takes_plain = false});
    placement.give(1, other.owner());
    const auto answer = send(request_to("GET", "/x"));
    ASSERT_TRUE(answer.response);
    EXPECT_EQ(answer.response->body, "127.0.0.1");
    EXPECT_FALSE(other.hops()[0]);
}

TEST_F(Forwarding, GoesNowhereInPlainHttpWhereOnlyTlsIsTaken) {
    OtherNode other([](const Request&, std::unique_ptr<Responder> responder) {
        responder->send(text_response("x"));
    });
    options.takes_plain = false;
    options.hold_max = Duration{20};
    placement.give(1, other.owner());
    EXPECT_EQ(send(request_to("GET", "/x")).failure, ForwardFailure::NoOwner);
    EXPECT_TRUE(other.hops().empty());
}

TEST(NodeAddresses, NameOneWayOrBoth) {
    EXPECT_EQ(parse_node_address("10.0.0.5:8080"), (NodeAddress{.plain = "10.0.0.5:8080"}));
    EXPECT_EQ(parse_node_address("tls=[::1]:8081"), (NodeAddress{.tls = "[::1]:8081"}));
    const NodeAddress both{.plain = "a:1", .tls = "a:2"};
    EXPECT_EQ(format_node_address(both), "a:1 tls=a:2");
    EXPECT_EQ(parse_node_address(format_node_address(both)), both);
}

TEST(Forwarder, RefusesASecretThatCouldBeGuessed) {
    DecidedPlacement placement("node-a");
    const auto made = Forwarder::create({.secret = "short"}, placement);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error(), "The cluster's secret must have at least 16 characters.");
}

}  // namespace
}  // namespace standby::http
