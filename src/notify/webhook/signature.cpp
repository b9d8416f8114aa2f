// HMAC-SHA-256 of "id.timestamp.body".
#include "notify/webhook/signature.hpp"

#include "base/hmac.hpp"
#include "base/number.hpp"
#include "base/text_coding.hpp"

#include <algorithm>
#include <span>

namespace standby::notify {
namespace {

constexpr std::string_view secret_prefix = "whsec_";
constexpr std::size_t secret_size_min = 24;
constexpr std::size_t secret_size_max = 64;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

std::optional<Time> parse_timestamp(std::string_view text) {
    const auto seconds = parse_number<std::int64_t>(text);
    // The last second of the year 9999, far from where milliseconds would overflow.
    constexpr std::int64_t seconds_max = 253'402'300'799;
    if (!seconds || *seconds < 0 || *seconds > seconds_max) {
        return std::nullopt;
    }
    return Time{std::chrono::seconds{*seconds}};
}

}  // namespace

std::optional<std::string> parse_secret(std::string_view text) {
    if (!text.starts_with(secret_prefix)) {
        return std::nullopt;
    }
    const auto bytes = decode_base64(text.substr(secret_prefix.size()));
    if (!bytes || bytes->size() < secret_size_min || bytes->size() > secret_size_max) {
        return std::nullopt;
    }
    std::string secret;
    for (const std::byte byte : *bytes) {
        secret.push_back(static_cast<char>(byte));
    }
    return secret;
}

std::string webhook_timestamp(Time at) {
    return std::to_string(std::chrono::floor<std::chrono::seconds>(at).time_since_epoch().count());
}

std::string sign_webhook(std::string_view secret, std::string_view id, Time at,
                         std::string_view body) {
    std::string text;
    text.reserve(id.size() + body.size() + 16);
    text.append(id).append(".").append(webhook_timestamp(at)).append(".").append(body);
    return "v1," + encode_base64(HmacKey(bytes_of(secret)).sign(bytes_of(text)));
}

bool verify_webhook(std::string_view secret, const WebhookHeaders& headers, std::string_view body,
                    Time now, Duration tolerance) {
    const auto at = parse_timestamp(headers.timestamp);
    if (secret.empty() || headers.id.empty() || !at || *at > now + tolerance ||
        *at < now - tolerance) {
        return false;
    }
    const std::string expected = sign_webhook(secret, headers.id, *at, body);
    std::string_view signatures = headers.signature;
    bool is_signed = false;
    while (!signatures.empty()) {
        const std::string_view signature = signatures.substr(0, signatures.find(' '));
        signatures.remove_prefix(std::min(signature.size() + 1, signatures.size()));
        is_signed = equal_in_constant_time(bytes_of(expected), bytes_of(signature)) || is_signed;
    }
    return is_signed;
}

}  // namespace standby::notify
