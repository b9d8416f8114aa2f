#include "http/api/house_body.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "http/api/body.hpp"
#include "http/api/wants_body.hpp"
#include "interchange/contact/contact.hpp"
#include "interchange/contact/country.hpp"
#include "interchange/contact/numbering.hpp"
#include "interchange/contact/phone_region.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t country_length_max = 10;
constexpr Choice<engine::ChannelRule> channel_choices[] = {
    {"sms_first", engine::ChannelRule::SmsFirst},
    {"mail_first", engine::ChannelRule::MailFirst},
    {"both", engine::ChannelRule::Both},
};
constexpr Choice<engine::PhoneRule> phone_choices[] = {
    {"whatsapp_first", engine::PhoneRule::WhatsAppFirst},
    {"sms", engine::PhoneRule::TextsOnly},
    {"whatsapp", engine::PhoneRule::WhatsAppOnly},
};
constexpr Choice<engine::WebhookFormat> webhook_choices[] = {
    {"plain", engine::WebhookFormat::Plain},
    {"cloudevents", engine::WebhookFormat::CloudEvents}};
constexpr Choice<engine::CaptchaKind> captcha_choices[] = {
    {"none", engine::CaptchaKind::None},
    {"hcaptcha", engine::CaptchaKind::HCaptcha},
    {"turnstile", engine::CaptchaKind::Turnstile},
};
constexpr Choice<const char*> locale_choices[] = {
    {"en", "en"}, {"de", "de"}, {"fr", "fr"}, {"es", "es"}};

std::optional<std::string> read_text(FieldReader& reader, std::string_view name,
                                     std::size_t length_max) {
    if (reader.is_null(name)) {
        return std::string{};
    }
    return reader.text(name, {.length_max = length_max});
}

std::optional<std::string> read_address(FieldReader& reader, std::string_view name) {
    auto address = read_text(reader, name, interchange::email_bytes_max);
    if (!address || address->empty()) {
        return address;
    }
    if (const auto normal = interchange::normalise_email(*address); !normal) {
        reader.error(name, normal.error());
        return std::nullopt;
    }
    return address;
}

std::optional<std::string> read_country(FieldReader& reader, std::string_view name) {
    auto country = read_text(reader, name, country_length_max);
    if (country && !country->empty() && interchange::numbering_plan(*country) == nullptr) {
        reader.error(name, "must be the code of a country such as DE");
        return std::nullopt;
    }
    return country;
}

std::optional<std::string> read_webhook_url(FieldReader& reader) {
    auto url = read_text(reader, "webhook_url", webhook_url_bytes_max);
    if (!url || url->empty()) {
        return url;
    }
    if (auto error = webhook_url_error(*url)) {
        reader.error("webhook_url", *std::move(error));
        return std::nullopt;
    }
    return url;
}

std::optional<std::string> read_zone(FieldReader& reader) {
    auto zone = read_time_zone(reader, "time_zone");
    if (zone && zone->empty()) {
        reader.error("time_zone", "must not be blank");
    }
    return zone;
}

// None means every site, and so does null.
std::optional<std::vector<std::string>> read_origins(FieldReader& reader) {
    if (reader.is_null("widget_origins")) {
        return std::vector<std::string>{};
    }
    const JsonValue* given = reader.given("widget_origins");
    if (given == nullptr) {
        return std::nullopt;
    }
    if (given->type != JsonType::Array || given->items.size() > widget_origins_max) {
        reader.error("widget_origins", "must be a list of at most 20 sites");
        return std::nullopt;
    }
    std::vector<std::string> origins;
    for (std::size_t index = 0; index < given->items.size(); ++index) {
        const JsonValue& item = given->items[index];
        auto origin = item.type == JsonType::Text ? parse_origin(item.text) : std::nullopt;
        if (!origin) {
            reader.error("widget_origins[" + std::to_string(index) + "]",
                         "must be a site such as https://www.aster.example");
        } else if (std::ranges::find(origins, *origin) == origins.end()) {
            origins.push_back(*std::move(origin));
        }
    }
    return origins;
}

