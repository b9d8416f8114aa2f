// The keys that businesses sign joins with (HS256, EdDSA with Ed25519): how one is made or read,
// and whether it made a signature.
#pragma once

#include "base/guarded.hpp"
#include "engine/ports/signing_keys.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace standby::http {

inline constexpr std::size_t signing_key_bytes = 32;
inline constexpr std::size_t signing_keys_max = 10;  // in use, per account
inline constexpr std::size_t public_key_length_max = 500;

// `bytes` verifies. The business gets the other one that is there, once.
struct NewSigningKey {
    std::vector<std::byte> bytes;
    std::string secret;       // HS256: the same bytes as base64url
    std::string private_key;  // EdDSA: PKCS #8 as PEM
};
// The bytes must be random and used once.
NewSigningKey make_signing_key(engine::SigningAlgorithm algorithm,
                               std::span<const std::byte, signing_key_bytes> random);

// An Ed25519 public key: 32 bytes as base64url, or SubjectPublicKeyInfo as PEM. Nothing for other
// texts, and for points that would let anybody sign.
std::optional<std::vector<std::byte>> read_public_key(std::string_view text);

// Whether the key made the signature over the text. Never for one that is revoked.
[[nodiscard]] bool is_signed_by(const engine::SigningKey& key, std::string_view text,
                                std::span<const std::byte> signature);

// The keys in use, for look-ups from any thread.
class SigningRing {
public:
    // From here on exactly these count; revoked ones among them do not.
    void replace(const std::vector<engine::SigningKey>& keys);
    [[nodiscard]] std::optional<engine::SigningKey> find(std::uint64_t number) const;

private:
    using Rows = std::unordered_map<std::uint64_t, engine::SigningKey>;
    Guarded<Rows> rows_;
};

}  // namespace standby::http
