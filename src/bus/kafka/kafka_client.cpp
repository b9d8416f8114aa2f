#include "bus/kafka/kafka_client.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace standby::bus {
namespace {

constexpr int ask_within_ms = 5'000;
constexpr int send_within_ms = 20'000;
// Of topics that we make; each list is in one, whatever their number.
constexpr int partitions_of_new_topics = 12;

std::string words_of(rd_kafka_resp_err_t error) {
    return rd_kafka_err2str(error);
}

void on_delivered(rd_kafka_t*, const rd_kafka_message_t* message, void* opaque) {
    static_cast<KafkaProducer*>(opaque)->note(message->err);
}

// What librdkafka says by itself is said again by whoever gives up.
void say_nothing(const rd_kafka_t*, int, const char*, const char*) {}

struct DestroyMetadata {
    void operator()(const rd_kafka_metadata_t* metadata) const {
        rd_kafka_metadata_destroy(metadata);
    }
};
using Metadata = std::unique_ptr<const rd_kafka_metadata_t, DestroyMetadata>;

struct DestroyTopic {
    void operator()(rd_kafka_topic_t* topic) const { rd_kafka_topic_destroy(topic); }
};

Result<bool, std::string> has_topic(rd_kafka_t* client, const std::string& name) {
    const std::unique_ptr<rd_kafka_topic_t, DestroyTopic> topic{
        rd_kafka_topic_new(client, name.c_str(), nullptr)};
    const rd_kafka_metadata_t* found = nullptr;
    const rd_kafka_resp_err_t error =
        rd_kafka_metadata(client, 0, topic.get(), &found, ask_within_ms);
    if (error != RD_KAFKA_RESP_ERR_NO_ERROR) {
        return std::unexpected("Kafka could not be reached: " + words_of(error));
    }
    const Metadata metadata{found};
    for (int index = 0; index < metadata->topic_cnt; ++index) {
        const rd_kafka_metadata_topic& one = metadata->topics[index];
        if (name == one.topic && one.err == RD_KAFKA_RESP_ERR_NO_ERROR && one.partition_cnt > 0) {
            return true;
        }
    }
    return false;
}

}  // namespace

KafkaConfig::KafkaConfig(const KafkaOptions& options)
    : options_(options), conf_(rd_kafka_conf_new()) {
    insist("bootstrap.servers", options.url.substr(options.url.find("://") + 3).c_str());
    set("client.id", "standby");
    rd_kafka_conf_set_log_cb(conf_, say_nothing);
}

KafkaConfig::~KafkaConfig() {
    if (conf_ != nullptr) {
        rd_kafka_conf_destroy(conf_);
    }
}

void KafkaConfig::set(const char* name, const char* value) {
    insist(name, value);
}

void KafkaConfig::insist(const char* name, const char* value) {
    std::array<char, 512> problem{};
    if (rd_kafka_conf_set(conf_, name, value, problem.data(), problem.size()) != RD_KAFKA_CONF_OK) {
        problem_ = problem.data();
    }
}

Result<KafkaClient, std::string> KafkaConfig::make(rd_kafka_type_t type) {
    static constexpr std::array<std::string_view, 5> ours{
        "bootstrap.servers", "group.id", "enable.idempotence", "enable.auto.commit",
        "enable.auto.offset.store"};
    for (const auto& [name, value] : options_.settings) {
        if (std::ranges::find(ours, name) == ours.end()) {
            set(name.c_str(), value.c_str());
        }
    }
    if (!problem_.empty()) {
        return std::unexpected(problem_);
    }
    std::array<char, 512> problem{};
    rd_kafka_t* made = rd_kafka_new(type, conf_, problem.data(), problem.size());
    if (made == nullptr) {
        return std::unexpected(std::string{problem.data()});
    }
    conf_ = nullptr;  // the client has it
    return KafkaClient{made};
}