// None means the business's own, and so does null. "*" means every country.
std::optional<std::vector<std::string>> read_countries(FieldReader& reader) {
    if (reader.is_null("text_countries")) {
        return std::vector<std::string>{};
    }
    const JsonValue* given = reader.given("text_countries");
    if (given == nullptr) {
        return std::nullopt;
    }
    if (given->type != JsonType::Array || given->items.size() > text_countries_max) {
        reader.error("text_countries", "must be a list of countries such as \"DE\", or [\"*\"]");
        return std::nullopt;
    }
    std::vector<std::string> countries;
    for (std::size_t index = 0; index < given->items.size(); ++index) {
        const JsonValue& item = given->items[index];
        const bool is_any = item.text == "*" && given->items.size() == 1;
        if (item.type != JsonType::Text || (!is_any && !interchange::is_country(item.text))) {
            reader.error("text_countries[" + std::to_string(index) + "]",
                         "must be the code of a country such as DE, or * alone for all");
        } else if (std::ranges::find(countries, item.text) == countries.end()) {
            countries.emplace_back(item.text);
        }
    }
    return countries;
}

// Null, or nothing at all, is for ever.
std::optional<Duration> read_kept(FieldReader& reader, std::string_view name,
                                  Duration least = kept_min) {
    if (reader.is_null(name)) {
        return Duration{0};
    }
    return reader.duration(name, least, kept_max);
}

template <class Value>
void set(Value& value, const std::optional<Value>& change) {
    if (change) {
        value = *change;
    }
}

struct Authority {
    std::string_view host;
    std::string_view port;  // empty: none is written
};

// Nothing when it is not a host with or without a port.
std::optional<Authority> parse_authority(std::string_view text) {
    Authority authority;
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
        authority.host = text.substr(0, end + 1);
    } else {
        authority.host = text.substr(0, text.find(':'));
    }
    const std::string_view rest = text.substr(authority.host.size());
    if (authority.host.empty() || (!rest.empty() && rest.front() != ':')) {
        return std::nullopt;
    }
    authority.port = rest.empty() ? rest : rest.substr(1);
    const auto port = parse_number<std::uint16_t>(authority.port);
    if (!rest.empty() && port.value_or(0) == 0) {
        return std::nullopt;
    }
    return authority;
}

bool is_host_character(char letter) {
    return is_letter_or_digit(letter) || letter == '-' || letter == '.' || letter == '_';
}

bool is_host(std::string_view host) {
    if (host.starts_with('[')) {
        return host.substr(1, host.size() - 2).find_first_not_of("0123456789abcdefABCDEF:.") ==
               std::string_view::npos;
    }
    return std::ranges::all_of(host, is_host_character);
}

bool is_loopback(std::string_view host) {
    return host == "localhost" || host == "[::1]" ||
           (host.starts_with("127.") &&
            host.find_first_not_of("0123456789.") == std::string_view::npos);
}

}  // namespace

