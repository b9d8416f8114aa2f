// From settings to providers: from those that the server was started with, or else from those that
// owners typed into the pages.
#include "app/service/outlets.hpp"

#include "base/text.hpp"
#include "interchange/contact/contact.hpp"
#include "notify/mail/smtp_provider.hpp"
#include "notify/sms/sns_provider.hpp"
#include "notify/sms/twilio_provider.hpp"
#include "notify/whatsapp/meta_provider.hpp"
#include "notify/whatsapp/twilio_whatsapp.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <variant>

namespace standby::app {
namespace {

constexpr std::size_t template_prefix_max = 64;

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

notify::StatusCallback whatsapp_callback_at(const engine::GuestLinks* links) {
    if (links == nullptr) {
        return {};
    }
    return [links](const notify::OutgoingMessage& message) {
        return links->at("/v1/callbacks/twilio/status?m=" + message.id + "&by=whatsapp");
    };
}

void use_meta(notify::MetaOptions meta, Outlets& outlets) {
    outlets.meta_secret = meta.app_secret;
    outlets.meta_number = meta.phone_number_id;
    outlets.whatsapp = std::make_unique<notify::MetaProvider>(std::move(meta));
}

void use_twilio_whatsapp(notify::TwilioOptions twilio, std::span<const std::string> templates,
                         const std::string& from, const engine::GuestLinks* links,
                         Outlets& outlets) {
    outlets.twilio_tokens.insert(twilio.auth_token);
    outlets.senders.whatsapp_from = from;
    outlets.whatsapp = std::make_unique<notify::TwilioWhatsAppProvider>(
        std::move(twilio), notify::content_sids(templates), whatsapp_callback_at(links));
}

bool is_prefix(std::string_view text) {
    return !text.empty() && text.size() <= template_prefix_max &&
           std::ranges::all_of(text, [](char letter) {
               return is_lower(letter) || is_digit(letter) || letter == '_';
           });
}

Result<void, std::string> make_whatsapp(const ServeOptions& options,
                                        const engine::GuestLinks* links, Outlets& outlets) {
    const std::vector<std::string>& templates = options.whatsapp_templates;
    if (options.whatsapp_url.starts_with("meta:")) {
        auto meta = notify::parse_meta_url(options.whatsapp_url);
        if (!meta) {
            return std::unexpected("--whatsapp-url: " + meta.error());
        }
        if (templates.size() > 1 || (templates.size() == 1 && !is_prefix(templates.front()))) {
            return std::unexpected("--whatsapp-template must be, with Meta, one prefix of small "
                                   "letters, digits and _, such as standby");
        }
        if (!templates.empty()) {
            meta->template_prefix = templates.front();
        }
        use_meta(*std::move(meta), outlets);
        return {};
    }
    auto twilio = notify::parse_twilio_url(options.whatsapp_url);
    if (!twilio) {
        return std::unexpected("--whatsapp-url: " + twilio.error() +
                               ", or meta://PHONE_NUMBER_ID:TOKEN@?app_secret=SECRET");
    }
    if (!options.whatsapp_from.starts_with('+') && !options.whatsapp_from.starts_with("MG")) {
        return std::unexpected("--whatsapp-url needs --whatsapp-from with Twilio, the number to "
                               "send WhatsApp messages from");
    }
    for (const std::string& line : templates) {
        if (!notify::parse_content_sid(line)) {
            return std::unexpected("--whatsapp-template must be a template, its language and its "
                                   "SID at Twilio, such as offer.en=HX0123456789abcdef…: '" +
                                   line + "' is not");
        }
    }
    use_twilio_whatsapp(*std::move(twilio), templates, options.whatsapp_from, links, outlets);
    return {};
}

void use_pages(const engine::WhatsAppSettings& settings, const ServeOptions& options,
               const engine::GuestLinks* links, Outlets& outlets) {
    if (settings.service == engine::WhatsAppService::Meta) {
        notify::MetaOptions meta{.phone_number_id = settings.account,
                                 .access_token = settings.secret,
                                 .app_secret = settings.app_secret,
                                 .may_reach_private = options.private_delivery};
        if (!settings.prefix.empty()) {
            meta.template_prefix = settings.prefix;
        }
        if (!settings.endpoint.empty()) {
            meta.base_url = settings.endpoint;
        }
        use_meta(std::move(meta), outlets);
        return;
    }
    notify::TwilioOptions twilio{.account_sid = settings.account,
                                 .auth_token = settings.secret,
                                 .may_reach_private = options.private_delivery};
    if (!settings.endpoint.empty()) {
        twilio.base_url = settings.endpoint;
    }
    use_twilio_whatsapp(std::move(twilio), settings.templates, settings.from, links, outlets);
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
    outlets.twilio_tokens.insert(twilio->auth_token);
    outlets.senders.reads_texts = true;
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

void InThePages::set(const engine::ChannelSettings& settings) {
    if (const auto* of_mail = std::get_if<engine::MailSettings>(&settings)) {
        mail = *of_mail;
    } else if (const auto* of_texts = std::get_if<engine::TextSettings>(&settings)) {
        texts = *of_texts;
    } else {
        whatsapp = std::get<engine::WhatsAppSettings>(settings);
    }
}

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
            outlets.twilio_tokens.insert(pages.texts->secret);
            outlets.senders.reads_texts = true;
        }
    }
    if (!options.whatsapp_url.empty()) {
        TRY(make_whatsapp(options, links, outlets));
    } else if (pages.whatsapp) {
        use_pages(*pages.whatsapp, options, links, outlets);
    }
    return outlets;
}

}  // namespace standby::app
