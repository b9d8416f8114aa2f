// A request as it goes to another node: what the client sent, but for what concerned only its own
// connection.
#pragma once

#include "http/server/message.hpp"

#include <string>
#include <string_view>

namespace standby::http {

// Appends the request line and all headers but those of the proof; the empty line is the caller's.
// `host` is used when the client named none.
void append_request_head(std::string& output, const Request& request, std::string_view host);

// The headers that travel, as one text: the same where they are sent and where they arrive.
std::string travelling_headers(const Request& request, std::string_view host);

}  // namespace standby::http
