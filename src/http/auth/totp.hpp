// The numbers of authenticator apps: RFC 6238 with what every app knows, SHA-1, six digits and
// steps of 30 seconds.
#pragma once

#include "base/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace standby::http {

inline constexpr std::size_t totp_secret_bytes = 20;

// The step that a time lies in; 0 before 1970.
std::uint64_t totp_step(Time now);

// Six digits.
std::string totp_code(std::span<const std::byte> secret, std::uint64_t step);

// The step of which the code is, if it is of this one or a neighbour, for clocks that are a little
// off. Steps up to `last_step` count no more. Spaces in the code are passed over.
std::optional<std::uint64_t> find_totp_step(std::span<const std::byte> secret,
                                            std::string_view code, Time now,
                                            std::uint64_t last_step);

// The secret as apps take it when it is typed: base32 of RFC 4648, without padding.
std::string format_totp_secret(std::span<const std::byte> secret);

// What the app reads from a picture. `label` says whose it is, `issuer` what for.
std::string totp_uri(std::span<const std::byte> secret, std::string_view issuer,
                     std::string_view label);

}  // namespace standby::http
