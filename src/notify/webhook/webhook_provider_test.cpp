// What is posted to receivers, and what their answers mean.
#include "notify/webhook/webhook_provider.hpp"

#include "interchange/network/little_server_test_support.hpp"
#include "notify/webhook/signature.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>

namespace standby::notify {
namespace {

using interchange::LittleServer;
using interchange::Peer;

using namespace std::chrono_literals;

OutgoingMessage message() {
    OutgoingMessage message;
    message.id = "msg_1";
    message.to = "https://receiver.example/hook";
    message.content = R"({"kind":"refund"})";
    message.secret = std::string(24, 'k');
    message.at = Time{1614265330s};
    return message;
}

SendResult judge(std::uint16_t status) {
    TransferResult result;
    result.status = status;
    result.text = "the receiver's own words, with +4917012345";
    return judge_webhook_reply(result);
}

TEST(WebhookRequest, IsSignedAndNamed) {
    const HttpTransfer request = make_webhook_request({}, message());
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.url, "https://receiver.example/hook");
    EXPECT_EQ(request.body, message().content);
    EXPECT_FALSE(request.may_reach_private);
    const std::string signature =
        sign_webhook(message().secret, "msg_1", message().at, message().content);
    for (const std::string& header :
         {std::string("Content-Type: application/json"), std::string("User-Agent: Standby"),
          std::string("webhook-id: msg_1"), std::string("webhook-timestamp: 1614265330"),
          "webhook-signature: " + signature}) {
        EXPECT_EQ(std::ranges::count(request.headers, header), 1) << header;
    }
}

TEST(WebhookReply, IsSentRefusedOrTriedAgain) {
    for (const std::uint16_t status : std::to_array<std::uint16_t>({200, 201, 202, 204})) {
        EXPECT_EQ(judge(status).outcome, SendOutcome::Sent) << status;
    }
    for (const std::uint16_t status : std::to_array<std::uint16_t>({301, 302, 307, 410})) {
        EXPECT_EQ(judge(status).outcome, SendOutcome::Refused) << status;
    }
    for (const std::uint16_t status :
         std::to_array<std::uint16_t>({400, 401, 404, 408, 429, 500, 502, 503, 999})) {
        EXPECT_EQ(judge(status).outcome, SendOutcome::Later) << status;
    }
    EXPECT_EQ(judge(500).note, "status 500");
}

TEST(WebhookReply, KeepsWhatTheReceiverAsksFor) {
    TransferResult result;
    result.status = 503;
    result.retry_after = 90s;
    EXPECT_EQ(judge_webhook_reply(result).retry_after, Duration(90s));
    TransferResult none;
    none.error = "no answer in time";
    EXPECT_EQ(judge_webhook_reply(none).outcome, SendOutcome::Later);
    EXPECT_EQ(judge_webhook_reply(none).note, "no answer in time");
}

TEST(WebhookProvider, ReachesPrivateReceiversOnlyWhenAllowed) {
    const LittleServer server([](Peer& peer) {
        while (auto line = peer.read_line()) {
            if (line->empty()) {
                peer.write("HTTP/1.1 204 No Content\r\n\r\n");
                peer.wait_for_the_end();
            }
        }
    });
    Transport transport(TransportOptions{});
    OutgoingMessage inside = message();
    inside.to = "http://" + server.address() + "/hook";
    const auto send = [&](WebhookOptions options) {
        WebhookProvider provider(options);
        std::optional<SendResult> sent;
        provider.send(inside, transport, [&](SendResult result) { sent = std::move(result); });
        while (!sent) {
            transport.poll(10s);
        }
        return *sent;
    };
    EXPECT_EQ(send({.may_reach_private = false}).outcome, SendOutcome::Later);
    EXPECT_EQ(server.connections(), 0U);
    EXPECT_EQ(send({.may_reach_private = true}).outcome, SendOutcome::Sent);
}

}  // namespace
}  // namespace standby::notify
