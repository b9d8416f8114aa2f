#include "notify/whatsapp/meta_webhook.hpp"

#include "base/hmac.hpp"
#include "base/json/reader.hpp"
#include "base/number.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "notify/whatsapp/meta_provider.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace standby::notify {
namespace {

constexpr std::string_view signature_prefix = "sha256=";
constexpr std::size_t verify_token_length = 32;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

const JsonValue* object_in(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Object ? value : nullptr;
}

std::string text_in(const JsonValue* object, std::string_view name) {
    const JsonValue* value = object == nullptr ? nullptr : object->find(name);
    return value != nullptr && value->type == JsonType::Text ? std::string(value->text) : "";
}

// The objects of an array; none when there is no such array.
std::vector<const JsonValue*> objects_in(const JsonValue& object, std::string_view name) {
    std::vector<const JsonValue*> found;
    const JsonValue* value = object.find(name);
    if (value == nullptr || value->type != JsonType::Array) {
        return found;
    }
    for (const JsonValue& item : value->items) {
        if (item.type == JsonType::Object) {
            found.push_back(&item);
        }
    }
    return found;
}

// Digits, as Meta writes numbers.
std::string number_from(std::string_view digits) {
    const bool is_number =
        digits.size() >= 5 && digits.size() <= 15 && std::ranges::all_of(digits, is_digit);
    return is_number ? "+" + std::string(digits) : std::string();
}

std::optional<Time> time_from(const std::string& seconds) {
    constexpr std::int64_t seconds_max = 253'402'300'799;
    const auto number = parse_number<std::int64_t>(seconds);
    if (!number || *number < 0 || *number > seconds_max) {
        return std::nullopt;
    }
    return Time{std::chrono::seconds{*number}};
}

// What was typed, or what the pressed button stands for.
std::string said_in(const JsonValue& message, std::string_view type) {
    if (type == "text") {
        return text_in(object_in(message, "text"), "body");
    }
    if (type == "button") {
        return text_in(object_in(message, "button"), "payload");
    }
    if (type == "interactive") {
        const JsonValue* interactive = object_in(message, "interactive");
        return interactive == nullptr ? std::string()
                                      : text_in(object_in(*interactive, "button_reply"), "id");
    }
    return {};
}

void add_messages(const JsonValue& value, MetaNews& news) {
    for (const JsonValue* message : objects_in(value, "messages")) {
        const std::string type = text_in(message, "type");
        // A heart on a message of ours is no answer to it.
        if (type == "reaction" || type == "system") {
            continue;
        }
        MetaMessage read{.id = text_in(message, "id"),
                         .from = number_from(text_in(message, "from")),
                         .text = said_in(*message, type),
                         .replies_to = text_in(object_in(*message, "context"), "id"),
                         .at = time_from(text_in(message, "timestamp"))};
        if (is_meta_id(read.id) && !read.from.empty()) {
            news.messages.push_back(std::move(read));
        }
    }
}

void add_statuses(const JsonValue& value, MetaNews& news) {
    for (const JsonValue* status : objects_in(value, "statuses")) {
        MetaStatus read{.message = text_in(status, "biz_opaque_callback_data"),
                        .id = text_in(status, "id"),
                        .status = text_in(status, "status")};
        for (const JsonValue* error : objects_in(*status, "errors")) {
            const JsonValue* code = error->find("code");
            if (code != nullptr && code->type == JsonType::Integer) {
                read.code = code->integer;
            }
        }
        if (is_meta_id(read.id)) {
            news.statuses.push_back(std::move(read));
        }
    }
}

}  // namespace

bool is_signed_by_meta(std::string_view app_secret, std::string_view body,
                       std::string_view header) {
    if (app_secret.empty()) {
        return false;
    }
    const std::string expected =
        std::string(signature_prefix) + to_hex(HmacKey(bytes_of(app_secret)).sign(bytes_of(body)));
    return equal_in_constant_time(bytes_of(expected), bytes_of(header));
}

std::string meta_verify_token(std::string_view app_secret) {
    return to_hex(HmacKey(bytes_of(app_secret)).sign(bytes_of("standby verify token")))
        .substr(0, verify_token_length);
}

std::optional<MetaNews> read_meta_news(std::string_view body, std::string_view phone_number_id) {
    const auto document = read_json(body);
    if (!document || document->root().type != JsonType::Object ||
        text_in(&document->root(), "object") != "whatsapp_business_account") {
        return std::nullopt;
    }
    MetaNews news;
    for (const JsonValue* entry : objects_in(document->root(), "entry")) {
        for (const JsonValue* change : objects_in(*entry, "changes")) {
            const JsonValue* value = object_in(*change, "value");
            const bool is_ours =
                value != nullptr && text_in(change, "field") == "messages" &&
                text_in(object_in(*value, "metadata"), "phone_number_id") == phone_number_id;
            if (is_ours) {
                add_messages(*value, news);
                add_statuses(*value, news);
            }
        }
    }
    return news;
}

}  // namespace standby::notify
