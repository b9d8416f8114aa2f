// Texts inside URLs and forms: what a provider's URL consists of.
#pragma once

#include "base/form.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::notify {

// application/x-www-form-urlencoded, with spaces as %20.
std::string encode_form(const FormFields& fields);

// scheme://user:password@host:port?name=value, taken apart and decoded.
struct ProviderUrl {
    std::string user;
    std::string password;
    std::string host;  // with its port when it has one; an IPv6 address in brackets
    FormFields query;

    // The value of a name in the query, or null.
    const std::string* find(std::string_view name) const;
};
// Nothing when the text has another scheme or another shape. Without an @, everything is the host.
std::optional<ProviderUrl> parse_provider_url(std::string_view text, std::string_view scheme);

// localhost, 127.x.x.x or ::1, with or without a port.
bool is_loopback_host(std::string_view host);

}  // namespace standby::notify
