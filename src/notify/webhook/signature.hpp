// The signature of webhooks as the Standard Webhooks specification describes it, so that receivers
// can check ours with a library that exists for their language.
#pragma once

#include "base/time.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace standby::notify {

// A secret has 24 to 64 bytes. As text it is "whsec_" and base64. The bytes; nothing for any other
// text.
std::optional<std::string> parse_secret(std::string_view text);

// The value of webhook-signature: "v1," and base64. `secret` is the raw bytes. The id must not
// contain a dot.
std::string sign_webhook(std::string_view secret, std::string_view id, Time at,
                         std::string_view body);
// The value of webhook-timestamp: whole seconds since 1970.
std::string webhook_timestamp(Time at);

// What came with a webhook.
struct WebhookHeaders {
    std::string id;
    std::string timestamp;
    std::string signature;  // one or several, separated by spaces
};

// Whether one of the signatures is ours, and the time not further away from `now` than `tolerance`.
[[nodiscard]] bool verify_webhook(std::string_view secret, const WebhookHeaders& headers,
                                  std::string_view body, Time now,
                                  Duration tolerance = std::chrono::minutes{5});

}  // namespace standby::notify
