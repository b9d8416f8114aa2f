#include "bus/kafka/kafka_bus.hpp"

#include "bus/kafka/kafka_client.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace standby::bus {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t taken_at_once_max = 500;
constexpr milliseconds commit_every{200};

class KafkaOutlet final : public Outlet {
public:
    explicit KafkaOutlet(std::unique_ptr<KafkaProducer> producer)
        : producer_(std::move(producer)) {}

    Result<void, std::string> publish(std::span<const Outgoing> events) override {
        std::vector<KafkaRecord> records;
        records.reserve(events.size());
        for (const Outgoing& event : events) {
            records.push_back({.topic = std::string{topic_out},
                               .key = event.key,
                               .value = event.body,
                               .headers = {{"ce_id", event.id},
                                           {"content-type", "application/cloudevents+json"}}});
        }
        return producer_->send(records);
    }

private:
    std::unique_ptr<KafkaProducer> producer_;
};

// Kafka knows of each partition only up to where it was read, so what is settled out of order waits
// for what came before it.
class Partition {
public:
    void take(std::int64_t offset) {
        open_.insert(offset);
        end_ = offset + 1;
    }
    void settle(std::int64_t offset) { open_.erase(offset); }
    // Everything before it is settled.
    std::int64_t position() const { return open_.empty() ? end_ : *open_.begin(); }
    std::int64_t committed = -1;

private:
    std::set<std::int64_t> open_;
    std::int64_t end_ = 0;
};

class KafkaInlet final : public Inlet {
public:
    using Instant = std::chrono::steady_clock::time_point;

    KafkaInlet(KafkaOptions options, KafkaClient client)
        : options_(std::move(options)), client_(std::move(client)) {}
    ~KafkaInlet() override {
        commit(0);
        rd_kafka_consumer_close(client_.get());
    }

    Result<std::vector<Delivery>, std::string> take(std::size_t room, milliseconds wait) override {
        commit_now_and_then();
        std::vector<Delivery> taken;
        while (taken.size() < std::min(room, taken_at_once_max)) {
            const auto patience = taken.empty() ? wait : milliseconds{0};
            const KafkaMessage message{
                rd_kafka_consumer_poll(client_.get(), static_cast<int>(patience.count()))};
            if (message == nullptr) {
                break;
            }
            TRY(take_one(*message, taken));
        }
        return taken;
    }

    Result<void, std::string> settle(std::uint64_t tag) override {
        if (const auto found = places_.find(tag); found != places_.end()) {
            partitions_[found->second.first].settle(found->second.second);
            places_.erase(found);
        }
        return {};
    }
    // Whoever reads next begins with what was not settled.
    void give_back(std::uint64_t) override {}
    void hold(std::uint64_t) override {}

    Result<void, std::string> put_aside(const Delivery& delivery, const std::string& event_id,
                                        const std::string& reason) override {
        if (dead_ == nullptr) {
            dead_ = TRY(KafkaProducer::open(options_));
        }
        TRY(ensure_topic(dead_->client(), std::string{subject_dead}));
        auto sent =
            dead_->send({{.topic = std::string{subject_dead},
                          .key = event_id,
                          .value = delivery.body,
                          .headers = {{"standby-subject", std::string{subject_of(delivery.kind)}},
                                      {"standby-event-id", event_id},
                                      {"standby-reason", reason}}}});
        if (!sent) {
            dead_.reset();
        }
        return sent;
    }

private:
    using Name = std::pair<std::string, std::int32_t>;  // of a partition

    Result<void, std::string> take_one(const rd_kafka_message_t& message,
                                       std::vector<Delivery>& taken) {
        if (message.err == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART ||
            message.err == RD_KAFKA_RESP_ERR__TRANSPORT ||
            message.err == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN) {
            return {};  // it goes on looking by itself
        }
        if (message.err != RD_KAFKA_RESP_ERR_NO_ERROR) {
            return std::unexpected(std::string{"Kafka ended the reading: "} +
                                   rd_kafka_message_errstr(&message));
        }
        const std::string topic = rd_kafka_topic_name(message.rkt);
        const std::uint64_t tag = ++tags_;
        const Name name{topic, message.partition};
        partitions_[name].take(message.offset);
        places_.emplace(tag, std::pair{name, message.offset});
        rd_kafka_timestamp_type_t type{};
        const std::int64_t at_ms = rd_kafka_message_timestamp(&message, &type);
        taken.push_back({.tag = tag,
                         .kind = topic == subject_revoked ? IncomingKind::CapacityRevoked
                                                          : IncomingKind::CapacityReleased,
                         .body = std::string(static_cast<const char*>(message.payload),
                                             message.payload == nullptr ? 0 : message.len),
                         .put_at = Time{milliseconds{std::max<std::int64_t>(at_ms, 0)}}});
        return {};
    }

