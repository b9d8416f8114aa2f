// What an answer of a provider says, by path: "amount.value". A field that is missing or of another
// kind has its default, so that an answer of another version is read as far as it goes.
#pragma once

#include "base/json/value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::payments {

inline const JsonValue* value_at(const JsonValue& object, std::string_view path) {
    const JsonValue* value = &object;
    while (value != nullptr && !path.empty()) {
        const std::size_t dot = path.find('.');
        value = value->find(path.substr(0, dot));
        path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return value;
}
inline std::string text_at(const JsonValue& object, std::string_view path) {
    const JsonValue* value = value_at(object, path);
    return value != nullptr && value->type == JsonType::Text ? std::string(value->text)
                                                             : std::string();
}
inline std::int64_t integer_at(const JsonValue& object, std::string_view path) {
    const JsonValue* value = value_at(object, path);
    return value != nullptr && value->type == JsonType::Integer ? value->integer : 0;
}
inline bool truth_at(const JsonValue& object, std::string_view path) {
    const JsonValue* value = value_at(object, path);
    return value != nullptr && value->type == JsonType::Boolean && value->boolean;
}
// Null unless there is an object.
inline const JsonValue* object_at(const JsonValue& object, std::string_view path) {
    const JsonValue* value = value_at(object, path);
    return value != nullptr && value->type == JsonType::Object ? value : nullptr;
}
// An id, whether the object stands there or only its name.
inline std::string id_at(const JsonValue& object, std::string_view path) {
    const JsonValue* value = object_at(object, path);
    return value != nullptr ? text_at(*value, "id") : text_at(object, path);
}

}  // namespace standby::payments
