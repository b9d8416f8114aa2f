#include "http/api/key_body.hpp"

#include "http/api/body.hpp"

#include <charconv>

namespace standby::http {
namespace {

constexpr Choice<engine::Role> role_choices[] = {
    {"owner", engine::Role::Owner},
    {"staff", engine::Role::Staff},
    {"read-only", engine::Role::ReadOnly},
};
constexpr std::string_view key_prefix = "key_";

}  // namespace

Result<KeyBody, Problem> parse_key(std::string_view body) {
    return read_body<KeyBody>(body, EmptyBody::Refused, [](FieldReader& reader, KeyBody& key) {
        reader.require("role");
        key.role = reader.choice("role", role_choices).value_or(key.role);
        key.label = reader.text("label", {.length_max = key_label_length_max}).value_or("");
    });
}

std::string format_key_id(std::uint64_t number) {
    return std::string{key_prefix} + std::to_string(number);
}

std::optional<std::uint64_t> parse_key_id(std::string_view text) {
    if (!text.starts_with(key_prefix)) {
        return std::nullopt;
    }
    text.remove_prefix(key_prefix.size());
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || text.front() == '0') {
        return std::nullopt;
    }
    return number;
}

Result<ClockBody, Problem> parse_clock(std::string_view body) {
    return read_body<ClockBody>(body, EmptyBody::Refused,
                                [](FieldReader& reader, ClockBody& clock) {
                                    reader.require("to");
                                    clock.to = reader.time("to").value_or(Time{});
                                });
}

}  // namespace standby::http
