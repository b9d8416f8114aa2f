// A cookie that says from which browsers a member has signed in before. Whoever signs in as that
// member again waits in a line of their own and has tries of their own, so that strangers who guess
// do not keep the server's people out. It counts for nobody else: having an account of one's own
// gains nothing at another's.
#pragma once

#include "base/time.hpp"
#include "http/auth/guest_token.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

inline constexpr std::string_view device_cookie = "__Host-standby-device";
inline constexpr Duration device_lifetime = std::chrono::days{400};  // the most that browsers keep
// A browser that is known for longer than this gets a new cookie at its next sign-in.
inline constexpr Duration device_renewed_after = std::chrono::days{30};

// Several people may share a browser at the desk; the one who was there longest ago is forgotten.
inline constexpr std::size_t device_members_max = 6;

struct KnownDevice {
    std::array<std::byte, 16> id{};
    // Who has signed in from it, the last one first: keyed hashes, which tell nobody who that was.
    std::vector<TokenSigner::ShortSignature> members;
    bool is_to_be_renewed = false;

    [[nodiscard]] std::string name() const;
    // The address in the form that members are found by.
    [[nodiscard]] bool is_known_for(const TokenSigner& signer, std::string_view email) const;
};

// The browser of a Cookie header; nothing when it has no cookie, or one that we did not sign or
// that is too old.
std::optional<KnownDevice> find_known_device(std::string_view header, const TokenSigner& signer,
                                             Time now);

// The value of Set-Cookie that makes a browser known for one member more; `before` is what it has
// been known as.
std::string device_cookie_text(const TokenSigner& signer, const std::optional<KnownDevice>& before,
                               std::string_view email, Time now);

}  // namespace standby::http
