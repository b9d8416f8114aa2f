// Which mail addresses can be sent to.
#pragma once

#include <string_view>

namespace standby::notify {

// Whether the address can be used with every mail server: ASCII only, one `@`, letters, digits,
// inner dots and the usual signs before it, a host's name behind it; no quotes, brackets, spaces.
// Addresses with letters outside ASCII (RFC 6531) need servers that understand them all the way to
// the recipient, which nobody can promise: they are not sent to.
[[nodiscard]] bool is_sendable_address(std::string_view address);

// What stands behind the `@` of a sendable address.
std::string_view domain_of(std::string_view address);

}  // namespace standby::notify
