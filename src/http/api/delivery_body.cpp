#include "http/api/delivery_body.hpp"

#include "base/text.hpp"
#include "http/api/body.hpp"
#include "http/api/house_body.hpp"
#include "http/server/address.hpp"
#include "interchange/contact/contact.hpp"
#include "interchange/wording/whatsapp_templates.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <variant>

namespace standby::http {
namespace {

using engine::Channel;
using engine::MailEncryption;
using engine::MailSettings;
using engine::TextService;
using engine::TextSettings;
using engine::WhatsAppService;
using engine::WhatsAppSettings;

constexpr Choice<MailEncryption> encryption_choices[] = {
    {"tls", MailEncryption::Tls},
    {"starttls", MailEncryption::StartTls},
    {"none", MailEncryption::None},
};
constexpr Choice<TextService> service_choices[] = {
    {"twilio", TextService::Twilio},
    {"sns", TextService::Sns},
};

constexpr Choice<WhatsAppService> whatsapp_choices[] = {
    {"meta", WhatsAppService::Meta},
    {"twilio", WhatsAppService::Twilio},
};
constexpr Choice<const char*> language_choices[] = {
    {"en", "en"}, {"de", "de"}, {"fr", "fr"}, {"es", "es"}};

std::uint16_t usual_port(MailEncryption encryption) {
    switch (encryption) {
    case MailEncryption::Tls:
        return 465;
    case MailEncryption::StartTls:
        return 587;
    case MailEncryption::None:
        break;
    }
    return 25;
}

bool is_host(std::string_view host) {
    const auto may_be_there = [](char letter) {
        return is_letter_or_digit(letter) || letter == '-' || letter == '.' || letter == '_';
    };
    return !host.empty() && (wire::Address::parse(host).has_value() ||
                             (std::ranges::all_of(host, may_be_there) && !host.starts_with('.') &&
                              !host.starts_with('-') && !host.contains("..")));
}

bool is_loopback(std::string_view host) {
    return host == "localhost" || host == "::1" ||
           (host.starts_with("127.") &&
            host.find_first_not_of("0123456789.") == std::string_view::npos);
}

// As it was typed, white space included.
std::string read_secret(FieldReader& reader, std::string_view name) {
    const JsonValue* value = reader.given(name);
    if (value == nullptr) {
        return {};
    }
    const bool is_plain =
        value->type == JsonType::Text && std::ranges::none_of(value->text, [](char one) {
            return static_cast<unsigned char>(one) < ' ' || one == '\x7f';
        });
    if (!is_plain || value->text.size() > delivery_secret_bytes_max) {
        reader.error(name, "must be a text of at most 500 characters without line breaks");
        return {};
    }
    return std::string(value->text);
}

// Without the brackets that some write around an IPv6 address.
std::string read_host(FieldReader& reader) {
    reader.require("host");
    const auto typed =
        reader.text("host", {.length_max = mail_host_bytes_max, .unit = TextLimit::Unit::Bytes});
    if (!typed) {
        return {};
    }
    std::string host = to_lower(*typed);
    if (host.starts_with('[') && host.ends_with(']')) {
        host = host.substr(1, host.size() - 2);
    }
    if (!is_host(host)) {
        reader.error("host", "must be the name or the address of a mail server, such as "
                             "mail.example.com, without a port");
    }
    return host;
}

void read_mail(FieldReader& reader, MailSettings& mail) {
    mail.host = read_host(reader);
    mail.encryption =
        reader.choice("encryption", encryption_choices).value_or(MailEncryption::StartTls);
    mail.port = static_cast<std::uint16_t>(
        reader.integer("port", 1, std::numeric_limits<std::uint16_t>::max())
            .value_or(usual_port(mail.encryption)));
    mail.user =
        reader.text("user", {.length_max = delivery_user_bytes_max, .unit = TextLimit::Unit::Bytes})
            .value_or("");
    mail.password = read_secret(reader, "password");
    reader.require("from");
    if (const auto from = reader.text("from", {.length_max = 2 * interchange::email_bytes_max})) {
        mail.from = *from;
        if (!interchange::parse_mailbox(mail.from)) {
            reader.error("from", "must be an address such as waitlist@example.com, or a name and "
                                 "an address such as Salon Aster <waitlist@example.com>");
        }
    }
    if (mail.user.empty() && !mail.password.empty()) {
        reader.error("user", "must be given with a password");
    }
    if (!mail.user.empty() && mail.encryption == MailEncryption::None && !is_loopback(mail.host)) {
        reader.error("encryption", "must be tls or starttls where somebody logs in: anybody on the "
                                   "way could read the password");
    }
}

bool is_plain_word(std::string_view text, std::string_view more = {}) {
    return !text.empty() && std::ranges::all_of(text, [&](char letter) {
        return is_letter_or_digit(letter) || more.contains(letter);
    });
}

// A number, the SID of a messaging service, or a name that carriers show instead of a number.
std::optional<std::string> sender_in(const std::string& typed) {
    constexpr std::size_t name_length_max = 11;
    constexpr std::size_t service_sid_length = 34;
    if (typed.size() == service_sid_length && typed.starts_with("MG") && is_plain_word(typed)) {
        return typed;
    }
    const bool is_name = typed.size() <= name_length_max && is_plain_word(typed, " ") &&
                         std::ranges::any_of(typed, [](char letter) { return is_letter(letter); });
    if (is_name) {
        return typed;
    }
    const auto number = interchange::normalise_phone(typed);
    return number ? std::optional(*number) : std::nullopt;
}

std::vector<std::string> read_senders(FieldReader& reader, TextService service) {
    std::vector<std::string> senders;
    const auto typed = reader.texts("from", text_senders_max, {.length_max = 64});
    for (std::size_t index = 0; typed && index < typed->size(); ++index) {
        if (auto sender = sender_in((*typed)[index])) {
            senders.push_back(*std::move(sender));
        } else {
            reader.error("from[" + std::to_string(index) + "]",
                         "must be a number such as +15005550006, a messaging service (MG…), or a "
                         "name of at most 11 letters and digits");
        }
    }
    if (service == TextService::Twilio && (!typed || typed->empty())) {
        reader.error("from", "must name at least one number to send from");
    }
    return senders;
}

// "offer.en=HX…": whether there is such a template is for whoever sends it to know.
bool is_content_line(std::string_view line) {
    constexpr std::size_t content_sid_length = 34;
    const std::size_t equals = std::min(line.find('='), line.size());
    const std::size_t dot = std::min(line.find('.'), equals);
    const std::string_view name = line.substr(0, dot);
    const std::string_view language = line.substr(dot, equals - dot);
    const std::string_view sid = line.substr(std::min(equals + 1, line.size()));
    const bool is_name = std::ranges::find(interchange::whatsapp_template_names, name) !=
                         interchange::whatsapp_template_names.end();
    const bool is_language = std::ranges::any_of(language_choices, [&](const auto& choice) {
        return language == "." + std::string(choice.name);
    });
    return is_name && is_language && sid.size() == content_sid_length && sid.starts_with("HX") &&
           is_plain_word(sid);
}

std::string read_endpoint(FieldReader& reader) {
    auto url =
        reader.text("endpoint", {.length_max = 300, .unit = TextLimit::Unit::Bytes}).value_or("");
    const auto error = url.empty() ? std::nullopt : webhook_url_error(url);
    const bool has_path =
        !url.empty() && url.find_first_of("/?", url.find("//") + 2) != std::string::npos;
    if (error || has_path) {
        reader.error("endpoint", "must be an address without a path, such as "
                                 "https://api.dublin.ie1.twilio.com");
    }
    return url;
}

void read_texts(FieldReader& reader, TextSettings& texts) {
    reader.require("service");
    texts.service = reader.choice("service", service_choices).value_or(TextService::Twilio);
    const bool is_sns = texts.service == TextService::Sns;
    reader.require("account");
    if (const auto account = reader.text("account", {.length_max = 128})) {
        texts.account = *account;
        if (!is_plain_word(texts.account)) {
            reader.error("account", is_sns ? "must be the id of an access key, such as AKIA…"
                                           : "must be the SID of an account, such as AC…");
        }
    }
    texts.secret = read_secret(reader, "secret");
    texts.from = read_senders(reader, texts.service);
    texts.region = reader.text("region", {.length_max = 32}).value_or("");
    const bool is_region =
        !texts.region.empty() && std::ranges::all_of(texts.region, [](char letter) {
            return is_lower(letter) || is_digit(letter) || letter == '-';
        });
    if (is_sns && !is_region) {
        reader.error("region", "must be a region such as eu-west-1");
    } else if (!is_sns && !texts.region.empty()) {
        reader.error("region", "goes with sns alone");
    }
    texts.endpoint = read_endpoint(reader);
}

std::string read_whatsapp_sender(FieldReader& reader) {
    reader.require("from");
    const auto typed = reader.text("from", {.length_max = 64});
    const auto sender = typed ? sender_in(*typed) : std::nullopt;
    const bool is_possible = sender && (sender->starts_with('+') || sender->starts_with("MG"));
    if (typed && !is_possible) {
        reader.error("from", "must be a number such as +15005550006, or a messaging service (MG…)");
    }
    return is_possible ? *sender : std::string();
}

// As Twilio's Content API numbers them.
std::vector<std::string> read_templates(FieldReader& reader) {
    const auto lines = reader.texts("templates", whatsapp_templates_max, {.length_max = 100});
    for (std::size_t index = 0; lines && index < lines->size(); ++index) {
        if (!is_content_line((*lines)[index])) {
            reader.error("templates[" + std::to_string(index) + "]",
                         "must be a template, its language and its SID at Twilio, such as "
                         "offer.en=HX0123456789abcdef0123456789abcdef");
        }
    }
    return lines.value_or(std::vector<std::string>{});
}

void read_whatsapp(FieldReader& reader, WhatsAppSettings& whatsapp) {
    reader.require("service");
    whatsapp.service = reader.choice("service", whatsapp_choices).value_or(WhatsAppService::Meta);
    const bool is_meta = whatsapp.service == WhatsAppService::Meta;
    reader.require("account");
    if (const auto account = reader.text("account", {.length_max = 128})) {
        whatsapp.account = *account;
        const bool is_right =
            is_meta ? std::ranges::all_of(*account, [](char letter) { return is_digit(letter); })
                    : is_plain_word(*account);
        if (!is_right) {
            reader.error("account", is_meta ? "must be the id of a phone number, which is digits"
                                            : "must be the SID of an account, such as AC…");
        }
    }
    whatsapp.secret = read_secret(reader, "secret");
    whatsapp.endpoint = read_endpoint(reader);
    if (is_meta) {
        whatsapp.app_secret = read_secret(reader, "app_secret");
        whatsapp.prefix = reader.text("prefix", {.length_max = 64}).value_or("");
        const bool is_prefix = std::ranges::all_of(whatsapp.prefix, [](char letter) {
            return is_lower(letter) || is_digit(letter) || letter == '_';
        });
        if (!is_prefix) {
            reader.error("prefix", "must have small letters, digits and _ only");
        }
    } else {
        whatsapp.from = read_whatsapp_sender(reader);
        whatsapp.templates = read_templates(reader);
    }
}

engine::ChannelSettings read_channel(FieldReader& reader, Channel channel) {
    if (channel == Channel::Mail) {
        MailSettings mail;
        read_mail(reader, mail);
        return mail;
    }
    if (channel == Channel::WhatsApp) {
        WhatsAppSettings whatsapp;
        read_whatsapp(reader, whatsapp);
        return whatsapp;
    }
    TextSettings texts;
    read_texts(reader, texts);
    return texts;
}

}  // namespace

Result<engine::ChannelSettings, Problem> parse_delivery(Channel channel, std::string_view body) {
    return read_body<engine::ChannelSettings>(
        body, [&](FieldReader& reader, engine::ChannelSettings& settings) {
            settings = read_channel(reader, channel);
        });
}

std::string_view missing_secret(const engine::ChannelSettings& settings) {
    if (const auto* mail = std::get_if<MailSettings>(&settings)) {
        return !mail->user.empty() && mail->password.empty() ? "password" : "";
    }
    if (const auto* texts = std::get_if<TextSettings>(&settings)) {
        return texts->secret.empty() ? "secret" : "";
    }
    const auto& whatsapp = std::get<WhatsAppSettings>(settings);
    if (whatsapp.secret.empty()) {
        return "secret";
    }
    const bool is_meta = whatsapp.service == WhatsAppService::Meta;
    return is_meta && whatsapp.app_secret.empty() ? "app_secret" : "";
}

Result<DeliveryTestBody, Problem> parse_delivery_test(Channel channel, std::string_view body) {
    return read_body<DeliveryTestBody>(body, [&](FieldReader& reader, DeliveryTestBody& test) {
        reader.require("to");
        if (const auto typed = reader.text("to", {.length_max = interchange::email_bytes_max})) {
            auto to = channel == Channel::Mail ? interchange::normalise_email(*typed)
                                               : interchange::normalise_phone(*typed);
            if (to) {
                test.to.to = *std::move(to);
            } else {
                reader.error("to", to.error());
            }
        }
        if (channel == Channel::WhatsApp) {
            test.to.language = reader.choice("language", language_choices).value_or("en");
        }
        reader.object("settings",
                      [&](FieldReader& inner) { test.settings = read_channel(inner, channel); });
    });
}

}  // namespace standby::http
