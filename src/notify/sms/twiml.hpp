// The answer to Twilio's call with a text message: what to reply to its sender.
#pragma once

#include <string>
#include <string_view>

namespace standby::notify {

// An empty text: no reply. What XML cannot hold is left out.
std::string twiml_reply(std::string_view text);

}  // namespace standby::notify
