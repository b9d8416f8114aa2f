#include "app/delivery/settings_text.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"

#include <limits>

namespace standby::app {
namespace {

using engine::MailSettings;
using engine::TextSettings;
using engine::WhatsAppSettings;

std::string text_in(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Text ? std::string(value->text) : "";
}

std::int64_t number_in(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Integer ? value->integer : -1;
}

void write_fields(JsonWriter& writer, const MailSettings& mail) {
    writer.text("channel", "mail");
    writer.text("host", mail.host);
    writer.natural("port", mail.port);
    writer.natural("encryption", static_cast<std::uint8_t>(mail.encryption));
    writer.text("user", mail.user);
    writer.text("password", mail.password);
    writer.text("from", mail.from);
}

void write_fields(JsonWriter& writer, const TextSettings& texts) {
    writer.text("channel", "sms");
    writer.natural("service", static_cast<std::uint8_t>(texts.service));
    writer.text("account", texts.account);
    writer.text("secret", texts.secret);
    writer.texts("from", texts.from);
    writer.text("region", texts.region);
    writer.text("endpoint", texts.endpoint);
}

void write_fields(JsonWriter& writer, const WhatsAppSettings& whatsapp) {
    writer.text("channel", "whatsapp");
    writer.natural("service", static_cast<std::uint8_t>(whatsapp.service));
    writer.text("account", whatsapp.account);
    writer.text("secret", whatsapp.secret);
    writer.text("app_secret", whatsapp.app_secret);
    writer.text("from", whatsapp.from);
    writer.text("prefix", whatsapp.prefix);
    writer.texts("templates", whatsapp.templates);
    writer.text("endpoint", whatsapp.endpoint);
}

std::optional<engine::ChannelSettings> read_mail(const JsonValue& root) {
    const std::int64_t port = number_in(root, "port");
    const std::int64_t encryption = number_in(root, "encryption");
    if (port < 1 || port > std::numeric_limits<std::uint16_t>::max() || encryption < 0 ||
        encryption > static_cast<std::int64_t>(engine::MailEncryption::Tls)) {
        return std::nullopt;
    }
    return MailSettings{.host = text_in(root, "host"),
                        .port = static_cast<std::uint16_t>(port),
                        .encryption = static_cast<engine::MailEncryption>(encryption),
                        .user = text_in(root, "user"),
                        .password = text_in(root, "password"),
                        .from = text_in(root, "from")};
}

std::optional<engine::ChannelSettings> read_texts(const JsonValue& root) {
    const std::int64_t service = number_in(root, "service");
    const JsonValue* from = root.find("from");
    if (service < static_cast<std::int64_t>(engine::TextService::Twilio) ||
        service > static_cast<std::int64_t>(engine::TextService::Sns) || from == nullptr ||
        from->type != JsonType::Array) {
        return std::nullopt;
    }
    TextSettings texts{.service = static_cast<engine::TextService>(service),
                       .account = text_in(root, "account"),
                       .secret = text_in(root, "secret"),
                       .from = {},
                       .region = text_in(root, "region"),
                       .endpoint = text_in(root, "endpoint")};
    for (const JsonValue& number : from->items) {
        texts.from.emplace_back(number.text);
    }
    return texts;
}

std::optional<engine::ChannelSettings> read_whatsapp(const JsonValue& root) {
    const std::int64_t service = number_in(root, "service");
    const JsonValue* templates = root.find("templates");
    if (service < static_cast<std::int64_t>(engine::WhatsAppService::Meta) ||
        service > static_cast<std::int64_t>(engine::WhatsAppService::Twilio) ||
        templates == nullptr || templates->type != JsonType::Array) {
        return std::nullopt;
    }
    WhatsAppSettings whatsapp{.service = static_cast<engine::WhatsAppService>(service),
                              .account = text_in(root, "account"),
                              .secret = text_in(root, "secret"),
                              .app_secret = text_in(root, "app_secret"),
                              .from = text_in(root, "from"),
                              .prefix = text_in(root, "prefix"),
                              .templates = {},
                              .endpoint = text_in(root, "endpoint")};
    for (const JsonValue& line : templates->items) {
        whatsapp.templates.emplace_back(line.text);
    }
    return whatsapp;
}

}  // namespace

std::string write_settings(const engine::ChannelSettings& settings) {
    std::string text;
    JsonWriter writer(text);
    writer.begin_object();
    std::visit([&](const auto& of_channel) { write_fields(writer, of_channel); }, settings);
    writer.end_object();
    return text;
}

std::optional<engine::ChannelSettings> read_settings(engine::Channel channel,
                                                     std::string_view text) {
    const auto document = read_json(text);
    if (!document || document->root().type != JsonType::Object ||
        text_in(document->root(), "channel") != engine::name_of(channel)) {
        return std::nullopt;
    }
    switch (channel) {
    case engine::Channel::Mail:
        return read_mail(document->root());
    case engine::Channel::Sms:
        return read_texts(document->root());
    case engine::Channel::WhatsApp:
        return read_whatsapp(document->root());
    case engine::Channel::Webhook:
        break;
    }
    return std::nullopt;
}

}  // namespace standby::app
