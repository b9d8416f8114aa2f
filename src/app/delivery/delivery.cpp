#include "app/delivery/delivery.hpp"

#include "app/delivery/settings_text.hpp"
#include "base/assert.hpp"
#include "notify/mail/smtp_provider.hpp"
#include "notify/sms/sns_provider.hpp"
#include "notify/sms/twilio_provider.hpp"

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

Channel channel_of(const ChannelSettings& settings) {
    return std::holds_alternative<MailSettings>(settings) ? Channel::Mail : Channel::Sms;
}

std::string& secret_of(ChannelSettings& settings) {
    auto* mail = std::get_if<MailSettings>(&settings);
    return mail != nullptr ? mail->password : std::get<TextSettings>(settings).secret;
}

// Whether a secret of the one may be sent to where the other leads: else whoever is signed in for a
// moment could have it sent to a server of theirs.
bool is_same_place(const ChannelSettings& left, const ChannelSettings& right) {
    if (const auto* mail = std::get_if<MailSettings>(&left)) {
        const auto* other = std::get_if<MailSettings>(&right);
        return other != nullptr && mail->host == other->host && mail->port == other->port &&
               mail->encryption == other->encryption && mail->user == other->user;
    }
    const auto& texts = std::get<TextSettings>(left);
    const auto* other = std::get_if<TextSettings>(&right);
    return other != nullptr && texts.service == other->service && texts.account == other->account &&
           texts.region == other->region && texts.endpoint == other->endpoint;
}

std::string sender_of(const ChannelSettings& settings) {
    if (const auto* mail = std::get_if<MailSettings>(&settings)) {
        return mail->from;
    }
    const auto& from = std::get<TextSettings>(settings).from;
    return from.empty() ? std::string() : from.front();
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

bool Delivery::is_option(Channel channel) const {
    return !(channel == Channel::Mail ? options_.mail_url : options_.sms_url).empty();
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
        if (one.settings && channel == Channel::Mail) {
            pages.mail = std::get<MailSettings>(*one.settings);
        } else if (one.settings) {
            pages.texts = std::get<TextSettings>(*one.settings);
        }
    }
    stored_.exchange(std::move(now));
    auto outlets = make_outlets(options_, pages, &services_.links);
    ASSERT(outlets.has_value());  // the options were checked when the server started
    services_.use(*std::move(outlets));
    services_.log.write(LogLevel::Info, "delivery_settings_changed",
                        {{"mail", pages.mail ? "set up" : "not set up"},
                         {"sms", pages.texts ? "set up" : "not set up"}});
    return {};
}

engine::ChannelSetup Delivery::setup(Channel channel) const {
    using Source = engine::ChannelSetup::Source;
    if (is_option(channel)) {
        const bool has_secret =
            channel == Channel::Sms || options_.mail_url.find('@') != std::string::npos;
        return {.source = Source::Option,
                .settings = settings_of(options_, channel),
                .has_secret = has_secret,
                .changed_at = std::nullopt};
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
            setup.has_secret = !secret_of(*setup.settings).empty();
            secret_of(*setup.settings).clear();
        }
        return setup;
    });
}

bool Delivery::has_secret_for(const ChannelSettings& settings) const {
    auto kept = stored(channel_of(settings));
    return kept && !secret_of(*kept).empty() && is_same_place(settings, *kept);
}

ChannelSettings Delivery::complete(ChannelSettings settings) const {
    if (secret_of(settings).empty() && has_secret_for(settings)) {
        auto kept = stored(channel_of(settings));
        secret_of(settings) = secret_of(*kept);
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

void Delivery::test(Channel channel, std::optional<ChannelSettings> settings, std::string to,
                    std::function<void(std::optional<engine::TestedDelivery>)> done) {
    InThePages pages;
    ServeOptions options = options_;
    if (settings) {
        // These, whatever is in force.
        options.mail_url.clear();
        options.sms_url.clear();
        settings = complete(*std::move(settings));
    } else {
        settings = is_option(channel) ? settings_of(options_, channel) : stored(channel);
    }
    if (!settings) {
        done(engine::TestedDelivery{});
        return;
    }
    if (const auto* mail = std::get_if<MailSettings>(&*settings)) {
        pages.mail = *mail;
    } else {
        pages.texts = std::get<TextSettings>(*settings);
    }
    auto outlets = make_outlets(options, pages, nullptr);
    ASSERT(outlets.has_value());
    tests_.send(channel,
                channel == Channel::Mail ? std::move(outlets->mail) : std::move(outlets->sms),
                write_test_message(channel, sender_of(*settings), to, services_.clock.now()),
                std::move(done));
}

}  // namespace standby::app
