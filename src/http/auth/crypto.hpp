// Randomness and the hash of tables, so that the cryptography library appears in one file. Both are
// safe to use from several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace standby::http {

// Fills the span from the system's cryptographic generator.
void fill_with_randomness(std::span<std::byte> output);
// One that is not likely to be drawn twice.
std::uint64_t draw_number();

// SipHash-2-4: a fast keyed hash for tables, where 64 bits are enough.
[[nodiscard]] std::uint64_t sip_hash(std::span<const std::byte, 16> key,
                                     std::string_view text) noexcept;

}  // namespace standby::http
