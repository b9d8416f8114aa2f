// The primitives of crypto.hpp on libsodium.
#include "http/auth/crypto.hpp"

#include "base/assert.hpp"

#include <sodium.h>

#include <tuple>

namespace standby::http {
namespace {

static_assert(crypto_shorthash_KEYBYTES == 16 && crypto_shorthash_BYTES == 8);
static_assert(crypto_auth_hmacsha256_BYTES == std::tuple_size_v<HmacDigest>);

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

HmacDigest hmac_sha256(std::span<const std::byte> key, std::span<const std::byte> data) noexcept {
    initialise();
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, unsigned_data(key), key.size());
    crypto_auth_hmacsha256_update(&state, unsigned_data(data), data.size());
    HmacDigest digest;
    crypto_auth_hmacsha256_final(&state, reinterpret_cast<unsigned char*>(digest.data()));
    sodium_memzero(&state, sizeof state);
    return digest;
}

bool equal_in_constant_time(std::span<const std::byte> left,
                            std::span<const std::byte> right) noexcept {
    return left.size() == right.size() &&
           sodium_memcmp(left.data(), right.data(), left.size()) == 0;
}

}  // namespace standby::http
