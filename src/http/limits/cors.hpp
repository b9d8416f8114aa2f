// Which pages of other origins may call a route: for the join widget that a site embeds. These
// routes take a token, never the staff's cookie (SameSite=Strict), so any origin may call them.
#pragma once

#include "http/server/message.hpp"

#include <cstdint>
#include <string_view>

namespace standby::http {

enum class CorsPolicy : std::uint8_t {
    None,    // staff routes: a browser lets no other origin read the answer
    Public,  // joining, public facts, and what a guest's token opens
};

// Adds to an answer what a browser needs to let the calling page read it.
void add_cors_headers(CorsPolicy policy, Response& response);

// The answer to OPTIONS. `methods` is the value of Allow, such as "GET, DELETE, OPTIONS".
Response preflight_response(CorsPolicy policy, std::string_view methods);

}  // namespace standby::http
