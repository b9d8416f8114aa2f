// The body that changes how a house writes to its guests.
#pragma once

#include "base/result.hpp"
#include "engine/ports/correspondence.hpp"
#include "http/api/problem.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

inline constexpr std::size_t house_name_length_max = 100;
inline constexpr std::size_t house_address_length_max = 300;
inline constexpr std::size_t consent_length_max = 1'000;
inline constexpr std::size_t webhook_url_bytes_max = 2'000;
inline constexpr Duration event_reminder_before_max = std::chrono::days{7};
inline constexpr double house_rate_max = 10'000;
inline constexpr std::size_t webhook_secret_bytes = 24;
inline constexpr std::size_t captcha_key_length_max = 200;
inline constexpr std::size_t widget_origins_max = 20;
inline constexpr std::size_t widget_origin_bytes_max = 200;
inline constexpr std::size_t text_countries_max = 250;
inline constexpr Duration kept_min = std::chrono::days{1};
inline constexpr Duration history_kept_min = std::chrono::days{30};
inline constexpr Duration kept_max = std::chrono::days{3650};

// PATCH /v1/house. Unset fields stay as they are; a text that is blank or null takes it away.
struct HousePatchBody {
    std::optional<std::string> name;
    std::optional<std::string> reply_to;
    std::optional<std::string> staff_email;
    std::optional<std::string> staff_phone;  // as typed: see settle_phone
    std::optional<std::string> address;
    std::optional<std::string> locale;
    std::optional<std::string> consent_text;
    std::optional<engine::ChannelRule> channels;
    std::optional<engine::PhoneRule> phone_messages;
    std::optional<bool> open_tracking;
    std::optional<bool> monthly_summary;
    std::optional<Duration> event_reminder;
    std::optional<double> rate;
    std::optional<std::string> webhook_url;
    std::optional<engine::WebhookFormat> webhook_format;
    std::optional<std::string> time_zone;  // a name of the right form; whether it exists is unknown
    std::optional<std::vector<std::string>> widget_origins;
    std::optional<std::vector<std::string>> text_countries;
    std::optional<std::string> phone_region;
    std::optional<engine::CaptchaKind> captcha;
    std::optional<std::string> captcha_site_key;
    std::optional<std::string> captcha_secret;
    std::optional<Duration> keep_people;
    std::optional<Duration> keep_messages;
    std::optional<Duration> keep_histories;
};
Result<HousePatchBody, Problem> parse_house_patch(std::string_view body);

// What the present house becomes. Its secret stays, but goes with the address of the webhook.
engine::House merged(const HousePatchBody& patch, const engine::House& present);

// Puts a new number of the staff into E.164: without its country code it is of the business's
// country.
Result<void, Problem> settle_phone(const HousePatchBody& patch, engine::House& house);

// A site as browsers write its origin, "https://www.aster.example", in lower case. Nothing for what
// is more or less than that.
std::optional<std::string> parse_origin(std::string_view text);

// What is wrong with the address of a webhook, as the end of a sentence; nothing when it can be
// used: https, or http where it does not leave this machine.
std::optional<std::string> webhook_url_error(std::string_view url);

}  // namespace standby::http
