// Bodies that set up how mail, texts and WhatsApp messages leave, and that try it out.
#pragma once

#include "base/result.hpp"
#include "engine/ports/delivery_settings.hpp"
#include "http/api/problem.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

inline constexpr std::size_t mail_host_bytes_max = 253;
inline constexpr std::size_t delivery_secret_bytes_max = 500;
inline constexpr std::size_t delivery_user_bytes_max = 254;
inline constexpr std::size_t text_senders_max = 20;
inline constexpr std::size_t whatsapp_templates_max = 100;

// PUT /v1/delivery/mail, /v1/delivery/sms and /v1/delivery/whatsapp. A secret that is not given is
// empty: whether one is kept for these settings is for others to know. The channel is no webhook.
Result<engine::ChannelSettings, Problem> parse_delivery(engine::Channel channel,
                                                        std::string_view body);
// The field of a secret that they need and do not say; empty: they have all.
std::string_view missing_secret(const engine::ChannelSettings& settings);

// POST /v1/delivery/mail:test, sms:test and whatsapp:test.
struct DeliveryTestBody {
    engine::TestRecipient to;
    std::optional<engine::ChannelSettings> settings;  // none: those in force
};
Result<DeliveryTestBody, Problem> parse_delivery_test(engine::Channel channel,
                                                      std::string_view body);

}  // namespace standby::http
