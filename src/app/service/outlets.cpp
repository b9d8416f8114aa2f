// From settings to providers: from those that the server was started with, or else from those that
// owners typed into the pages.
#include "app/service/outlets.hpp"

#include "interchange/contact/contact.hpp"
#include "notify/mail/smtp_provider.hpp"
#include "notify/sms/sns_provider.hpp"
#include "notify/sms/twilio_provider.hpp"

#include <cstdlib>

namespace standby::app {
namespace {

std::optional<std::string> environment(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

Result<std::unique_ptr<notify::Provider>, std::string> make_mail(const ServeOptions& options) {
    auto smtp = notify::parse_mail_url(options.mail_url);
    if (!smtp) {
        return std::unexpected("--mail-url: " + smtp.error());
    }
    if (!interchange::parse_mailbox(options.mail_from)) {
        return std::unexpected(
            options.mail_from.empty()
                ? "--mail-url needs --mail-from, the sender of e-mails"
                : "--mail-from must be an address such as waitlist@example.com, or a name and an "
                  "address such as Salon Aster <waitlist@example.com>");
    }
    return std::make_unique<notify::SmtpProvider>(*std::move(smtp));
}

notify::StatusCallback callback_at(const engine::GuestLinks* links) {
    if (links == nullptr) {
        return {};
    }
    return [links](const notify::OutgoingMessage& message) {
        return links->at("/v1/callbacks/twilio/status?m=" + message.id);
    };
}

Result<void, std::string> make_sms(const ServeOptions& options, const engine::GuestLinks* links,
                                   Outlets& outlets) {
    if (options.sms_url.starts_with("sns://")) {
        auto sns = notify::parse_sns_url(options.sms_url, environment);
        if (!sns) {
            return std::unexpected("--sms-url: " + sns.error());
        }
        outlets.sms = std::make_unique<notify::SnsProvider>(*std::move(sns));
        return {};
    }
    auto twilio = notify::parse_twilio_url(options.sms_url);
    if (!twilio) {
        return std::unexpected("--sms-url: " + twilio.error());
    }
    if (options.sms_from.empty()) {
        return std::unexpected("--sms-url needs --sms-from, the number to send texts from");
    }
    outlets.twilio_token = twilio->auth_token;
    outlets.sms = std::make_unique<notify::TwilioProvider>(*std::move(twilio), callback_at(links));
    return {};
}

void set_mail_sender(std::string_view from, notify::Senders& senders) {
    if (const auto mailbox = interchange::parse_mailbox(from)) {
        senders.mail_from = mailbox->address;
        senders.mail_name = mailbox->name;
    }
}

}  // namespace

std::unique_ptr<notify::Provider> make_provider(const engine::MailSettings& mail,
                                                const ServeOptions& options) {
    const bool is_tls = mail.encryption == engine::MailEncryption::Tls;
    const bool is_ipv6 = mail.host.contains(':');
    return std::make_unique<notify::SmtpProvider>(notify::SmtpOptions{
        .url = std::string(is_tls ? "smtps://" : "smtp://") + (is_ipv6 ? "[" : "") + mail.host +
               (is_ipv6 ? "]:" : ":") + std::to_string(mail.port),
        .user = mail.user,
        .password = mail.password,
        .requires_tls = mail.encryption != engine::MailEncryption::None,
        .may_reach_private = options.private_delivery});
}

std::unique_ptr<notify::Provider> make_provider(const engine::TextSettings& texts,
                                                const ServeOptions& options,
                                                const engine::GuestLinks* links) {
    if (texts.service == engine::TextService::Sns) {
        return std::make_unique<notify::SnsProvider>(notify::SnsOptions{
            .region = texts.region,
            .endpoint =
                texts.endpoint.empty() ? notify::sns_endpoint(texts.region) : texts.endpoint,
            .credentials = {.access_key_id = texts.account,
                            .secret_access_key = texts.secret,
                            .session_token = {}},
            .may_reach_private = options.private_delivery});
    }
    notify::TwilioOptions twilio{.account_sid = texts.account,
                                 .auth_token = texts.secret,
                                 .may_reach_private = options.private_delivery};
    if (!texts.endpoint.empty()) {
        twilio.base_url = texts.endpoint;
    }
    return std::make_unique<notify::TwilioProvider>(std::move(twilio), callback_at(links));
}

Result<Outlets, std::string> make_outlets(const ServeOptions& options, const InThePages& pages,
                                          const engine::GuestLinks* links) {
    Outlets outlets;
    if (!options.mail_url.empty()) {
        outlets.mail = TRY(make_mail(options));
        set_mail_sender(options.mail_from, outlets.senders);
    } else if (pages.mail) {
        outlets.mail = make_provider(*pages.mail, options);
        set_mail_sender(pages.mail->from, outlets.senders);
    }
    if (!options.sms_url.empty()) {
        TRY(make_sms(options, links, outlets));
        outlets.senders.sms_from = options.sms_from;
    } else if (pages.texts) {
        outlets.sms = make_provider(*pages.texts, options, links);
        outlets.senders.sms_from = pages.texts->from;
        if (pages.texts->service == engine::TextService::Twilio) {
            outlets.twilio_token = pages.texts->secret;
        }
    }
    outlets.senders.reads_texts = !outlets.twilio_token.empty();
    return outlets;
}

}  // namespace standby::app
