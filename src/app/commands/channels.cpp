#include "app/commands/channels.hpp"

#include "app/commands/data.hpp"
#include "app/commands/reach.hpp"
#include "app/delivery/delivery.hpp"
#include "app/delivery/settings_text.hpp"
#include "app/service/outlets.hpp"
#include "base/assert.hpp"
#include "notify/messaging/diagnosis.hpp"
#include "notify/sms/sns_provider.hpp"
#include "notify/sms/twilio_provider.hpp"
#include "notify/whatsapp/meta_provider.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace standby::app {
namespace {

using engine::Channel;
using notify::SendOutcome;

// Without user and password.
std::string address_of(const engine::ChannelSettings& settings) {
    if (const auto* mail = std::get_if<engine::MailSettings>(&settings)) {
        return fmt::format("{}://{}",
                           mail->encryption == engine::MailEncryption::Tls ? "smtps" : "smtp",
                           format_destination({.host = mail->host, .port = mail->port}));
    }
    if (const auto* whatsapp = std::get_if<engine::WhatsAppSettings>(&settings)) {
        const bool is_meta = whatsapp->service == engine::WhatsAppService::Meta;
        return !whatsapp->endpoint.empty() ? whatsapp->endpoint
               : is_meta                   ? notify::MetaOptions{}.base_url
                                           : notify::TwilioOptions{}.base_url;
    }
    const auto& texts = std::get<engine::TextSettings>(settings);
    if (!texts.endpoint.empty()) {
        return texts.endpoint;
    }
    return texts.service == engine::TextService::Sns ? notify::sns_endpoint(texts.region)
                                                     : notify::TwilioOptions{}.base_url;
}

// What owners set up in the pages, with its secret. That the data cannot be read is for others to
// say.
Result<std::optional<engine::ChannelSettings>, std::string>
set_up_in_pages(const ServeOptions& options, Channel channel) {
    const auto data = open_to_read(place_of(options));
    const auto rows = data ? data->registry().delivery_settings()
                           : Result<std::vector<engine::SealedSettings>, engine::StoreError>{};
    if (!rows) {
        return std::nullopt;
    }
    const auto row = std::ranges::find(*rows, channel, &engine::SealedSettings::channel);
    if (row == rows->end()) {
        return std::nullopt;
    }
    const std::string path = secrets_key_path(options);
    const auto key = TRY(SecretsKey::read(path));
    const auto text = key ? key->open(row->sealed) : std::nullopt;
    auto settings = text ? read_settings(channel, *text) : std::nullopt;
    if (!settings) {
        return std::unexpected(fmt::format(
            "set up in the pages, but {} is not the key that it was sealed with; bring that file "
            "back, or remove the settings in the pages and enter them again",
            path));
    }
    return settings;
}

std::string_view advice_on_mail_server(engine::TestResult problem) {
    switch (problem) {
    case engine::TestResult::WrongLogin:
        return "The user name or password in --mail-url is wrong. Special characters in a URL are "
               "written as %XX.";
    case engine::TestResult::BadCertificate:
        return "The server's certificate is not valid for this name: use the name in the "
               "certificate, or install its authority's certificate on this machine.";
    case engine::TestResult::NoEncryption:
        return "TLS or login failed: try smtps://user:password@host:465, or "
               "smtp://user:password@host:587?tls=required; ?tls=optional is only for a network "
               "you trust.";
    default:
        return "Check the host and port in --mail-url, and whether this machine can connect to it; "
               "many networks block port 25.";
    }
}

std::string_view advice_on_sms_service(engine::TestResult problem, std::string_view note) {
    if (problem != engine::TestResult::WrongLogin) {
        return "Check the host in --sms-url, and whether this machine can connect to it.";
    }
    const bool is_twilio = note.starts_with("20003") || note.starts_with("status ");
    return is_twilio ? "The SID or the token in --sms-url is wrong."
                     : "Amazon rejects AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or they may "
                       "not publish with SNS; also check this machine's clock.";
}

std::string advice_on_whatsapp(const notify::SendResult& result) {
    switch (result.outcome) {
    case SendOutcome::Sent:
        return {};
    case SendOutcome::Later:
        return "The provider is busy, or this number has sent too many messages: try again in a "
               "few minutes.";
    case SendOutcome::Unavailable:
        return notify::diagnose(Channel::WhatsApp, result) == engine::TestResult::WrongLogin
                   ? "The account or the token in --whatsapp-url is wrong, or the token has "
                     "expired."
                   : "Check the host in --whatsapp-url, and whether this machine can connect to "
                     "it.";
    case SendOutcome::Bounced:
        return "This number isn't on WhatsApp, or may not be written to from this one.";
    case SendOutcome::Blocked:
        return "This number has replied STOP: it must write START to the sender first.";
    case SendOutcome::Refused:
        return notify::diagnose(Channel::WhatsApp, result) == engine::TestResult::TemplateRefused
                   ? "The template must be approved under this name, in this language and with the "
                     "text that standby messages templates prints."
                   : "The sender must be a number that the account has registered for WhatsApp.";
    }
    return {};
}

}  // namespace