std::optional<std::string> parse_origin(std::string_view text) {
    if (text.size() > widget_origin_bytes_max) {
        return std::nullopt;
    }
    std::string origin(text);
    std::ranges::transform(origin, origin.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    if (origin.ends_with('/')) {
        origin.pop_back();
    }
    if (!origin.starts_with("https://") && !origin.starts_with("http://")) {
        return std::nullopt;
    }
    const auto authority = parse_authority(std::string_view{origin}.substr(origin.find("//") + 2));
    if (!authority || !is_host(authority->host)) {
        return std::nullopt;
    }
    return origin;
}

std::optional<std::string> webhook_url_error(std::string_view url) {
    constexpr std::string_view form = "must be an address such as https://example.org/hooks";
    const bool is_visible =
        std::ranges::all_of(url, [](char letter) { return letter > ' ' && letter <= '~'; });
    const bool is_secure = url.starts_with("https://");
    if (!is_visible || (!is_secure && !url.starts_with("http://"))) {
        return std::string(form);
    }
    url.remove_prefix(url.find("//") + 2);
    if (url.find_first_of("#\\\"<>") != std::string_view::npos) {
        return std::string(form);
    }
    const std::string_view place = url.substr(0, url.find_first_of("/?"));
    if (place.contains('@')) {
        return "must not contain a user name or a password";
    }
    const auto authority = parse_authority(place);
    if (!authority || !is_host(authority->host)) {
        return std::string(form);
    }
    if (!is_secure && !is_loopback(authority->host)) {
        return "must start with https://";
    }
    return std::nullopt;
}

Result<HousePatchBody, Problem> parse_house_patch(std::string_view body) {
    return read_body<HousePatchBody>(body, [](FieldReader& reader, HousePatchBody& patch) {
        patch.name = read_text(reader, "name", house_name_length_max);
        patch.reply_to = read_address(reader, "reply_to");
        // It stands in every mail, also in those that servers without SMTPUTF8 must take.
        if (patch.reply_to && !patch.reply_to->empty() &&
            !interchange::is_plain_address(*patch.reply_to)) {
            reader.error("reply_to", "must have no letters beyond a to z before the @");
        }
        patch.staff_email = read_address(reader, "staff_email");
        patch.staff_phone = read_text(reader, "staff_phone", interchange::phone_text_bytes_max);
        patch.address = read_text(reader, "address", house_address_length_max);
        patch.locale = reader.choice("locale", locale_choices);
        patch.consent_text = read_text(reader, "consent_text", consent_length_max);
        patch.channels = reader.choice("channels", channel_choices);
        patch.phone_messages = reader.choice("phone_messages", phone_choices);
        patch.open_tracking = reader.boolean("open_tracking");
        patch.monthly_summary = reader.boolean("monthly_summary");
        patch.event_reminder =
            reader.duration("event_reminder", Duration{}, event_reminder_before_max);
        patch.rate = reader.number("rate", 0, house_rate_max);
        patch.webhook_url = read_webhook_url(reader);
        patch.webhook_format = reader.choice("webhook_format", webhook_choices);
        patch.time_zone = read_zone(reader);
        patch.widget_origins = read_origins(reader);
        patch.text_countries = read_countries(reader);
        patch.phone_region = read_country(reader, "phone_region");
        patch.captcha = reader.choice("captcha", captcha_choices);
        patch.captcha_site_key = read_text(reader, "captcha_site_key", captcha_key_length_max);
        patch.captcha_secret = read_text(reader, "captcha_secret", captcha_key_length_max);
        patch.keep_people = read_kept(reader, "keep_people");
        patch.keep_messages = read_kept(reader, "keep_messages");
        patch.keep_histories = read_kept(reader, "keep_histories", history_kept_min);
    });
}

engine::House merged(const HousePatchBody& patch, const engine::House& present) {
    engine::House house = present;
    set(house.name, patch.name);
    set(house.reply_to, patch.reply_to);
    set(house.staff_email, patch.staff_email);
    set(house.staff_phone, patch.staff_phone);
    set(house.address, patch.address);
    set(house.locale, patch.locale);
    set(house.consent_text, patch.consent_text);
    set(house.channels, patch.channels);
    set(house.phone_messages, patch.phone_messages);
    set(house.open_tracking, patch.open_tracking);
    set(house.monthly_summary, patch.monthly_summary);
    set(house.event_reminder, patch.event_reminder);
    set(house.rate, patch.rate);
    set(house.webhook_url, patch.webhook_url);
    set(house.webhook_format, patch.webhook_format);
    set(house.time_zone, patch.time_zone);
    set(house.widget_origins, patch.widget_origins);
    set(house.text_countries, patch.text_countries);
    set(house.phone_region, patch.phone_region);
    set(house.captcha, patch.captcha);
    set(house.captcha_site_key, patch.captcha_site_key);
    set(house.captcha_secret, patch.captcha_secret);
    set(house.keep_people, patch.keep_people);
    set(house.keep_messages, patch.keep_messages);
    set(house.keep_histories, patch.keep_histories);
    if (house.webhook_url.empty()) {
        house.webhook_secret.clear();
    }
    return house;
}

Result<void, Problem> settle_phone(const HousePatchBody& patch, engine::House& house) {
    if (!patch.staff_phone || patch.staff_phone->empty()) {
        return {};
    }
    auto number =
        interchange::normalise_phone(*patch.staff_phone, interchange::phone_region(house));
    if (!number) {
        return std::unexpected(invalid("staff_phone", std::move(number.error())));
    }
    house.staff_phone = *std::move(number);
    return {};
}

}  // namespace standby::http
