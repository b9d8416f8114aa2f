// Against librdkafka's own cluster of three brokers that answer with errors when told to.
#include "bus/kafka/kafka_bus.hpp"

#include "bus/kafka/kafka_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <librdkafka/rdkafka_mock.h>

#include <algorithm>
#include <map>
#include <set>

namespace standby::bus {
namespace {

using std::chrono::milliseconds;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::int16_t produce_call = 0;

class KafkaTest : public testing::Test {
protected:
    KafkaTest() {
        KafkaConfig config{{.url = "kafka://127.0.0.1:1"}};
        host_ = config.make(RD_KAFKA_PRODUCER).value();
        cluster_ = rd_kafka_mock_cluster_new(host_.get(), 3);
        rd_kafka_mock_topic_create(cluster_, "standby.out", 4, 3);
        rd_kafka_mock_topic_create(cluster_, "standby.in.capacity_released", 2, 3);
        rd_kafka_mock_topic_create(cluster_, "standby.in.capacity_revoked", 2, 3);
        rd_kafka_mock_topic_create(cluster_, "standby.dead", 1, 3);
        // How long the next reader waits for the one before it.
        options_.settings = {{"session.timeout.ms", "6000"}};
        options_.url = std::string{"kafka://"} + rd_kafka_mock_cluster_bootstraps(cluster_);
    }
    ~KafkaTest() override { rd_kafka_mock_cluster_destroy(cluster_); }

