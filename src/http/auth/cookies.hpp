// Cookies of ours, as browsers send them and as they are told to keep them.
#pragma once

#include "base/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

// The value of a cookie in a Cookie header; nothing when it is not there.
std::optional<std::string_view> find_cookie(std::string_view header, std::string_view name);

// The value of Set-Cookie: for this server alone, out of reach of scripts, never sent along by
// other sites. A lifetime of nothing takes the cookie away.
std::string cookie_text(std::string_view name, std::string_view value, Duration lifetime);

}  // namespace standby::http
