// The parts of librdkafka's C interface that Standby uses, with owners.
#pragma once

#include "base/result.hpp"
#include "bus/kafka/kafka_bus.hpp"

#include <librdkafka/rdkafka.h>

#include <memory>
#include <string>
#include <string_view>

namespace standby::bus {

struct DestroyClient {
    void operator()(rd_kafka_t* client) const { rd_kafka_destroy(client); }
};
using KafkaClient = std::unique_ptr<rd_kafka_t, DestroyClient>;

struct DestroyMessage {
    void operator()(rd_kafka_message_t* message) const { rd_kafka_message_destroy(message); }
};
using KafkaMessage = std::unique_ptr<rd_kafka_message_t, DestroyMessage>;

struct DestroyPartitions {
    void operator()(rd_kafka_topic_partition_list_t* list) const {
        rd_kafka_topic_partition_list_destroy(list);
    }
};
using KafkaPartitions = std::unique_ptr<rd_kafka_topic_partition_list_t, DestroyPartitions>;

// Settings on their way to a client.
class KafkaConfig {
public:
    explicit KafkaConfig(const KafkaOptions& options);
    ~KafkaConfig();
    KafkaConfig(const KafkaConfig&) = delete;
    KafkaConfig& operator=(const KafkaConfig&) = delete;

    // A default, which the operator's settings have overruled.
    void set(const char* name, const char* value);
    // Always ours.
    void insist(const char* name, const char* value);
    rd_kafka_conf_t* get() const { return conf_; }
    Result<KafkaClient, std::string> make(rd_kafka_type_t type);

private:
    const KafkaOptions& options_;
    rd_kafka_conf_t* conf_;
    std::string problem_;
};

// Makes the topic unless there is one.
Result<void, std::string> ensure_topic(rd_kafka_t* client, const std::string& topic);

// A message for the given topic that has been taken in, and what became of it.
struct KafkaRecord {
    std::string topic;
    std::string key;
    std::string value;
    std::vector<std::pair<std::string, std::string>> headers;
};

// Sends records and says when the brokers have them.
class KafkaProducer {
public:
    static Result<std::unique_ptr<KafkaProducer>, std::string> open(const KafkaOptions& options);

    // All of them are with the brokers when it returns; after an error the producer is no good any
    // more, and of each partition only a beginning may be there.
    Result<void, std::string> send(const std::vector<KafkaRecord>& records);
    rd_kafka_t* client() const { return client_.get(); }
    void note(rd_kafka_resp_err_t error);

private:
    KafkaProducer() = default;

    std::size_t delivered_ = 0;
    std::string problem_;
    KafkaClient client_;  // goes first: it calls back until then
};

}  // namespace standby::bus