Result<void, std::string> ensure_topic(rd_kafka_t* client, const std::string& topic) {
    if (TRY(has_topic(client, topic))) {
        return {};
    }
    std::array<char, 512> problem{};
    rd_kafka_NewTopic_t* wanted = rd_kafka_NewTopic_new(topic.c_str(), partitions_of_new_topics, -1,
                                                        problem.data(), problem.size());
    rd_kafka_queue_t* queue = rd_kafka_queue_new(client);
    rd_kafka_CreateTopics(client, &wanted, 1, nullptr, queue);
    rd_kafka_event_t* answer = rd_kafka_queue_poll(queue, ask_within_ms);
    if (answer != nullptr) {
        rd_kafka_event_destroy(answer);
    }
    rd_kafka_queue_destroy(queue);
    rd_kafka_NewTopic_destroy(wanted);
    // Whether it worked, or another node was faster, the brokers say.
    if (!TRY(has_topic(client, topic))) {
        return std::unexpected("Kafka has no topic " + topic + " and lets none be made");
    }
    return {};
}

Result<std::unique_ptr<KafkaProducer>, std::string>
KafkaProducer::open(const KafkaOptions& options) {
    // tidy: allow raw_new because the constructor is private
    std::unique_ptr<KafkaProducer> producer{new KafkaProducer};
    KafkaConfig config{options};
    config.insist("enable.idempotence", "true");
    // Rather no more at all than one that comes behind a later one.
    config.insist("enable.gapless.guarantee", "true");
    config.set("linger.ms", "5");
    config.set("message.timeout.ms", "15000");
    config.set("partitioner", "murmur2_random");
    rd_kafka_conf_set_dr_msg_cb(config.get(), on_delivered);
    rd_kafka_conf_set_opaque(config.get(), producer.get());
    producer->client_ = TRY(config.make(RD_KAFKA_PRODUCER));
    return producer;
}

void KafkaProducer::note(rd_kafka_resp_err_t error) {
    if (error == RD_KAFKA_RESP_ERR_NO_ERROR) {
        ++delivered_;
    } else if (problem_.empty()) {
        problem_ = words_of(error);
    }
}

Result<void, std::string> KafkaProducer::send(const std::vector<KafkaRecord>& records) {
    delivered_ = 0;
    problem_.clear();
    for (const KafkaRecord& record : records) {
        rd_kafka_headers_t* headers = rd_kafka_headers_new(record.headers.size());
        for (const auto& [name, value] : record.headers) {
            rd_kafka_header_add(headers, name.data(), static_cast<ssize_t>(name.size()),
                                value.data(), static_cast<ssize_t>(value.size()));
        }
        std::array<rd_kafka_vu_t, 5> parts{};
        parts[0].vtype = RD_KAFKA_VTYPE_TOPIC;
        parts[0].u.cstr = record.topic.c_str();
        parts[1].vtype = RD_KAFKA_VTYPE_KEY;
        parts[1].u.mem = {const_cast<char*>(record.key.data()), record.key.size()};
        parts[2].vtype = RD_KAFKA_VTYPE_VALUE;
        parts[2].u.mem = {const_cast<char*>(record.value.data()), record.value.size()};
        parts[3].vtype = RD_KAFKA_VTYPE_MSGFLAGS;
        parts[3].u.i = RD_KAFKA_MSG_F_COPY;
        parts[4].vtype = RD_KAFKA_VTYPE_HEADERS;
        parts[4].u.headers = headers;
        if (rd_kafka_error_t* error =
                rd_kafka_produceva(client_.get(), parts.data(), parts.size())) {
            problem_ = rd_kafka_error_string(error);
            rd_kafka_error_destroy(error);
            rd_kafka_headers_destroy(headers);
            break;
        }
        rd_kafka_poll(client_.get(), 0);
    }
    rd_kafka_flush(client_.get(), send_within_ms);
    if (delivered_ != records.size()) {
        rd_kafka_purge(client_.get(), RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
        return std::unexpected("Kafka did not take what was sent: " +
                               (problem_.empty() ? std::string{"it did not answer"} : problem_));
    }
    return {};
}

}  // namespace standby::bus
