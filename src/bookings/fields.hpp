// What an answer of a booking system says. A field that is missing or of another kind has its
// default.
#pragma once

#include "base/json/value.hpp"
#include "base/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::bookings {

inline std::string text_in(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Text ? std::string(value->text)
                                                             : std::string();
}
inline std::int64_t integer_in(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Integer ? value->integer : 0;
}
inline bool truth_in(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Boolean && value->boolean;
}
inline std::optional<Time> moment_in(const JsonValue& object, std::string_view name) {
    const auto time = parse_time(text_in(object, name));
    return time ? std::optional(*time) : std::nullopt;
}

}  // namespace standby::bookings
