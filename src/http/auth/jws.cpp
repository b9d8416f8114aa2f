#include "http/auth/jws.hpp"

#include "base/json/reader.hpp"
#include "base/text.hpp"
#include "base/text_coding.hpp"

#include <optional>

namespace standby::http {
namespace {

std::optional<std::string> decode_text(std::string_view part) {
    const auto bytes = decode_base64url(part);
    if (!bytes || bytes->empty()) {
        return std::nullopt;
    }
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

std::optional<std::string> text_of(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Text
               ? std::optional(std::string(value->text))
               : std::nullopt;
}

Result<void, std::string> read_header(std::string_view text, Jws& jws) {
    const auto document = read_json(text);
    if (!document || document->root().type != JsonType::Object) {
        return std::unexpected("must have a header that is a JSON object");
    }
    const JsonValue& header = document->root();
    const auto algorithm = text_of(header, "alg");
    if (!algorithm || (*algorithm != "HS256" && *algorithm != "EdDSA")) {
        return std::unexpected("must be signed with HS256 or EdDSA");
    }
    const auto key_id = text_of(header, "kid");
    if (!key_id) {
        return std::unexpected("must name its key as kid in the header");
    }
    const auto type = text_of(header, "typ");
    if (header.find("typ") != nullptr && (!type || to_lower(*type) != "jwt")) {
        return std::unexpected("must have the typ JWT or none");
    }
    if (header.find("crit") != nullptr) {
        return std::unexpected("must not have crit in the header");
    }
    jws.algorithm = *algorithm;
    jws.key_id = *key_id;
    return {};
}

}  // namespace

Result<Jws, std::string> read_jws(std::string_view text) {
    const std::string_view form = "must be a JWT of at most 4096 characters, in three parts";
    const std::size_t first = text.find('.');
    const std::size_t second = first == std::string_view::npos ? first : text.find('.', first + 1);
    if (text.size() > jws_length_max || second == std::string_view::npos ||
        text.find('.', second + 1) != std::string_view::npos) {
        return std::unexpected(std::string(form));
    }
    const auto header = decode_text(text.substr(0, first));
    auto payload = decode_text(text.substr(first + 1, second - first - 1));
    auto signature = decode_base64url(text.substr(second + 1));
    if (!header || !payload || !signature) {
        return std::unexpected("must be base64url without padding in each part");
    }
    Jws jws{.signed_part = text.substr(0, second),
            .signature = *std::move(signature),
            .payload = *std::move(payload)};
    TRY(read_header(*header, jws));
    return jws;
}

}  // namespace standby::http
