// The providers as the settings name them, for commands that try them out.
#pragma once

#include "app/service/options.hpp"
#include "base/result.hpp"
#include "engine/ports/messages.hpp"
#include "notify/relay/provider.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace standby::app {

// One provider, ready to be used.
struct ChannelSetup {
    std::unique_ptr<notify::Provider> provider;
    std::string url;   // its address, without user and password
    std::string from;  // who a message is sent from; may be empty for SMS over SNS
};
// Nothing when none is set up. The channel is no webhook. The error is a sentence that names the
// setting and repeats no secret.
Result<std::optional<ChannelSetup>, std::string> set_up_channel(const ServeOptions& options,
                                                                engine::Channel channel);

// How to set one up.
std::string_view how_to_set_up(engine::Channel channel);

// What somebody can do about a message that the provider did not take; empty when it took it.
std::string advice_on(engine::Channel channel, const notify::SendResult& result);

}  // namespace standby::app
