// Whether somebody on the network answers at all, for those who only want to know that.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::app {

// Where a URL leads: of "smtp://mail.example.com:587" the host and the port; the port is that of
// the scheme when none is given (smtp, smtps, http, https).
struct Destination {
    std::string host;
    std::uint16_t port = 0;
};
Destination destination_of(std::string_view url);
std::string format_destination(const Destination& destination);  // "mail.example.com:587"

enum class Greeting : std::uint8_t {
    None,      // that the connection is made is enough
    Expected,  // the other side speaks first
};
// Connects, and reads the first line that the other side says, if one is expected; all within
// `patience`, the time for resolving the name apart. The error is a sentence without an end.
Result<std::string, std::string> reach(const Destination& destination, Greeting greeting,
                                       Duration patience);

}  // namespace standby::app