    Bus bus() const { return kafka_bus(options_); }
    void put_in(std::string_view topic, const std::string& value) {
        auto producer = KafkaProducer::open(options_).value();
        ASSERT_TRUE(producer->send({{.topic = std::string{topic}, .key = "k", .value = value}}));
    }
    // Takes until there are so many; a group of readers takes seconds to form.
    static std::vector<Delivery> take(Inlet& inlet, std::size_t count) {
        std::vector<Delivery> taken;
        for (int round = 0; round < 300 && taken.size() < count; ++round) {
            auto more = inlet.take(1'000, milliseconds{100});
            EXPECT_TRUE(more) << more.error();
            if (!more) {
                break;
            }
            for (Delivery& delivery : *more) {
                taken.push_back(std::move(delivery));
            }
        }
        return taken;
    }
    // Keys and ids of a topic, partition by partition.
    std::map<std::int32_t, std::vector<std::pair<std::string, std::string>>>
    read_all(const std::string& topic, std::size_t count) {
        KafkaConfig config{options_};
        config.insist("group.id", "reader of the test");
        config.insist("auto.offset.reset", "earliest");
        const KafkaClient client = config.make(RD_KAFKA_CONSUMER).value();
        rd_kafka_poll_set_consumer(client.get());
        const KafkaPartitions topics{rd_kafka_topic_partition_list_new(1)};
        rd_kafka_topic_partition_list_add(topics.get(), topic.c_str(), RD_KAFKA_PARTITION_UA);
        rd_kafka_subscribe(client.get(), topics.get());
        std::map<std::int32_t, std::vector<std::pair<std::string, std::string>>> found;
        std::size_t read = 0;
        for (int vain = 0; vain < 200 && read < count;) {
            const KafkaMessage message{rd_kafka_consumer_poll(client.get(), 100)};
            if (message == nullptr || message->err != RD_KAFKA_RESP_ERR_NO_ERROR) {
                ++vain;
                continue;
            }
            ++read;
            found[message->partition].emplace_back(
                std::string(static_cast<const char*>(message->key), message->key_len),
                std::string(static_cast<const char*>(message->payload), message->len));
        }
        rd_kafka_consumer_close(client.get());
        return found;
    }

    KafkaOptions options_;
    KafkaClient host_;
    rd_kafka_mock_cluster_t* cluster_ = nullptr;
};

TEST_F(KafkaTest, LosesNothingAndKeepsTheOrderOfEachListWhileBrokersFail) {
    auto outlet = bus().open_outlet().value();
    constexpr std::size_t count = 2'000;
    std::vector<Outgoing> events;
    for (std::size_t number = 0; number < count; ++number) {
        const std::string list = "res_" + std::to_string(number % 20 + 1);
        const std::string id = list + ":" + std::to_string(number / 20 + 1);
        events.push_back({.key = list, .id = id, .body = id});
    }
    std::size_t sent_again = 0;
    for (std::size_t from = 0; from < count; from += 200) {
        rd_kafka_mock_push_request_errors(
            cluster_, produce_call, 4, RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS,
            RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT, RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION,
            RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS);
        const std::span portion = std::span{events}.subspan(from, 200);
        while (!outlet->publish(portion)) {
            ++sent_again;
            ASSERT_LT(sent_again, 20U);
            outlet = bus().open_outlet().value();
        }
    }
    const auto found = read_all("standby.out", count);
    std::map<std::string, std::vector<std::uint64_t>> of_list;
    for (const auto& [partition, records] : found) {
        for (const auto& [key, id] : records) {
            EXPECT_TRUE(id.starts_with(key + ":"));
            const std::uint64_t seq = std::stoull(id.substr(key.size() + 1));
            auto& seen = of_list[key];
            if (std::ranges::find(seen, seq) == seen.end()) {
                seen.push_back(seq);
            }
        }
    }
    ASSERT_THAT(of_list, SizeIs(20));
    for (const auto& [list, seqs] : of_list) {
        EXPECT_EQ(seqs.size(), count / 20) << list;
        EXPECT_TRUE(std::ranges::is_sorted(seqs)) << list;
    }
}

TEST_F(KafkaTest, GoesOnBehindWhatWasSettledAndBringsTheRestAgain) {
    for (int number = 0; number < 5; ++number) {
        put_in(subject_released, std::to_string(number));
    }
    {
        auto inlet = bus().open_inlet("reader").value();
        const auto taken = take(*inlet, 5);
        ASSERT_THAT(taken, SizeIs(5));
        EXPECT_EQ(taken.front().kind, IncomingKind::CapacityReleased);
        EXPECT_GT(taken.front().put_at, Time{});
        for (const Delivery& delivery : taken) {
            if (delivery.body != "2") {
                EXPECT_TRUE(inlet->settle(delivery.tag));
            }
        }
    }
    auto inlet = bus().open_inlet("reader").value();
    const auto again = take(*inlet, 1);
    ASSERT_FALSE(again.empty());
    EXPECT_EQ(again.front().body, "2") << "what came behind it comes again as well";
}

TEST_F(KafkaTest, TellsReleasesFromRevocations) {
    put_in(subject_revoked, "sold");
    auto inlet = bus().open_inlet("reader").value();
    const auto taken = take(*inlet, 1);
    ASSERT_THAT(taken, SizeIs(1));
    EXPECT_EQ(taken.front().kind, IncomingKind::CapacityRevoked);
}

TEST_F(KafkaTest, PutsAsideWhatMakesNoSense) {
    put_in(subject_released, "nonsense");
    auto inlet = bus().open_inlet("reader").value();
    const auto taken = take(*inlet, 1);
    ASSERT_THAT(taken, SizeIs(1));
    ASSERT_TRUE(inlet->put_aside(taken.front(), "", "It is no JSON."));
    const auto dead = read_all("standby.dead", 1);
    ASSERT_THAT(dead, SizeIs(1));
    EXPECT_EQ(dead.begin()->second.front().second, "nonsense");
}

TEST_F(KafkaTest, SaysSoWhenNobodyIsThere) {
    const Bus away = kafka_bus({.url = "kafka://127.0.0.1:1"});
    EXPECT_FALSE(away.open_outlet());
}

TEST(KafkaUrlTest, TakesHostsAlone) {
    EXPECT_FALSE(kafka_url_problem("kafka://a:9092,b:9092"));
    for (const char* url : {"", "a:9092", "kafka://", "kafka://u:p@a:9092", "kafka://a/b"}) {
        EXPECT_TRUE(kafka_url_problem(url)) << url;
    }
}

TEST(KafkaUrlTest, TakesSettingsByName) {
    EXPECT_EQ(parse_kafka_setting("sasl.password=a=b").value(),
              (std::pair<std::string, std::string>{"sasl.password", "a=b"}));
    EXPECT_FALSE(parse_kafka_setting("nonsense"));
    EXPECT_FALSE(parse_kafka_setting("=x"));
}

}  // namespace
}  // namespace standby::bus
