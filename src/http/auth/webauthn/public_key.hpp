// The public keys of passkeys, as COSE writes them (RFC 9053), and what they signed: ES256, EdDSA
// and RS256, which are what devices offer.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace standby::http {

// As WebAuthn numbers them, the preferred one first.
inline constexpr int cose_algorithms[] = {-7, -8, -257};

// Whether it is a key of one of these, with nothing missing, nothing more and nothing weak.
[[nodiscard]] bool is_public_key(std::span<const std::byte> cose);

// Whether the key made the signature over these bytes. Never for what is_public_key refuses.
[[nodiscard]] bool is_signature(std::span<const std::byte> cose, std::span<const std::byte> data,
                                std::span<const std::byte> signature);

}  // namespace standby::http
