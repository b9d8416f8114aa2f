// RFC 2104 on our own SHA-256.
#include "base/hmac.hpp"

#include <algorithm>
#include <array>

namespace standby {

HmacKey::HmacKey(std::span<const std::byte> key) noexcept {
    constexpr std::size_t block_size = 64;
    constexpr std::byte inner_mask{0x36};
    constexpr std::byte outer_mask{0x5c};
    std::array<std::byte, block_size> block{};
    if (key.size() > block_size) {
        std::ranges::copy(sha256(key), block.begin());
    } else {
        std::ranges::copy(key, block.begin());
    }
    for (std::byte& byte : block) {
        byte ^= inner_mask;
    }
    inner_.update(block);
    for (std::byte& byte : block) {
        byte ^= inner_mask ^ outer_mask;
    }
    outer_.update(block);
}

HmacDigest HmacKey::sign(std::span<const std::byte> data) const noexcept {
    Sha256 inner = inner_;
    inner.update(data);
    Sha256 outer = outer_;
    outer.update(inner.finish());
    return outer.finish();
}

bool equal_in_constant_time(std::span<const std::byte> left,
                            std::span<const std::byte> right) noexcept {
    if (left.size() != right.size()) {
        return false;
    }
    // Volatile, so that the compiler does not leave the loop at the first difference.
    volatile unsigned char difference = 0;
    for (std::size_t index = 0; index < left.size(); ++index) {
        difference = static_cast<unsigned char>(
            difference | std::to_integer<unsigned char>(left[index] ^ right[index]));
    }
    return difference == 0;
}

}  // namespace standby
