#include "app/delivery/delivery.hpp"

#include "app/delivery/settings_text.hpp"
#include "base/assert.hpp"
#include "notify/mail/smtp_provider.hpp"
#include "notify/sms/sns_provider.hpp"
#include "notify/sms/twilio_provider.hpp"
#include "notify/whatsapp/meta_provider.hpp"
#include "notify/whatsapp/meta_webhook.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>
#include <variant>

namespace standby::app {
namespace {

using engine::Channel;
using engine::ChannelSettings;
using engine::MailSettings;
using engine::SetupError;
using engine::TextSettings;
using engine::WhatsAppSettings;

// Those that are never shown; WhatsApp has two.
std::vector<std::string*> secrets_of(ChannelSettings& settings) {
    if (auto* mail = std::get_if<MailSettings>(&settings)) {
        return {&mail->password};
    }
    if (auto* texts = std::get_if<TextSettings>(&settings)) {
        return {&texts->secret};
    }
    auto& whatsapp = std::get<WhatsAppSettings>(settings);
    return whatsapp.service == engine::WhatsAppService::Meta
               ? std::vector{&whatsapp.secret, &whatsapp.app_secret}
               : std::vector{&whatsapp.secret};
}

bool has_secrets(ChannelSettings settings) {
    return std::ranges::none_of(secrets_of(settings), &std::string::empty);
}

// Whether a secret of the one may be sent to where the other leads: else whoever is signed in for a
// moment could have it sent to a server of theirs.
bool is_same_place(const ChannelSettings& left, const ChannelSettings& right) {
    if (const auto* mail = std::get_if<MailSettings>(&left)) {
        const auto* other = std::get_if<MailSettings>(&right);
        return other != nullptr && mail->host == other->host && mail->port == other->port &&
               mail->encryption == other->encryption && mail->user == other->user;
    }
    if (const auto* texts = std::get_if<TextSettings>(&left)) {
        const auto* other = std::get_if<TextSettings>(&right);
        return other != nullptr && texts->service == other->service &&
               texts->account == other->account && texts->region == other->region &&
               texts->endpoint == other->endpoint;
    }
    const auto& whatsapp = std::get<WhatsAppSettings>(left);
    const auto* other = std::get_if<WhatsAppSettings>(&right);
    return other != nullptr && whatsapp.service == other->service &&
           whatsapp.account == other->account && whatsapp.endpoint == other->endpoint;
}

std::string sender_of(const ChannelSettings& settings) {
    if (const auto* mail = std::get_if<MailSettings>(&settings)) {
        return mail->from;
    }
    if (const auto* texts = std::get_if<TextSettings>(&settings)) {
        return texts->from.empty() ? std::string() : texts->from.front();
    }
    return std::get<WhatsAppSettings>(settings).from;
}

std::optional<ChannelSettings> whatsapp_of(const ServeOptions& options) {
    if (const auto meta = notify::parse_meta_url(options.whatsapp_url)) {
        return WhatsAppSettings{
            .service = engine::WhatsAppService::Meta,
            .account = meta->phone_number_id,
            .prefix = options.whatsapp_templates.empty() ? meta->template_prefix
                                                         : options.whatsapp_templates.front(),
            .endpoint =
                meta->base_url == notify::MetaOptions{}.base_url ? std::string() : meta->base_url};
    }
    const auto twilio = notify::parse_twilio_url(options.whatsapp_url);
    if (!twilio) {
        return std::nullopt;
    }
    return WhatsAppSettings{.service = engine::WhatsAppService::Twilio,
                            .account = twilio->account_sid,
                            .from = options.whatsapp_from,
                            .templates = options.whatsapp_templates,
                            .endpoint = twilio->base_url == notify::TwilioOptions{}.base_url
                                            ? std::string()
                                            : twilio->base_url};
}

// What Meta is told when the address is set up there; empty where it is not Meta.
std::string verify_token(const std::string& app_secret) {
    return app_secret.empty() ? std::string() : notify::meta_verify_token(app_secret);
}

// "smtps://mail.example.com:465", as parse_mail_url makes it.
MailSettings mail_of(const notify::SmtpOptions& smtp) {
    MailSettings mail{.user = smtp.user};
    std::string_view rest = smtp.url;
    const bool is_tls = rest.starts_with("smtps://");
    mail.encryption = is_tls              ? engine::MailEncryption::Tls
                      : smtp.requires_tls ? engine::MailEncryption::StartTls
                                          : engine::MailEncryption::None;
    rest.remove_prefix(rest.find("//") + 2);
    const std::size_t colon = rest.rfind(':');
    const std::string_view port = rest.substr(colon + 1);
    std::from_chars(port.data(), port.data() + port.size(), mail.port);
    rest = rest.substr(0, colon);
    if (rest.starts_with('[')) {
        rest = rest.substr(1, rest.size() - 2);
    }
    mail.host = rest;
    return mail;
}

}  // namespace

std::optional<ChannelSettings> settings_of(const ServeOptions& options, Channel channel) {
    if (channel == Channel::Mail) {
        const auto smtp = notify::parse_mail_url(options.mail_url);
        if (!smtp) {
            return std::nullopt;
        }
        MailSettings mail = mail_of(*smtp);
        mail.from = options.mail_from;
        return mail;
    }
    if (channel == Channel::WhatsApp) {
        return whatsapp_of(options);
    }
    if (const auto twilio = notify::parse_twilio_url(options.sms_url)) {
        return TextSettings{.service = engine::TextService::Twilio,
                            .account = twilio->account_sid,
                            .secret = {},
                            .from = options.sms_from,
                            .region = {},
                            .endpoint = twilio->base_url == notify::TwilioOptions{}.base_url
                                            ? std::string()
                                            : twilio->base_url};
    }
    const auto sns = notify::parse_sns_url(options.sms_url,
                                           [](const std::string&) -> std::optional<std::string> {
                                               return "-";  // it is not shown
                                           });
    if (!sns) {
        return std::nullopt;
    }
    return TextSettings{.service = engine::TextService::Sns,
                        .account = {},
                        .secret = {},
                        .from = options.sms_from,
                        .region = sns->region,
                        .endpoint = sns->endpoint == notify::sns_endpoint(sns->region)
                                        ? std::string()
                                        : sns->endpoint};
}

Delivery::Delivery(const ServeOptions& options, DeliveryServices services)
    : options_(options), services_(std::move(services)) {}

const std::string& Delivery::url_of(Channel channel) const {
    return channel == Channel::Mail  ? options_.mail_url
           : channel == Channel::Sms ? options_.sms_url
                                     : options_.whatsapp_url;
}

bool Delivery::is_option(Channel channel) const {
    return !url_of(channel).empty();
}

std::optional<ChannelSettings> Delivery::stored(Channel channel) const {
    return stored_.with([&](const AllStored& all) -> std::optional<ChannelSettings> {
        const auto found = all.find(channel);
        return found == all.end() ? std::nullopt : found->second.settings;
    });
}

Result<void, engine::StoreError> Delivery::reload(engine::DeliverySettings& store) {
    const std::scoped_lock lock(changes_);
    return reload_locked(store);
}

Result<void, engine::StoreError> Delivery::reload_locked(engine::DeliverySettings& store) {
    const auto rows = TRY(store.delivery_settings());
    const AllStored before = stored_.copy();
    const auto key = SecretsKey::read(secrets_key_path(options_));
    AllStored now;
    bool is_news = before.size() != rows.size();
    for (const engine::SealedSettings& row : rows) {
        Stored& one = now[row.channel];
        one = {.sealed = row.sealed, .settings = std::nullopt, .changed_at = row.changed_at};
        if (key && *key) {
            if (const auto text = (*key)->open(row.sealed)) {
                one.settings = read_settings(row.channel, *text);
            }
        }
        const auto known = before.find(row.channel);
        const bool is_new = known == before.end() || known->second.sealed != one.sealed ||
                            known->second.settings.has_value() != one.settings.has_value();
        if (is_new && !one.settings) {
            const std::string problem = key ? "sealed with another key" : key.error();
            services_.log.write(LogLevel::Error, "delivery_settings_locked",
                                {{"channel", engine::name_of(row.channel)},
                                 {"key_file", secrets_key_path(options_)},
                                 {"problem", problem}});
        }
        is_news |= is_new;
    }
    if (!is_news) {
        return {};
    }
    InThePages pages;
    for (const auto& [channel, one] : now) {
        if (one.settings) {
            pages.set(*one.settings);
        }
    }
    stored_.exchange(std::move(now));
    auto outlets = make_outlets(options_, pages, &services_.links);
    ASSERT(outlets.has_value());  // the options were checked when the server started
    services_.use(*std::move(outlets));
    services_.log.write(LogLevel::Info, "delivery_settings_changed",
                        {{"mail", pages.mail ? "set up" : "not set up"},
                         {"sms", pages.texts ? "set up" : "not set up"},
                         {"whatsapp", pages.whatsapp ? "set up" : "not set up"}});
    return {};
}

engine::ChannelSetup Delivery::setup(Channel channel) const {
    using Source = engine::ChannelSetup::Source;
    if (is_option(channel)) {
        const bool has_secret =
            channel != Channel::Mail || options_.mail_url.find('@') != std::string::npos;
        const auto meta = channel == Channel::WhatsApp
                              ? notify::parse_meta_url(options_.whatsapp_url)
                              : std::unexpected(std::string());
        return {.source = Source::Option,
                .settings = settings_of(options_, channel),
                .has_secret = has_secret,
                .changed_at = std::nullopt,
                .verify_token = verify_token(meta ? meta->app_secret : std::string())};
    }
    return stored_.with([&](const AllStored& all) -> engine::ChannelSetup {
        const auto found = all.find(channel);
        if (found == all.end()) {
            return {};
        }
        engine::ChannelSetup setup{.source =
                                       found->second.settings ? Source::Pages : Source::Locked,
                                   .settings = found->second.settings,
                                   .has_secret = false,
                                   .changed_at = found->second.changed_at};
        if (setup.settings) {
            if (const auto* whatsapp = std::get_if<WhatsAppSettings>(&*setup.settings)) {
                setup.verify_token = verify_token(whatsapp->app_secret);
            }
            setup.has_secret = has_secrets(*setup.settings);
            for (std::string* secret : secrets_of(*setup.settings)) {
                secret->clear();
            }
        }
        return setup;
    });
}

bool Delivery::has_secret_for(const ChannelSettings& settings) const {
    const auto kept = stored(channel_of(settings));
    return kept && has_secrets(*kept) && is_same_place(settings, *kept);
}

ChannelSettings Delivery::complete(ChannelSettings settings) const {
    if (has_secrets(settings) || !has_secret_for(settings)) {
        return settings;
    }
    auto kept = stored(channel_of(settings));
    const std::vector<std::string*> known = secrets_of(*kept);
    const std::vector<std::string*> given = secrets_of(settings);
    for (std::size_t index = 0; index < given.size(); ++index) {
        if (given[index]->empty()) {
            *given[index] = *known[index];
        }
    }
    return settings;
}

Result<void, SetupError> Delivery::save(engine::DeliverySettings& store, ChannelSettings settings,
                                        Time now) {
    const std::scoped_lock lock(changes_);
    const Channel channel = channel_of(settings);
    if (is_option(channel)) {
        return std::unexpected(SetupError::SetByOption);
    }
    if (setup(channel).source == engine::ChannelSetup::Source::Locked) {
        return std::unexpected(SetupError::NoKey);
    }
    if (options_.secrets_key_file.empty() && services_.count_nodes() > 1) {
        return std::unexpected(SetupError::KeyNotShared);
    }
    const auto key = SecretsKey::read_or_make(secrets_key_path(options_));
    if (!key) {
        services_.log.write(LogLevel::Error, "secrets_key_unusable", {{"problem", key.error()}});
        return std::unexpected(SetupError::KeyFile);
    }
    const engine::SealedSettings sealed{
        .channel = channel,
        .sealed = key->seal(write_settings(complete(std::move(settings)))),
        .changed_at = now};
    if (!store.save_delivery_settings(sealed) || !reload_locked(store)) {
        return std::unexpected(SetupError::Unavailable);
    }
    return {};
}

Result<bool, SetupError> Delivery::remove(engine::DeliverySettings& store, Channel channel) {
    const std::scoped_lock lock(changes_);
    if (is_option(channel)) {
        return std::unexpected(SetupError::SetByOption);
    }
    const auto dropped = store.drop_delivery_settings(channel);
    if (!dropped || !reload_locked(store)) {
        return std::unexpected(SetupError::Unavailable);
    }
    return *dropped;
}

void Delivery::test(Channel channel, std::optional<ChannelSettings> settings,
                    engine::TestRecipient to,
                    std::function<void(std::optional<engine::TestedDelivery>)> done) {
    InThePages pages;
    ServeOptions options = options_;
    if (settings) {
        // These, whatever is in force.
        options.mail_url.clear();
        options.sms_url.clear();
        options.whatsapp_url.clear();
        settings = complete(*std::move(settings));
    } else {
        settings = is_option(channel) ? settings_of(options_, channel) : stored(channel);
    }
    if (!settings) {
        done(engine::TestedDelivery{});
        return;
    }
    pages.set(*settings);
    auto outlets = make_outlets(options, pages, nullptr);
    ASSERT(outlets.has_value());
    tests_.send(channel,
                channel == Channel::Mail  ? std::move(outlets->mail)
                : channel == Channel::Sms ? std::move(outlets->sms)
                                          : std::move(outlets->whatsapp),
                write_test_message(channel, sender_of(*settings), to, services_.clock.now()),
                std::move(done));
}

}  // namespace standby::app