Result<std::optional<ChannelSetup>, std::string> set_up_channel(const ServeOptions& options,
                                                                Channel channel) {
    ASSERT(channel != Channel::Webhook);
    const bool is_mail = channel == Channel::Mail;
    const bool is_whatsapp = channel == Channel::WhatsApp;
    // The other channels' settings may be wrong without any harm to this one.
    ServeOptions alone = options;
    for (auto& [other, url] :
         {std::pair(Channel::Mail, &alone.mail_url), std::pair(Channel::Sms, &alone.sms_url),
          std::pair(Channel::WhatsApp, &alone.whatsapp_url)}) {
        if (other != channel) {
            url->clear();
        }
    }
    auto settings = settings_of(alone, channel);
    InThePages pages;
    if (alone.mail_url.empty() && alone.sms_url.empty() && alone.whatsapp_url.empty()) {
        settings = TRY(set_up_in_pages(options, channel));
        if (settings) {
            pages.set(*settings);
        }
    }
    Outlets outlets = TRY(make_outlets(alone, pages, nullptr));
    ChannelSetup setup{.provider = std::move(is_mail       ? outlets.mail
                                             : is_whatsapp ? outlets.whatsapp
                                                           : outlets.sms)};
    if (!setup.provider || !settings) {
        return std::nullopt;
    }
    setup.url = address_of(*settings);
    const notify::Senders& senders = outlets.senders;
    setup.from = is_mail                    ? senders.mail_from
                 : is_whatsapp              ? senders.whatsapp_from
                 : senders.sms_from.empty() ? std::string()
                                            : senders.sms_from.front();
    return setup;
}

std::string_view how_to_set_up(Channel channel) {
    if (channel == Channel::WhatsApp) {
        return "give --whatsapp-url meta://PHONE_NUMBER_ID:TOKEN@?app_secret=SECRET, or "
               "whatsapp_url in standby.toml";
    }
    return channel == Channel::Mail
               ? "in the staff pages (Settings, Delivery), or give --mail-url "
                 "smtp://user:password@host:587 and --mail-from "
                 "waitlist@example.com, or mail_url and mail_from in standby.toml"
               : "in the staff pages (Settings, Delivery), or give --sms-url "
                 "twilio://SID:TOKEN@api.twilio.com and --sms-from +15005550006, or "
                 "sms_url and sms_from in standby.toml";
}

std::string advice_on(Channel channel, const notify::SendResult& result) {
    if (channel == Channel::WhatsApp) {
        return advice_on_whatsapp(result);
    }
    const bool is_mail = channel == Channel::Mail;
    switch (result.outcome) {
    case SendOutcome::Sent:
        return {};
    case SendOutcome::Later:
        return is_mail ? "The server may be busy, or may make new senders wait: try again in a few "
                         "minutes."
                       : "The provider is busy, or this account has sent too many messages: try "
                         "again in a few minutes.";
    case SendOutcome::Unavailable:
        return std::string(
            is_mail ? advice_on_mail_server(notify::diagnose(channel, result))
                    : advice_on_sms_service(notify::diagnose(channel, result), result.note));
    case SendOutcome::Bounced:
        return is_mail ? "This address doesn't exist: check the spelling."
                       : "This number can't be reached: it must be a mobile number in a country "
                         "the account may send to.";
    case SendOutcome::Blocked:
        return is_mail ? "The recipient has opted out of messages."
                       : "This number has replied STOP: it must text START to the sender first.";
    case SendOutcome::Refused:
        return is_mail ? "The server rejects this sender: --mail-from must be an address the "
                         "account may send from, and its domain needs SPF and DKIM."
                       : "--sms-from must be one of the account's numbers or messaging services.";
    }
    return {};
}

}  // namespace standby::app
