#include "http/auth/crypto.hpp"

#include "base/assert.hpp"

#include <sodium.h>

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

std::uint64_t draw_number() {
    std::uint64_t number = 0;
    fill_with_randomness(std::as_writable_bytes(std::span{&number, 1}));
    return number;
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

}  // namespace standby::http
