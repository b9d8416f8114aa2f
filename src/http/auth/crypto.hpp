// The few primitives that keys, tokens and contact hashes are made of, so that the cryptography
// library appears in one file. All are safe to use from several threads.
#pragma once

#include "base/sha256.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace standby::http {

using HmacDigest = Sha256Digest;

// Fills the span from the system's cryptographic generator.
void fill_with_randomness(std::span<std::byte> output);

// SipHash-2-4: a fast keyed hash for tables, where 64 bits are enough.
[[nodiscard]] std::uint64_t sip_hash(std::span<const std::byte, 16> key,
                                     std::string_view text) noexcept;

// HMAC-SHA-256 (RFC 2104) with a key of any length. What depends on the key alone is computed
// once, which halves the work for short texts such as tokens.
class HmacKey {
public:
    explicit HmacKey(std::span<const std::byte> key) noexcept;
    [[nodiscard]] HmacDigest sign(std::span<const std::byte> data) const noexcept;

private:
    Sha256 inner_;
    Sha256 outer_;
};

// Compares without telling by its duration where the difference is. Only the lengths may show.
[[nodiscard]] bool equal_in_constant_time(std::span<const std::byte> left,
                                          std::span<const std::byte> right) noexcept;

}  // namespace standby::http
