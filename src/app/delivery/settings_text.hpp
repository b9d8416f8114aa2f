// The settings of a channel as the text that is sealed.
#pragma once

#include "engine/ports/delivery_settings.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::app {

std::string write_settings(const engine::ChannelSettings& settings);
// Nothing for what was not written by the above, and for settings of another channel. What it does
// not know, a later version has added.
std::optional<engine::ChannelSettings> read_settings(engine::Channel channel,
                                                     std::string_view text);

}  // namespace standby::app
