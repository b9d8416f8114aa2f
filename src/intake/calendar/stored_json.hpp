// Reads back what was written here as JSON: a field that is missing or of another kind has its
// default, as fields of older versions have.
#pragma once

#include "base/json/value.hpp"
#include "base/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

inline std::string text_in(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Text ? std::string(value->text)
                                                             : std::string();
}
inline std::int64_t integer_in(const JsonValue& object, std::string_view name,
                               std::int64_t otherwise = 0) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Integer ? value->integer : otherwise;
}
inline bool truth_in(const JsonValue& object, std::string_view name, bool otherwise) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Boolean ? value->boolean : otherwise;
}
inline std::optional<Time> time_in(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Integer
               ? std::optional(Time{Duration{value->integer}})
               : std::nullopt;
}
inline std::vector<std::string> texts_in(const JsonValue& object, std::string_view name) {
    std::vector<std::string> texts;
    if (const JsonValue* value = object.find(name)) {
        for (const JsonValue& item : value->items) {
            if (item.type == JsonType::Text) {
                texts.emplace_back(item.text);
            }
        }
    }
    return texts;
}
inline std::int64_t stored(Time time) {
    return time.time_since_epoch().count();
}

}  // namespace standby::intake