    void commit_now_and_then() {
        const Instant now = std::chrono::steady_clock::now();
        if (now >= commit_at_) {
            commit_at_ = now + commit_every;
            commit(1);
        }
    }
    // What is not committed comes again, and is known by its id.
    void commit(int async) {
        const KafkaPartitions list{
            rd_kafka_topic_partition_list_new(static_cast<int>(partitions_.size()))};
        for (auto& [name, partition] : partitions_) {
            if (partition.position() > partition.committed) {
                partition.committed = partition.position();
                rd_kafka_topic_partition_list_add(list.get(), name.first.c_str(), name.second)
                    ->offset = partition.committed;
            }
        }
        if (list->cnt > 0) {
            rd_kafka_commit(client_.get(), list.get(), async);
        }
    }

    KafkaOptions options_;
    KafkaClient client_;
    std::unique_ptr<KafkaProducer> dead_;
    std::map<Name, Partition> partitions_;
    std::map<std::uint64_t, std::pair<Name, std::int64_t>> places_;
    std::uint64_t tags_ = 0;
    Instant commit_at_{};
};

Result<std::unique_ptr<Outlet>, std::string> open_outlet(const KafkaOptions& options) {
    auto producer = TRY(KafkaProducer::open(options));
    TRY(ensure_topic(producer->client(), std::string{topic_out}));
    return std::make_unique<KafkaOutlet>(std::move(producer));
}

Result<std::unique_ptr<Inlet>, std::string> open_inlet(const KafkaOptions& options,
                                                       const std::string& reader) {
    KafkaConfig config{options};
    config.insist("group.id", reader.c_str());
    config.insist("enable.auto.commit", "false");
    config.insist("enable.auto.offset.store", "false");
    config.set("auto.offset.reset", "earliest");
    config.set("session.timeout.ms", "10000");
    config.set("queued.min.messages", "1000");
    config.set("queued.max.messages.kbytes", "16384");
    KafkaClient client = TRY(config.make(RD_KAFKA_CONSUMER));
    rd_kafka_poll_set_consumer(client.get());
    const KafkaPartitions topics{rd_kafka_topic_partition_list_new(2)};
    for (const std::string_view subject : {subject_released, subject_revoked}) {
        TRY(ensure_topic(client.get(), std::string{subject}));
        rd_kafka_topic_partition_list_add(topics.get(), std::string{subject}.c_str(),
                                          RD_KAFKA_PARTITION_UA);
    }
    if (const auto error = rd_kafka_subscribe(client.get(), topics.get());
        error != RD_KAFKA_RESP_ERR_NO_ERROR) {
        return std::unexpected(std::string{"Kafka took no subscription: "} +
                               rd_kafka_err2str(error));
    }
    return std::make_unique<KafkaInlet>(options, std::move(client));
}

}  // namespace

std::optional<std::string> kafka_url_problem(std::string_view url) {
    constexpr std::string_view scheme = "kafka://";
    const bool is_good = url.starts_with(scheme) && url.size() > scheme.size() &&
                         url.find_first_of(" \t\r\n/?#@", scheme.size()) == url.npos;
    return is_good ? std::nullopt
                   : std::optional<std::string>{
                         "must look like kafka://host:9092, several hosts with commas between "
                         "them; how to sign in is said by --kafka-setting"};
}

Result<std::pair<std::string, std::string>, std::string>
parse_kafka_setting(std::string_view text) {
    const std::size_t end = text.find('=');
    if (end == text.npos || end == 0) {
        return std::unexpected("must look like security.protocol=sasl_ssl");
    }
    return std::pair{std::string{text.substr(0, end)}, std::string{text.substr(end + 1)}};
}

Bus kafka_bus(const KafkaOptions& options) {
    return {
        .name = "kafka",
        .open_outlet = [options] { return open_outlet(options); },
        .open_inlet = [options](const std::string& reader) { return open_inlet(options, reader); }};
}

}  // namespace standby::bus
