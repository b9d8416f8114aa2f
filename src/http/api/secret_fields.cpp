#include "http/api/secret_fields.hpp"

#include "base/json/reader.hpp"

#include <fmt/core.h>

namespace standby::http {

std::string read_secret(FieldReader& reader, std::string_view name, std::size_t bytes_max) {
    const JsonValue* value = reader.given(name);
    if (value == nullptr) {
        return {};
    }
    if (value->type != JsonType::Text || value->text.size() > bytes_max) {
        reader.error(name, fmt::format("must be a text of at most {} bytes", bytes_max));
        return {};
    }
    return std::string(value->text);
}

bool is_google_key(std::string_view text) {
    const auto document = read_json(text);
    const auto has = [&](std::string_view member) {
        const JsonValue* value = document->root().find(member);
        return value != nullptr && value->type == JsonType::Text && !value->text.empty();
    };
    return document && has("client_email") && has("private_key") && has("token_uri");
}

}  // namespace standby::http
