#include "app/commands/typed_values.hpp"

#include "base/number.hpp"
#include "engine/ports/messages.hpp"
#include "interchange/contact/contact.hpp"

namespace standby::app {
namespace {

constexpr std::uint32_t shards_max = 256;

}  // namespace

Result<std::uint32_t, std::string> read_number(const Typed& typed, std::string_view name,
                                               std::uint32_t low, std::uint32_t high) {
    const std::string text = typed.value(name);
    const auto number = parse_number<std::uint32_t>(text);
    if (!number || *number < low || *number > high) {
        return std::unexpected(fmt::format("{} must be a whole number from {} to {}, not '{}'",
                                           name, low, high, text));
    }
    return *number;
}

Result<Time, std::string> read_time(const Typed& typed, std::string_view name) {
    const std::string text = typed.value(name);
    constexpr std::size_t date_length = 10;
    const auto time = parse_time(text.size() == date_length ? text + "T00:00:00Z" : text);
    if (!time) {
        return std::unexpected(fmt::format(
            "{} must be a time such as 2026-11-15T14:00:00Z or a date such as 2026-11-15, not '{}'",
            name, text));
    }
    return *time;
}

Result<core::ResourceNumber, std::string> read_resource(const Typed& typed, std::string_view name) {
    const auto resource = core::parse_resource_id(typed.value(name));
    if (!resource) {
        return std::unexpected(fmt::format(
            "{} must be the id of a resource, such as res_1, not '{}'", name, typed.value(name)));
    }
    return *resource;
}

Result<std::optional<core::ResourceNumber>, std::string>
read_optional_resource(const Typed& typed) {
    if (!typed.has("--resource")) {
        return std::nullopt;
    }
    return TRY(read_resource(typed, "--resource"));
}

Result<std::uint64_t, std::string> read_message(const Typed& typed) {
    const auto message = engine::parse_message_id(typed.value("MESSAGE"));
    if (!message) {
        return std::unexpected(
            fmt::format("MESSAGE must be the id of a message, such as msg_2F, not '{}'",
                        typed.value("MESSAGE")));
    }
    return *message;
}

Result<std::uint32_t, std::string> read_shards(const Typed& typed) {
    constexpr std::uint32_t usual = 16;
    return typed.has("--shards") ? read_number(typed, "--shards", 1, shards_max) : usual;
}

Result<std::uint32_t, std::string> read_shard(const Typed& typed) {
    return read_number(typed, "SHARD", 0, shards_max - 1);
}

Result<std::string, std::string> read_email(const Typed& typed) {
    const std::string text = typed.value("--email");
    const auto normal = interchange::normalise_email(text);
    if (typed.has("--email") && !normal) {
        return std::unexpected(fmt::format("--email must be an e-mail address, not '{}'", text));
    }
    return normal.value_or("");
}

}  // namespace standby::app
