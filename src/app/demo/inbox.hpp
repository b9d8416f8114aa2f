// What guests of the demo were told, read from their own inboxes.
#pragma once

#include "app/commands/http_client.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::app {

// The first line of the newest message that offers a place to the guest; nothing when there is
// none.
std::optional<std::string> newest_offer(HttpClient& client, const std::string& entry,
                                        const std::string& token);

// An address that can be shown to anybody: "+4915…01", "ada…@example.org".
std::string shortened(std::string_view address);

}  // namespace standby::app
