// API keys of staff and integrations: how one is made, what of it is kept, and how a presented one
// is found. The secret is shown once, when the key is made; afterwards only its hash exists.
#pragma once

#include "base/guarded.hpp"
#include "base/sha256.hpp"
#include "engine/ports/registry.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace standby::http {

inline constexpr std::size_t api_key_prefix_length = 8;
inline constexpr std::size_t api_key_random_bytes = 37;  // 5 for the prefix, 32 for the secret
inline constexpr std::size_t api_key_length_max = 256;   // as presented

// `text` goes to the owner, once; `prefix` and `hash` go to the registry.
struct NewApiKey {
    std::string text;
    std::string prefix;
    Sha256Digest hash{};
};

// `sk_`, a prefix of 8 characters by which people tell keys apart, `_`, and 32 random bytes.
NewApiKey generate_api_key();
// The same from given bytes, which must be random and used once.
NewApiKey make_api_key(std::span<const std::byte, api_key_random_bytes> random);

// The prefix of a text of the form above. Nothing for other texts, such as a key that the operator
// chose: no part of those may be shown.
std::optional<std::string_view> api_key_prefix(std::string_view text);

// SHA-256 over the whole text. A slow hash would only help against guessing, and nobody guesses 32
// random bytes.
Sha256Digest hash_api_key(std::string_view text);

// Who presents a key, or has signed in.
struct Caller {
    engine::AccountNumber account;
    engine::Role role = engine::Role::ReadOnly;
    std::uint64_t key_number = 0;  // 0: it is a member of the staff
    std::uint64_t member = 0;      // 0: it is a key
    friend bool operator==(const Caller&, const Caller&) = default;
};

// The keys in use, for look-ups from any thread.
class KeyRing {
public:
    KeyRing() = default;
    explicit KeyRing(const std::vector<engine::ApiKey>& keys);

    // From here on exactly these count; revoked ones among them do not.
    void replace(const std::vector<engine::ApiKey>& keys);

    // Who the presented text belongs to; nothing when it is unknown or revoked. Any text whose hash
    // was registered is found, also one that the operator chose.
    [[nodiscard]] std::optional<Caller> find(std::string_view presented) const;
    // Whether the key of this number still counts.
    [[nodiscard]] bool contains(std::uint64_t key_number) const;

private:
    struct Row {
        Sha256Digest hash;
        Caller caller;
    };
    // By the first 64 bits of the hash, which whoever presents a key cannot steer.
    using Rows = std::unordered_multimap<std::uint64_t, Row>;

    static Rows rows_of(const std::vector<engine::ApiKey>& keys);

    Guarded<Rows> rows_;
};

}  // namespace standby::http
