// What a provider's answer means to whoever has just set it up.
#pragma once

#include "engine/ports/delivery_settings.hpp"
#include "notify/relay/provider.hpp"

namespace standby::notify {

// The channel is no webhook.
engine::TestResult diagnose(engine::Channel channel, const SendResult& result);

}  // namespace standby::notify
