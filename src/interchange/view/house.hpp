// How a house writes to its guests, as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/correspondence.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace standby::interchange {

// What may be seen of the webhook. An address can be a secret by itself, as with some services.
enum class WebhookInAnswer : std::uint8_t {
    Presence,  // only whether there is one
    Address,
    Secret,  // once, when it was made
};
void write_house(JsonWriter& writer, const engine::House& house, WebhookInAnswer webhook);

// "whsec_" and base64, as Standard Webhooks writes it.
std::string format_webhook_secret(std::span<const std::byte> secret);

}  // namespace standby::interchange
