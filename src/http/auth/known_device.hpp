// A cookie that says that somebody has signed in from this browser before, and nothing else:
// neither who nor where. Whoever shows it waits in a line of their own, so that strangers who make
// the server hash passwords do not keep its people out.
#pragma once

#include "base/time.hpp"
#include "http/auth/guest_token.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

inline constexpr std::string_view device_cookie = "__Host-standby-device";
inline constexpr Duration device_lifetime = std::chrono::days{400};  // the most that browsers keep
// A browser that is known for longer than this gets a new cookie at its next sign-in.
inline constexpr Duration device_renewed_after = std::chrono::days{30};

struct KnownDevice {
    std::string id;  // 16 random bytes in base64url
    bool is_to_be_renewed = false;
};

// The browser of a Cookie header; nothing when it has no cookie, or one that we did not sign or
// that is too old.
std::optional<KnownDevice> find_known_device(std::string_view header, const TokenSigner& signer,
                                             Time now);

// The value of Set-Cookie that makes a browser known.
std::string device_cookie_text(const TokenSigner& signer, Time now);

}  // namespace standby::http
