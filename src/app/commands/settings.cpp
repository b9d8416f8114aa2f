#include "app/commands/settings.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "bus/kafka/kafka_bus.hpp"
#include "bus/nats/nats_session.hpp"
#include "interchange/web/web_address.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace standby::app {
namespace {

using Values = std::vector<std::string>;
using Applied = Result<void, std::string>;

template <std::string ServeOptions::* Member>
Applied text(ServeOptions& options, const Values& values) {
    options.*Member = values.back();
    return {};
}

template <std::string ServeOptions::* Member>
Applied some_text(ServeOptions& options, const Values& values) {
    if (values.back().empty()) {
        return std::unexpected("must not be empty");
    }
    return text<Member>(options, values);
}

Applied nats_url(ServeOptions& options, const Values& values) {
    if (const auto problem = bus::nats_url_problem(values.back())) {
        return std::unexpected(*problem);
    }
    return text<&ServeOptions::nats_url>(options, values);
}

Applied kafka_url(ServeOptions& options, const Values& values) {
    if (const auto problem = bus::kafka_url_problem(values.back())) {
        return std::unexpected(*problem);
    }
    return text<&ServeOptions::kafka_url>(options, values);
}

Applied kafka_settings(ServeOptions& options, const Values& values) {
    options.kafka_settings.clear();
    for (const std::string& value : values) {
        options.kafka_settings.push_back(TRY(bus::parse_kafka_setting(value)));
    }
    return {};
}

template <double ServeOptions::* Member>
Applied rate(ServeOptions& options, const Values& values) {
    const auto number = parse_number<double>(values.back());
    if (!number || !std::isfinite(*number) || *number < 0 || *number > 1e9) {
        return std::unexpected("must be 0 or more");
    }
    options.*Member = *number;
    return {};
}

template <std::uint32_t ServeOptions::* Member, std::uint32_t Low, std::uint32_t High>
Applied count(ServeOptions& options, const Values& values) {
    const auto number = parse_number<std::uint32_t>(values.back());
    if (!number || *number < Low || *number > High) {
        return std::unexpected("must be a whole number from " + std::to_string(Low) + " to " +
                               std::to_string(High));
    }
    options.*Member = *number;
    return {};
}

Applied listen(ServeOptions& options, const Values& values) {
    if (const auto parsed = parse_listen(values.back()); !parsed) {
        return std::unexpected("must look like 127.0.0.1:8080 or [::1]:8080");
    }
    options.listen = values.back();
    return {};
}

Applied metrics_listen(ServeOptions& options, const Values& values) {
    if (const auto parsed = parse_listen(values.back()); !parsed && !values.back().empty()) {
        return std::unexpected("must look like 127.0.0.1:9464 or [::1]:9464");
    }
    options.metrics_listen = values.back();
    return {};
}

Applied cluster_listen(ServeOptions& options, const Values& values) {
    if (const auto parsed = parse_listen(values.back()); !parsed) {
        return std::unexpected("must look like 10.0.0.5:8081 or [::]:8081");
    }
    options.cluster_listen = values.back();
    return {};
}

Applied private_places(ServeOptions& options, const Values& values) {
    for (const std::string& value : values) {
        TRY(interchange::PrivatePlaces::check(value));
    }
    options.private_places = values;
    return {};
}

// Keys go there, so they must not pass by others in clear.
template <std::string ServeOptions::* Member>
Applied api_base(ServeOptions& options, const Values& values) {
    const std::string& given = values.back();
    const auto address = interchange::parse_web_address(given);
    if (!given.empty() && (!address || (address->scheme == "http" && !leads_to_loopback(given)))) {
        return std::unexpected("must start with https://, or with http:// on this machine");
    }
    options.*Member = given;
    return {};
}

Applied store(ServeOptions& options, const Values& values) {
    const std::string& given = values.back();
    if (!given.empty() && !is_postgres(given) && !sqlite_path(given, "")) {
        return std::unexpected("must look like sqlite:///path/to/standby.db or "
                               "postgres://user:password@host/database");
    }
    options.store = given;
    return {};
}

Applied node_address(ServeOptions& options, const Values& values) {
    const auto parsed = parse_listen(values.back());
    if (!parsed || parsed->port == 0) {
        return std::unexpected("must look like 10.0.0.5:8080 or node1.example.org:8080");
    }
    options.node_address = values.back();
    return {};
}

Applied cluster_secret(ServeOptions& options, const Values& values) {
    constexpr std::size_t length_min = 16;
    if (values.back().size() < length_min) {
        return std::unexpected("must have at least 16 characters");
    }
    options.cluster_secret = values.back();
    return {};
}

Applied log_format(ServeOptions& options, const Values& values) {
    if (values.back() != "text" && values.back() != "json") {
        return std::unexpected("must be text or json");
    }
    options.log_format = values.back();
    return {};
}

Applied log_level(ServeOptions& options, const Values& values) {
    if (!parse_log_level(values.back())) {
        return std::unexpected("must be debug, info, warning or error");
    }
    options.log_level = values.back();
    return {};
}

Applied told_elsewhere(ServeOptions& options, const Values& values) {
    if (values.back() != "yes" && values.back() != "no" && values.back() != "auto") {
        return std::unexpected("must be yes, no or auto");
    }
    options.told_elsewhere = values.back();
    return {};
}

Applied commits(ServeOptions& options, const Values& values) {
    if (values.back() != "auto" && values.back() != "tables" && values.back() != "log") {
        return std::unexpected("must be auto, tables or log");
    }
    options.commits = values.back();
    return {};
}

template <Values ServeOptions::* Member>
Applied texts(ServeOptions& options, const Values& values) {
    options.*Member = values;
    return {};
}

template <bool ServeOptions::* Member>
Applied truth(ServeOptions& options, const Values& values) {
    if (values.back() != "yes" && values.back() != "no") {
        return std::unexpected("must be yes or no");
    }
    options.*Member = values.back() == "yes";
    return {};
}

constexpr std::string_view yes_or_no = "yes|no";

constexpr Setting table[] = {
    {"--listen", "ADDRESS:PORT", "where to listen (default 127.0.0.1:8080)", false, listen},
    {"--data-dir", "FOLDER", "where the data is kept (default standby-data)", false,
     some_text<&ServeOptions::data_dir>},
    {"--store", "URL",
     "sqlite:///path, or postgres://... for a cluster (default: standby.db in --data-dir)", false,
     store, true},
    {"--node-address", "HOST:PORT",
     "where the other nodes of the cluster reach this one (default: where it listens)", false,
     node_address},
    {"--cluster-secret", "TEXT",
     "the secret that nodes identify themselves with (default: kept in the database)", false,
     cluster_secret, true},
    {"--cluster-cert", "FILE",
     "this node's certificate for the other nodes; see standby cluster certs", false,
     text<&ServeOptions::cluster_cert>},
    {"--cluster-key", "FILE", "its private key", false, text<&ServeOptions::cluster_key>},
    {"--cluster-ca", "FILE", "the authority that signed every node's certificate", false,
     text<&ServeOptions::cluster_ca>},
    {"--cluster-listen", "ADDRESS:PORT",
     "where nodes come with a certificate (default: the port after --listen's)", false,
     cluster_listen},
    {"--cluster-plain", yes_or_no, "let nodes talk without TLS beyond this machine (default no)",
     false, truth<&ServeOptions::cluster_plain>},
    {"--lease-seconds", "COUNT",
     "how long a node may be silent before the others take over (default 10)", false,
     count<&ServeOptions::lease_seconds, 2, 600>},
    {"--public-url", "URL", "the server's address for guests; links start with it", false,
     text<&ServeOptions::public_url>},
    {"--api-key", "KEY", "an owner key for automation: sk_ and at least 17 characters", false,
     text<&ServeOptions::api_key>, true},
    {"--log-format", "FORMAT", "text or json (default text)", false, log_format},
    {"--log-level", "LEVEL", "debug, info, warning or error (default info)", false, log_level},
    {"--tls-cert", "FILE", "certificate chain in PEM form; needs --tls-key", false,
     text<&ServeOptions::tls_cert>},
    {"--tls-key", "FILE", "the certificate's private key in PEM form", false,
     text<&ServeOptions::tls_key>},
    {"--trusted-proxy", "ADDRESS", "a proxy whose X-Forwarded-For is trusted (repeatable)", true,
     texts<&ServeOptions::trusted_proxies>},
    {"--metrics-listen", "ADDRESS:PORT",
     "where /metrics needs no key, such as 127.0.0.1:9464 (default: nowhere)", false,
     metrics_listen},
    {"--wrong-key-rate", "NUMBER",
     "wrong API keys per second from one client; 0: no limit (default 1)", false,
     rate<&ServeOptions::wrong_key_rate>},
    {"--join-rate", "NUMBER",
     "joins per second from one client without a key; 0: no limit (default 5)", false,
     rate<&ServeOptions::join_rate>},
    {"--join-burst", "NUMBER", "joins one client may make at once (default 20)", false,
     rate<&ServeOptions::join_burst>},
    {"--client-rate", "NUMBER",
     "requests per second from one client without a key; 0: no limits (default 200)", false,
     rate<&ServeOptions::client_rate>},
    {"--mail-url", "URL", "smtp[s]://user:password@host:port, the mail server", false,
     text<&ServeOptions::mail_url>, true},
    {"--mail-from", "ADDRESS", "the sender of e-mails", false, text<&ServeOptions::mail_from>},
    {"--mail-rate", "NUMBER", "e-mails per second; 0: no limit (default 20)", false,
     rate<&ServeOptions::mail_rate>},
    {"--mail-day", "COUNT", "e-mails a day; 0: no limit (default 200000)", false,
     count<&ServeOptions::mail_day, 0, 1'000'000'000>},
    {"--mail-callback-secret", "SECRET",
     "whsec_..., the secret of e-mail delivery reports; empty: none are accepted", false,
     text<&ServeOptions::mail_callback_secret>, true},
    {"--sms-url", "URL", "twilio://SID:TOKEN@host or sns://REGION, the SMS provider", false,
     text<&ServeOptions::sms_url>, true},
    {"--sms-from", "NUMBER", "a number to send texts from (repeatable)", true,
     texts<&ServeOptions::sms_from>},
    {"--sms-rate", "NUMBER", "texts per second in total; 0: no limit (default 10)", false,
     rate<&ServeOptions::sms_rate>},
    {"--sms-day", "COUNT", "texts a day; 0: no limit (default 10000)", false,
     count<&ServeOptions::sms_day, 0, 1'000'000'000>},
    {"--sms-sender-rate", "NUMBER", "texts per second from each number; 0: no limit (default 1)",
     false, rate<&ServeOptions::sms_sender_rate>},
    {"--whatsapp-url", "URL", "meta://ID:TOKEN@?app_secret=... or twilio://SID:TOKEN@host", false,
     text<&ServeOptions::whatsapp_url>, true},
    {"--whatsapp-from", "NUMBER", "with Twilio: the number to send WhatsApp messages from", false,
     text<&ServeOptions::whatsapp_from>},
    {"--whatsapp-template", "TEMPLATE",
     "with Twilio: offer.en=HX... (repeatable); with Meta: the prefix (default standby)", true,
     texts<&ServeOptions::whatsapp_templates>},
    {"--told-elsewhere", "yes|no|auto",
     "without a provider: your own software tells guests of their offers (default auto)", false,
     told_elsewhere},
    {"--message-days", "COUNT", "how long sent messages are kept (default 90)", false,
     count<&ServeOptions::message_days, 1, 3650>},
    {"--captcha-url", "URL", "verify captchas there instead of at their providers", false,
     text<&ServeOptions::captcha_url>},
    {"--private-webhooks", yes_or_no, "allow webhooks to the server's own network (default no)",
     false, truth<&ServeOptions::private_webhooks>},
    {"--private-delivery", yes_or_no,
     "allow mail and SMS servers set up in the pages on the own network (default no)", false,
     truth<&ServeOptions::private_delivery>},
    {"--allow-private", "HOST:PORT",
     "a calendar or sheet server on the own network that lists may follow (repeatable)", true,
     private_places},
    {"--sheets-dir", "DIR", "a folder of waitlist files that lists may follow (default: none)",
     false, text<&ServeOptions::sheets_dir>},
    {"--stripe-secret-key", "KEY", "sk_... or rk_..., for payments of all accounts by Stripe",
     false, text<&ServeOptions::stripe_secret_key>, true},
    {"--stripe-webhook-secret", "SECRET",
     "whsec_..., the secret of what Stripe calls out (repeatable)", true,
     texts<&ServeOptions::stripe_webhook_secrets>, true},
    {"--stripe-api-base", "URL", "ask there instead of at https://api.stripe.com", false,
     api_base<&ServeOptions::stripe_api_base>},
    {"--mollie-api-key", "KEY", "live_... or test_..., for payments of all accounts by Mollie",
     false, text<&ServeOptions::mollie_api_key>, true},
    {"--mollie-api-base", "URL", "ask there instead of at https://api.mollie.com", false,
     api_base<&ServeOptions::mollie_api_base>},
    {"--nats-url", "URL",
     "nats://[user:password@]host:port of a message bus, for events in and out", false,
     nats_url, true},
    {"--nats-credentials", "FILE", "how to sign in to a NATS server that wants credentials", false,
     text<&ServeOptions::nats_credentials>},
    {"--nats-ca", "FILE", "whom a tls:// NATS server must be certified by (default: the system's)",
     false, text<&ServeOptions::nats_ca>},
    {"--kafka-url", "URL", "kafka://host:port of a message bus, for events in and out", false,
     kafka_url},
    {"--kafka-setting", "NAME=VALUE",
     "a setting of librdkafka, such as sasl.password=... (repeatable)", true, kafka_settings, true},
    {"--secrets-key-file", "FILE",
     "the key of passwords typed into the pages (default: secrets.key in --data-dir)", false,
     text<&ServeOptions::secrets_key_file>},
    {"--shards", "COUNT",
     "deciding threads (default 2); in a new PostgreSQL database, shards (default 16)", false,
     count<&ServeOptions::shards, 1, 256>},
    {"--commits", "WHERE", "with one file: auto, tables or log (default auto)", false, commits},
    {"--io-threads", "COUNT", "network threads (default 2)", false,
     count<&ServeOptions::io_threads, 1, 64>},
    {"--connections-max", "COUNT", "simultaneous connections (default 10000)", false,
     count<&ServeOptions::connections_max, 1, 1'000'000>},
    {"--client-connections", "COUNT",
     "simultaneous connections of one client (default: a fifth of --connections-max)", false,
     count<&ServeOptions::client_connections, 1, 1'000'000>},
};

const Setting* find_setting(std::string_view flag) {
    const auto at = std::ranges::find(table, flag, &Setting::flag);
    return at == std::end(table) ? nullptr : at;
}

// One TOML value as the texts a flag would have had; nothing for what the setting cannot be.
std::optional<Values> texts_of(const toml::node& node, const Setting& setting) {
    if (const auto* array = node.as_array()) {
        Values values;
        for (const toml::node& item : *array) {
            auto inner = item.is_array() ? std::nullopt : texts_of(item, setting);
            if (!inner) {
                return std::nullopt;
            }
            values.push_back(std::move(inner->front()));
        }
        return values;
    }
    if (const auto* given = node.as_string()) {
        return Values{given->get()};
    }
    if (const auto* given = node.as_integer()) {
        return Values{std::to_string(given->get())};
    }
    if (const auto* given = node.as_floating_point()) {
        std::ostringstream written;
        written << given->get();
        return Values{written.str()};
    }
    if (const auto* given = node.as_boolean(); given != nullptr && setting.value == yes_or_no) {
        return Values{given->get() ? "yes" : "no"};
    }
    return std::nullopt;
}

std::vector<std::string> file_keys() {
    std::vector<std::string> keys;
    for (const Setting& setting : table) {
        keys.push_back(file_key(setting));
    }
    return keys;
}

Result<GivenValues, std::string> from_environment(const Surroundings& surroundings) {
    GivenValues given;
    for (const Setting& setting : table) {
        const auto value = surroundings.environment(environment_name(setting));
        if (!value || value->empty()) {
            continue;
        }
        Values& values = given[std::string(setting.flag)];
        if (!setting.repeatable) {
            values = {*value};
            continue;
        }
        std::istringstream parts(*value);
        for (std::string part; std::getline(parts, part, ',');) {
            values.push_back(part);
        }
    }
    return given;
}

enum class Layer { File, Environment, Flags };

std::string name_in(const Setting& setting, Layer layer, const std::string& file) {
    switch (layer) {
    case Layer::File:
        return file_key(setting) + " in " + file;
    case Layer::Environment:
        return environment_name(setting);
    case Layer::Flags:
        break;
    }
    return std::string(setting.flag);
}

Result<void, std::string> apply_all(ServeOptions& options, const GivenValues& given, Layer layer,
                                    const std::string& file) {
    for (const Setting& setting : table) {
        const auto at = given.find(setting.flag);
        if (at == given.end() || at->second.empty()) {
            continue;
        }
        if (auto applied = setting.apply(options, at->second); !applied) {
            const std::string given_value =
                setting.is_secret ? "" : ", not '" + at->second.back() + "'";
            return std::unexpected(name_in(setting, layer, file) + " " + applied.error() +
                                   given_value);
        }
    }
    return {};
}

// The settings file: its name and its content, or two empty texts when there is none.
Result<std::pair<std::string, std::string>, std::string>
find_file(std::string path, const ServeOptions& so_far, const Surroundings& surroundings) {
    if (path.empty()) {
        path = surroundings.environment("STANDBY_CONFIG").value_or("");
    }
    if (!path.empty()) {
        auto text = surroundings.file(path);
        if (!text) {
            return std::unexpected("the settings file " + path + " cannot be read");
        }
        return std::pair{path, *std::move(text)};
    }
    for (const std::string& candidate :
         {std::string("standby.toml"), so_far.data_dir + "/standby.toml"}) {
        if (auto text = surroundings.file(candidate)) {
            return std::pair{candidate, *std::move(text)};
        }
    }
    return std::pair<std::string, std::string>{};
}

}  // namespace

std::span<const Setting> settings() {
    return table;
}

std::string environment_name(const Setting& setting) {
    std::string name = "STANDBY_";
    for (const char letter : setting.flag.substr(2)) {
        name += letter == '-' ? '_' : static_cast<char>(letter - 'a' + 'A');
    }
    return name;
}

std::string file_key(const Setting& setting) {
    std::string key(setting.flag.substr(2));
    std::ranges::replace(key, '-', '_');
    return key;
}

Surroundings real_surroundings() {
    return {.environment = [](const std::string& name) -> std::optional<std::string> {
                const char* value = std::getenv(name.c_str());
                return value == nullptr ? std::nullopt : std::optional<std::string>(value);
            },
            .file = [](const std::string& path) -> std::optional<std::string> {
                std::ifstream file(path, std::ios::binary);
                if (!file) {
                    return std::nullopt;
                }
                return std::string(std::istreambuf_iterator<char>(file), {});
            }};
}

Result<GivenValues, std::string> read_settings_file(const std::string& text,
                                                    const std::string& name) {
    toml::table parsed;
    try {
        parsed = toml::parse(std::string_view(text));
    } catch (const toml::parse_error& error) {
        return std::unexpected(name + ", line " + std::to_string(error.source().begin.line) + ": " +
                               std::string(error.description()));
    }
    GivenValues given;
    for (const auto& [key, node] : parsed) {
        std::string flag = "--" + std::string(key.str());
        std::ranges::replace(flag, '_', '-');
        const Setting* setting = find_setting(flag);
        const std::string line = std::to_string(key.source().begin.line);
        if (setting == nullptr) {
            return std::unexpected(name + ", line " + line + ": there is no setting '" +
                                   std::string(key.str()) + "'" +
                                   suggestion(key.str(), file_keys()));
        }
        const auto values = texts_of(node, *setting);
        if (!values || (values->size() != 1 && !setting->repeatable)) {
            return std::unexpected(name + ", line " + line + ": " + std::string(key.str()) +
                                   " must be a string or a number" +
                                   (setting->repeatable ? ", or a list of strings" : ""));
        }
        given.emplace(std::move(flag), *values);
    }
    return given;
}

Result<ServeOptions, std::string> resolve_settings(const GivenValues& flags,
                                                   const std::string& config_path,
                                                   const Surroundings& surroundings) {
    const GivenValues environment = TRY(from_environment(surroundings));
    // The data directory is needed to find the file in it.
    ServeOptions outer;
    TRY(apply_all(outer, environment, Layer::Environment, {}));
    TRY(apply_all(outer, flags, Layer::Flags, {}));
    const auto [name, text] = TRY(find_file(config_path, outer, surroundings));

    ServeOptions options;
    const GivenValues in_file = TRY(read_settings_file(text, name));
    options.settings_file = name;
    options.has_secrets_in_file = std::ranges::any_of(in_file, [](const auto& given) {
        const Setting* setting = find_setting(given.first);
        return setting != nullptr && setting->is_secret;
    });
    TRY(apply_all(options, in_file, Layer::File, name));
    TRY(apply_all(options, environment, Layer::Environment, {}));
    TRY(apply_all(options, flags, Layer::Flags, {}));
    if (options.tls_cert.empty() != options.tls_key.empty()) {
        return std::unexpected("--tls-cert and --tls-key go together: set both or neither");
    }
    return options;
}

}  // namespace standby::app
