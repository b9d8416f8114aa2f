// Bodies that set up how mail and texts leave, and that try it out.
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

// PUT /v1/delivery/mail and /v1/delivery/sms. A secret that is not given is empty: whether one is
// kept for these settings is for others to know. The channel is mail or SMS.
Result<engine::ChannelSettings, Problem> parse_delivery(engine::Channel channel,
                                                        std::string_view body);
// Whether they name somebody who logs in and say no secret.
bool lacks_secret(const engine::ChannelSettings& settings);
// The field that has the secret.
std::string_view secret_field(engine::Channel channel);

// POST /v1/delivery/mail:test and /v1/delivery/sms:test.
struct DeliveryTestBody {
    std::string to;                                   // a mail address, or a number in E.164
    std::optional<engine::ChannelSettings> settings;  // none: those in force
};
Result<DeliveryTestBody, Problem> parse_delivery_test(engine::Channel channel,
                                                      std::string_view body);

}  // namespace standby::http
