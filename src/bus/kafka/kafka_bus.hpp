// Kafka, or whatever speaks its protocol, as a bus: the events of all lists in one topic, each list
// in one partition by its key; what comes in by two topics, read by a group per reader.
#pragma once

#include "bus/connection.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::bus {

inline constexpr std::string_view topic_out = "standby.out";

struct KafkaOptions {
    std::string url;  // kafka://host:port, several with commas between them
    // Settings of librdkafka by name, such as security.protocol and sasl.password.
    std::vector<std::pair<std::string, std::string>> settings;
};
// What is wrong with it, as a sentence; nothing when it can be used.
std::optional<std::string> kafka_url_problem(std::string_view url);
// "name=value" as one of the settings; the error is a sentence.
Result<std::pair<std::string, std::string>, std::string> parse_kafka_setting(std::string_view text);

Bus kafka_bus(const KafkaOptions& options);

}  // namespace standby::bus
