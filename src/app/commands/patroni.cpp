#include "app/commands/patroni.hpp"

#include "app/commands/http_client.hpp"
#include "app/commands/reach.hpp"
#include "base/json/reader.hpp"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <optional>

namespace standby::app {
namespace {

constexpr std::uint16_t http_port = 80;
constexpr std::uint16_t patroni_port = 8008;
constexpr Duration patience = std::chrono::seconds{1};

using Version = std::array<int, 3>;

std::optional<Version> parse_version(std::string_view text) {
    Version version{};
    for (int& part : version) {
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, part);
        if (error != std::errc{}) {
            return std::nullopt;
        }
        text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
        if (text.starts_with('.')) {
            text.remove_prefix(1);
        }
    }
    return version;
}

const JsonValue* text_member(const JsonValue* object, std::string_view name) {
    const JsonValue* value =
        object == nullptr || object->type != JsonType::Object ? nullptr : object->find(name);
    return value != nullptr && value->type == JsonType::Text ? value : nullptr;
}

// A setting that Patroni takes as true or false, or as words that mean the same.
bool is_on(const JsonValue& config, std::string_view name) {
    const JsonValue* value = config.find(name);
    if (value == nullptr) {
        return false;
    }
    if (value->type == JsonType::Boolean) {
        return value->boolean;
    }
    return value->type == JsonType::Text && (value->text == "on" || value->text == "true" ||
                                             value->text == "yes" || value->text == "quorum");
}

std::int64_t number_or(const JsonValue& config, std::string_view name, std::int64_t otherwise) {
    const JsonValue* value = config.find(name);
    return value != nullptr && value->type == JsonType::Integer ? value->integer : otherwise;
}

Diagnosis judge_version(const std::string& name, std::string_view status) {
    const auto document = read_json(status);
    const JsonValue* patroni = document && document->root().type == JsonType::Object
                                   ? document->root().find("patroni")
                                   : nullptr;
    const JsonValue* text = text_member(patroni, "version");
    const auto version = text == nullptr ? std::nullopt : parse_version(text->text);
    if (!version) {
        return {"patroni", Verdict::Warning,
                fmt::format("{} doesn't say its version; is this Patroni's API?", name)};
    }
    constexpr Version repaired{3, 0, 3};
    if (*version < repaired) {
        return {
            "patroni", Verdict::Warning,
            fmt::format("{} is version {}: over the etcd v3 API (a section etcd3: in patroni.yml) "
                        "it loses acknowledged commits when a primary that was cut off comes back; "
                        "use the section etcd: with etcd --enable-v2, or Patroni 3.0.3 and newer. "
                        "The API doesn't say which is used: check patroni.yml",
                        name, text->text)};
    }
    return {"patroni", Verdict::Ok, fmt::format("{} is version {}", name, text->text)};
}

Diagnosis judge_synchronous(const JsonValue& config) {
    if (!is_on(config, "synchronous_mode")) {
        return {"patroni sync", Verdict::Warning,
                "synchronous_mode is off: a failover may lose acknowledged commits, and Standby "
                "then halts the shards; set synchronous_mode: true with patronictl edit-config"};
    }
    if (!is_on(config, "synchronous_mode_strict")) {
        return {"patroni sync", Verdict::Warning,
                "synchronous_mode_strict is off: without a replica, commits are on one machine "
                "only and are lost with it; set synchronous_mode_strict: true"};
    }
    return {"patroni sync", Verdict::Ok, "synchronous_mode and synchronous_mode_strict are on"};
}

Diagnosis judge_lag(const JsonValue& config) {
    // Without the setting Patroni takes 1 MiB.
    const std::int64_t lag = number_or(config, "maximum_lag_on_failover", 1 << 20);
    if (is_on(config, "synchronous_mode") || lag == 0) {
        return {"patroni lag", Verdict::Ok, fmt::format("maximum_lag_on_failover is {}", lag)};
    }
    return {"patroni lag", Verdict::Warning,
            fmt::format("a replica that is {} bytes behind may become the primary "
                        "(maximum_lag_on_failover), and those bytes would be lost",
                        lag)};
}

Diagnosis judge_times(const JsonValue& config) {
    const std::int64_t ttl = number_or(config, "ttl", 30);
    const std::int64_t loop_wait = number_or(config, "loop_wait", 10);
    const std::int64_t retry = number_or(config, "retry_timeout", 10);
    const std::string text =
        fmt::format("ttl {} s, loop_wait {} s, retry_timeout {} s, failsafe_mode {}", ttl,
                    loop_wait, retry, is_on(config, "failsafe_mode") ? "on" : "off");
    if (loop_wait + 2 * retry > ttl) {
        return {"patroni times", Verdict::Warning,
                text + "; loop_wait and twice retry_timeout must fit into ttl, or a healthy "
                       "primary steps down"};
    }
    constexpr std::int64_t ttl_max = 20;
    if (ttl > ttl_max) {
        return {"patroni times", Verdict::Warning,
                text + "; a lost machine is replaced a few seconds after ttl: 20, 5 and 5 keep "
                       "that under 30 s"};
    }
    return {"patroni times", Verdict::Ok, text};
}

Result<std::string, std::string> get(const Destination& destination, const std::string& path) {
    const auto answer = HttpClient("http://" + format_destination(destination))
                            .call({.method = "GET", .path = path});
    if (!answer) {
        return std::unexpected(answer.error());
    }
    if (answer->status != 200) {
        return std::unexpected(fmt::format("it answers {} to {}", answer->status, path));
    }
    return answer->body;
}

Destination place_of_api(const std::string& address) {
    const bool has_scheme = address.find("://") != std::string::npos;
    Destination destination = destination_of(has_scheme ? address : "http://" + address);
    if (destination.port == http_port) {
        destination.port = patroni_port;
    }
    return destination;
}

}  // namespace

std::vector<Diagnosis> judge_patroni(const std::string& name, std::string_view status,
                                     std::string_view config) {
    std::vector<Diagnosis> diagnoses{judge_version(name, status)};
    const auto document = read_json(config);
    if (!document || document->root().type != JsonType::Object) {
        diagnoses.push_back(
            {"patroni config", Verdict::Warning,
             fmt::format("{} does not show its configuration under /config", name)});
        return diagnoses;
    }
    const JsonValue& root = document->root();
    diagnoses.push_back(judge_synchronous(root));
    diagnoses.push_back(judge_lag(root));
    diagnoses.push_back(judge_times(root));
    return diagnoses;
}

std::vector<Diagnosis> examine_patroni(const PatroniAddresses& addresses) {
    std::vector<Diagnosis> diagnoses;
    bool has_config = false;
    for (const std::string& address : addresses.addresses) {
        const Destination destination = place_of_api(address);
        const std::string name = format_destination(destination);
        const auto reached = reach(destination, Greeting::None, patience);
        const auto status = reached ? get(destination, "/patroni") : reached;
        if (!status) {
            if (addresses.are_given) {
                diagnoses.push_back(
                    {"patroni", Verdict::Warning, fmt::format("{}: {}", name, status.error())});
            }
            continue;
        }
        const auto config = get(destination, "/config");
        std::vector<Diagnosis> found = judge_patroni(name, *status, config.value_or(""));
        // The configuration is the cluster's; each member has a version of its own.
        found.resize(has_config ? 1 : found.size());
        has_config = has_config || config.has_value();
        diagnoses.insert(diagnoses.end(), found.begin(), found.end());
    }
    return diagnoses;
}

}  // namespace standby::app
