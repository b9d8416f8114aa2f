// The keys that a business signs joins of its own app's users with. HS256 has one secret, which
// both sides know; of EdDSA only the public key is kept.
#pragma once

#include "base/result.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

// On disk: the numbers never change.
enum class SigningAlgorithm : std::uint8_t { Hs256 = 1, EdDsa = 2 };
// As RFC 7518 and RFC 8037 name them.
constexpr std::string_view name_of(SigningAlgorithm algorithm) {
    return algorithm == SigningAlgorithm::Hs256 ? "HS256" : "EdDSA";
}

struct SigningKey {
    std::uint64_t number = 0;
    AccountNumber account;
    SigningAlgorithm algorithm = SigningAlgorithm::Hs256;
    std::string name;
    std::vector<std::byte> bytes;  // what verifies; empty once it is revoked
    Sha256Digest hash{};           // by which the request that made it is known again
    Time created_at{};
    std::optional<Time> revoked_at;
    friend bool operator==(const SigningKey&, const SigningKey&) = default;
};

class SigningKeys {
public:
    virtual ~SigningKeys() = default;

    // `key.number` is given by the registry.
    virtual Result<SigningKey, StoreError> add_signing_key(const SigningKey& key) = 0;
    // Of all accounts, revoked ones included, by number.
    virtual Result<std::vector<SigningKey>, StoreError> signing_keys() = 0;
    // Forgets what verifies. False when there is no such key, or it was revoked before.
    virtual Result<bool, StoreError> revoke_signing_key(std::uint64_t number, Time now) = 0;
};

}  // namespace standby::engine
