#include "bus/nats/jetstream.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "base/number.hpp"

#include <algorithm>

namespace standby::bus {
namespace {

constexpr std::uint64_t second_ns = 1'000'000'000;
constexpr std::uint64_t duplicate_window_s = 120;
constexpr std::uint64_t settle_within_s = 30;
constexpr std::int64_t unsettled_max = 4'000;
constexpr std::size_t header_bytes_max = 500;

// The error in an answer of JetStream, as a sentence; empty: there is none.
std::string error_in(const JsonValue& answer) {
    const JsonValue* error = answer.find("error");
    if (error == nullptr || error->type != JsonType::Object) {
        return {};
    }
    const JsonValue* description = error->find("description");
    return description != nullptr && description->type == JsonType::Text
               ? "JetStream says: " + std::string{description->text}
               : "JetStream says no";
}

bool is_not_found(const JsonValue& answer) {
    const JsonValue* error = answer.find("error");
    const JsonValue* code = error == nullptr ? nullptr : error->find("code");
    return code != nullptr && code->type == JsonType::Integer && code->integer == 404;
}

std::string config_of(const StreamWish& wish) {
    std::string json;
    JsonWriter writer{json};
    writer.begin_object();
    writer.text("name", wish.name);
    writer.begin_array("subjects");
    writer.text(wish.subjects);
    writer.end_array();
    writer.text("retention", "limits");
    writer.text("storage", "file");
    writer.text("discard", "old");
    writer.integer("max_consumers", -1);
    writer.integer("max_msgs", -1);
    writer.integer("max_bytes", -1);
    writer.natural("max_age", wish.max_age_s * second_ns);
    writer.integer("max_msg_size", -1);
    writer.natural("num_replicas", 1);
    writer.natural("duplicate_window", duplicate_window_s * second_ns);
    writer.end_object();
    return json;
}

std::string reader_config(const std::string& stream, const std::string& reader) {
    std::string json;
    JsonWriter writer{json};
    writer.begin_object();
    writer.text("stream_name", stream);
    writer.begin_object("config");
    writer.text("durable_name", reader);
    writer.text("deliver_policy", "all");
    writer.text("ack_policy", "explicit");
    writer.natural("ack_wait", settle_within_s * second_ns);
    writer.integer("max_deliver", -1);
    writer.integer("max_ack_pending", unsettled_max);
    writer.text("replay_policy", "instant");
    writer.end_object();
    writer.end_object();
    return json;
}

std::vector<std::string_view> tokens_of(std::string_view subject) {
    std::vector<std::string_view> tokens;
    for (;;) {
        const std::size_t dot = subject.find('.');
        tokens.push_back(subject.substr(0, dot));
        if (dot == subject.npos) {
            return tokens;
        }
        subject.remove_prefix(dot + 1);
    }
}

Result<std::optional<std::string>, std::string> find_stream(NatsSession& session,
                                                            const std::string& subject) {
    std::string body;
    JsonWriter writer{body};
    writer.begin_object();
    writer.text("subject", subject);
    writer.end_object();
    const std::string answer = TRY(session.ask("$JS.API.STREAM.NAMES", body));
    const auto document = read_json(answer);
    if (!document) {
        return std::unexpected("JetStream answered something else than JSON");
    }
    if (const std::string error = error_in(document->root()); !error.empty()) {
        return std::unexpected(error);
    }
    const JsonValue* streams = document->root().find("streams");
    if (streams == nullptr || streams->type != JsonType::Array || streams->items.empty()) {
        return std::optional<std::string>{};
    }
    return std::optional<std::string>{streams->items.front().text};
}

}  // namespace

Result<std::string, std::string> ensure_stream(NatsSession& session, const StreamWish& wish) {
    if (const auto found = TRY(find_stream(session, wish.subject))) {
        return *found;
    }
    const std::string answer =
        TRY(session.ask("$JS.API.STREAM.CREATE." + wish.name, config_of(wish)));
    const auto document = read_json(answer);
    if (!document) {
        return std::unexpected("JetStream answered something else than JSON");
    }
    if (const std::string error = error_in(document->root()); !error.empty()) {
        // Another node may have been faster.
        if (const auto found = TRY(find_stream(session, wish.subject))) {
            return *found;
        }
        return std::unexpected(error);
    }
    return wish.name;
}

Result<void, std::string> ensure_reader(NatsSession& session, const std::string& stream,
                                        const std::string& reader) {
    const std::string known =
        TRY(session.ask("$JS.API.CONSUMER.INFO." + stream + "." + reader, {}));
    const auto found = read_json(known);
    if (found && error_in(found->root()).empty()) {
        return {};
    }
    if (found && !is_not_found(found->root())) {
        return std::unexpected(error_in(found->root()));
    }
    const std::string answer = TRY(session.ask(
        "$JS.API.CONSUMER.DURABLE.CREATE." + stream + "." + reader, reader_config(stream, reader)));
    const auto document = read_json(answer);
    if (!document) {
        return std::unexpected("JetStream answered something else than JSON");
    }
    if (const std::string error = error_in(document->root()); !error.empty()) {
        return std::unexpected(error);
    }
    return {};
}

Result<PublishAnswer, std::string> read_publish_answer(const NatsMessage& message) {
    if (message.status == "503") {
        return std::unexpected("no stream takes what is published");
    }
    const auto document = read_json(message.data);
    if (!document || document->root().type != JsonType::Object) {
        return std::unexpected("JetStream answered something else than JSON");
    }
    if (const std::string error = error_in(document->root()); !error.empty()) {
        return std::unexpected(error);
    }
    const JsonValue* duplicate = document->root().find("duplicate");
    return PublishAnswer{.is_duplicate = duplicate != nullptr &&
                                         duplicate->type == JsonType::Boolean &&
                                         duplicate->boolean};
}

// $JS.ACK.<stream>.<reader>.<times>.<seq>.<reader's seq>.<time>.<left>, or with the domain and the
// account behind the second token and a random one at the end.
std::optional<SettleAddress> read_settle_address(std::string_view reply) {
    const auto tokens = tokens_of(reply);
    const bool is_short = tokens.size() == 9;
    if ((!is_short && tokens.size() < 11) || tokens[0] != "$JS" || tokens[1] != "ACK") {
        return std::nullopt;
    }
    const auto put_at = parse_number<std::int64_t>(tokens[is_short ? 7 : 9]);
    if (!put_at) {
        return std::nullopt;
    }
    return SettleAddress{.stream = tokens[is_short ? 2 : 4], .put_at_ns = *put_at};
}

std::string header_text(std::string_view text) {
    std::string clean{text.substr(0, header_bytes_max)};
    std::ranges::replace_if(
        clean, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    return clean;
}

}  // namespace standby::bus
