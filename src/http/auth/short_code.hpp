// The code in a short link, for text messages: what a guest's token says in 16 to 20 characters. It
// leads to the full link and is of no other use.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "http/auth/guest_token.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace standby::http {

// Codes end at a whole number of these periods, which makes for a shorter code.
inline constexpr Duration short_code_period = std::chrono::days{90};
inline constexpr std::size_t short_code_length_max = 36;

// The token must be one for an entry or an offer; no address is kept. The expiry is rounded up to a
// whole period.
std::string make_short_code(const TokenSigner& signer, const GuestToken& token);

// What the code stands for, until just before its expiry.
Result<GuestToken, TokenError> read_short_code(const TokenSigner& signer, std::string_view code,
                                               Time now);

}  // namespace standby::http
