// What JetStream says, and what is said to it.
#include "bus/nats/jetstream.hpp"

#include <gtest/gtest.h>

namespace standby::bus {
namespace {

TEST(NatsUrlTest, TakesOneOrSeveral) {
    EXPECT_FALSE(nats_url_problem("nats://127.0.0.1:4222"));
    EXPECT_FALSE(nats_url_problem("tls://ann:secret@bus.example:4222"));
    EXPECT_FALSE(nats_url_problem("nats://a:4222,nats://b:4222"));
}

TEST(NatsUrlTest, RefusesEverythingElse) {
    for (const char* url :
         {"", "127.0.0.1:4222", "http://a", "nats://", "nats://a b", "nats://a/x"}) {
        EXPECT_TRUE(nats_url_problem(url)) << url;
    }
}

TEST(JetStreamTest, ReadsWhenAMessageCame) {
    const auto plain =
        read_settle_address("$JS.ACK.STANDBY_IN.standby.1.17.17.1700000000123456789.0");
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->stream, "STANDBY_IN");
    EXPECT_EQ(plain->put_at_ns, 1'700'000'000'123'456'789);
    const auto longer = read_settle_address(
        "$JS.ACK.hub.ACC.STANDBY_IN.standby.1.17.17.1700000000123456789.0.random");
    ASSERT_TRUE(longer);
    EXPECT_EQ(longer->stream, "STANDBY_IN");
    EXPECT_EQ(longer->put_at_ns, 1'700'000'000'123'456'789);
    EXPECT_FALSE(read_settle_address("_INBOX.abc"));
    EXPECT_FALSE(read_settle_address("$JS.ACK.a.b.c.d.e.f.g"));
}

TEST(JetStreamTest, KnowsWhatWasTakenFromWhatWasNot) {
    const auto answer = [](std::string data, std::string status = {}) {
        return read_publish_answer({.data = std::move(data), .status = std::move(status)});
    };
    EXPECT_FALSE(answer(R"({"stream":"S","seq":1})")->is_duplicate);
    EXPECT_TRUE(answer(R"({"stream":"S","seq":1,"duplicate":true})")->is_duplicate);
    EXPECT_FALSE(answer(R"({"error":{"code":400,"description":"wrong last msg ID"}})"));
    EXPECT_FALSE(answer({}, "503"));
    EXPECT_FALSE(answer("nonsense"));
}

TEST(JetStreamTest, KeepsHeadersInOneLine) {
    EXPECT_EQ(header_text("a\r\nNats-Msg-Id: b"), "a  Nats-Msg-Id: b");
    EXPECT_EQ(header_text(std::string(1'000, 'a')).size(), 500U);
}

}  // namespace
}  // namespace standby::bus
