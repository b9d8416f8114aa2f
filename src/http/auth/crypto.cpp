// The primitives of crypto.hpp, on libsodium and our own SHA-256.
#include "http/auth/crypto.hpp"

#include "base/assert.hpp"

#include <sodium.h>

#include <algorithm>

namespace standby::http {
namespace {

static_assert(crypto_shorthash_KEYBYTES == 16 && crypto_shorthash_BYTES == 8);

const unsigned char* unsigned_data(std::span<const std::byte> bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

// The library asks to be initialised once before anything else; any thread may be the first.
void initialise() {
    static const bool is_ready = sodium_init() >= 0;
    ASSERT(is_ready);
}

}  // namespace

void fill_with_randomness(std::span<std::byte> output) {
    initialise();
    randombytes_buf(output.data(), output.size());
}

std::uint64_t sip_hash(std::span<const std::byte, 16> key, std::string_view text) noexcept {
    initialise();
    unsigned char output[crypto_shorthash_BYTES];
    crypto_shorthash(output, reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                     unsigned_data(key));
    std::uint64_t value = 0;
    for (const unsigned char byte : output) {
        value = value << 8 | byte;
    }
    return value;
}

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
    sodium_memzero(block.data(), block.size());
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
    return left.size() == right.size() &&
           sodium_memcmp(left.data(), right.data(), left.size()) == 0;
}

}  // namespace standby::http
