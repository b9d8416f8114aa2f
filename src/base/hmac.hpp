// HMAC-SHA-256 and a comparison that does not tell where two secrets differ. Both are safe to use
// from several threads.
#pragma once

#include "base/sha256.hpp"

#include <cstddef>
#include <span>

namespace standby {

using HmacDigest = Sha256Digest;

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

}  // namespace standby
