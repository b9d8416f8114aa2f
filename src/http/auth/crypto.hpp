// The few primitives that keys, tokens and contact hashes are made of, so that the cryptography
// library appears in one file. All are safe to use from several threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace standby::http {

using HmacDigest = std::array<std::byte, 32>;

// Fills the span from the system's cryptographic generator.
void fill_with_randomness(std::span<std::byte> output);

// SipHash-2-4: a fast keyed hash for tables, where 64 bits are enough.
[[nodiscard]] std::uint64_t sip_hash(std::span<const std::byte, 16> key,
                                     std::string_view text) noexcept;

// HMAC-SHA-256 with a key of any length.
[[nodiscard]] HmacDigest hmac_sha256(std::span<const std::byte> key,
                                     std::span<const std::byte> data) noexcept;

// Compares without telling by its duration where the difference is. Only the lengths may show.
[[nodiscard]] bool equal_in_constant_time(std::span<const std::byte> left,
                                          std::span<const std::byte> right) noexcept;

}  // namespace standby::http
