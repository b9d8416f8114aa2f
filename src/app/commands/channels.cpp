#include "app/commands/channels.hpp"

#include "app/service/post.hpp"
#include "base/assert.hpp"
#include "notify/mail/smtp_provider.hpp"
#include "notify/sms/sns_provider.hpp"
#include "notify/sms/twilio_provider.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace standby::app {
namespace {

using engine::Channel;
using notify::SendOutcome;

// The settings were read before, so they can be read again.
std::string address_of(const ServeOptions& options, Channel channel) {
    if (channel == Channel::Mail) {
        const auto smtp = notify::parse_mail_url(options.mail_url);
        return smtp ? smtp->url : std::string();
    }
    if (options.sms_url.starts_with("sns://")) {
        const auto anything = [](const std::string&) { return std::optional<std::string>("-"); };
        const auto sns = notify::parse_sns_url(options.sms_url, anything);
        return sns ? sns->endpoint : std::string();
    }
    const auto twilio = notify::parse_twilio_url(options.sms_url);
    return twilio ? twilio->base_url : std::string();
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.contains(part); });
}

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(parts,
                               [&](std::string_view part) { return text.starts_with(part); });
}

std::string_view advice_on_mail_server(std::string_view note) {
    if (has_any(note, {"535", "534", "user and the password", "login"})) {
        return "The user name or password in --mail-url is wrong. Special characters in a URL are "
               "written as %XX.";
    }
    if (has_any(note, {"certificate", "Certificate", "trusted"})) {
        return "The server's certificate is not valid for this name: use the name in the "
               "certificate, or install its authority's certificate on this machine.";
    }
    if (has_any(note, {"530", "454", "encrypt", "TLS", "SSL"})) {
        return "TLS or login failed: try smtps://user:password@host:465, or "
               "smtp://user:password@host:587?tls=required; ?tls=optional is only for a network "
               "you trust.";
    }
    return "Check the host and port in --mail-url, and whether this machine can connect to it; "
           "many networks block port 25.";
}

std::string_view advice_on_sms_service(std::string_view note) {
    if (begins_with_any(note,
                        {"InvalidClientTokenId", "SignatureDoesNotMatch", "AccessDenied",
                         "AuthorizationError", "ExpiredToken", "MissingAuthenticationToken",
                         "IncompleteSignature", "UnrecognizedClientException", "RequestExpired"})) {
        return "Amazon rejects AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or they may not "
               "publish with SNS; also check this machine's clock.";
    }
    if (begins_with_any(note, {"20003", "status 401", "status 403"})) {
        return "The SID or the token in --sms-url is wrong.";
    }
    return "Check the host in --sms-url, and whether this machine can connect to it.";
}

}  // namespace

Result<std::optional<ChannelSetup>, std::string> set_up_channel(const ServeOptions& options,
                                                                Channel channel) {
    ASSERT(channel == Channel::Mail || channel == Channel::Sms);
    const bool is_mail = channel == Channel::Mail;
    // The other channel's settings may be wrong without any harm to this one.
    ServeOptions alone = options;
    (is_mail ? alone.sms_url : alone.mail_url).clear();
    Providers providers = TRY(make_providers(alone, nullptr));
    ChannelSetup setup{.provider = std::move(is_mail ? providers.mail : providers.sms)};
    if (!setup.provider) {
        return std::nullopt;
    }
    setup.url = address_of(alone, channel);
    const notify::Senders senders = senders_of(alone);
    setup.from = is_mail                    ? senders.mail_from
                 : senders.sms_from.empty() ? std::string()
                                            : senders.sms_from.front();
    return setup;
}

std::string_view how_to_set_up(Channel channel) {
    return channel == Channel::Mail
               ? "give --mail-url smtp://user:password@host:587 and --mail-from "
                 "waitlist@example.com, or mail_url and mail_from in standby.toml"
               : "give --sms-url twilio://SID:TOKEN@api.twilio.com and --sms-from +15005550006, or "
                 "sms_url and sms_from in standby.toml";
}

std::string advice_on(Channel channel, const notify::SendResult& result) {
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
        return std::string(is_mail ? advice_on_mail_server(result.note)
                                   : advice_on_sms_service(result.note));
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
