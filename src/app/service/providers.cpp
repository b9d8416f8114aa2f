// From settings to providers.
#include "app/service/post.hpp"
#include "interchange/contact/contact.hpp"
#include "notify/mail/smtp_provider.hpp"
#include "notify/sms/sns_provider.hpp"
#include "notify/sms/twilio_provider.hpp"
#include "notify/webhook/webhook_provider.hpp"

#include <cstdlib>

namespace standby::app {
namespace {

std::optional<std::string> environment(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

Result<std::unique_ptr<notify::Provider>, std::string> make_mail(const ServeOptions& options) {
    if (options.mail_url.empty()) {
        return nullptr;
    }
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

Result<void, std::string> make_sms(const ServeOptions& options, const engine::GuestLinks* links,
                                   Providers& providers) {
    if (options.sms_url.empty()) {
        return {};
    }
    if (options.sms_url.starts_with("sns://")) {
        auto sns = notify::parse_sns_url(options.sms_url, environment);
        if (!sns) {
            return std::unexpected("--sms-url: " + sns.error());
        }
        providers.sms = std::make_unique<notify::SnsProvider>(*std::move(sns));
        return {};
    }
    auto twilio = notify::parse_twilio_url(options.sms_url);
    if (!twilio) {
        return std::unexpected("--sms-url: " + twilio.error());
    }
    if (options.sms_from.empty()) {
        return std::unexpected("--sms-url needs --sms-from, the number to send texts from");
    }
    providers.twilio_token = twilio->auth_token;
    notify::StatusCallback callback;
    if (links != nullptr) {
        callback = [links](const notify::OutgoingMessage& message) {
            return links->at("/v1/callbacks/twilio/status?m=" + message.id);
        };
    }
    providers.sms =
        std::make_unique<notify::TwilioProvider>(*std::move(twilio), std::move(callback));
    return {};
}

}  // namespace

Result<Providers, std::string> make_providers(const ServeOptions& options,
                                              const engine::GuestLinks* links) {
    Providers providers;
    providers.mail = TRY(make_mail(options));
    TRY(make_sms(options, links, providers));
    providers.webhook = std::make_unique<notify::WebhookProvider>(
        notify::WebhookOptions{.may_reach_private = options.private_webhooks});
    return providers;
}

notify::Senders senders_of(const ServeOptions& options) {
    const auto mailbox = interchange::parse_mailbox(options.mail_from);
    return {.mail_from = mailbox ? mailbox->address : std::string(),
            .mail_name = mailbox ? mailbox->name : std::string(),
            .sms_from = options.sms_from,
            .reads_texts = options.sms_url.starts_with("twilio://")};
}

}  // namespace standby::app
