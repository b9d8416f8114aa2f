#include "http/auth/signing_key.hpp"

#include "base/assert.hpp"
#include "base/hmac.hpp"
#include "base/text_coding.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>

namespace standby::http {
namespace {

using engine::SigningAlgorithm;

static_assert(crypto_sign_SEEDBYTES == signing_key_bytes);
static_assert(crypto_sign_PUBLICKEYBYTES == signing_key_bytes);

// What stands before the 32 bytes of an Ed25519 key (RFC 8410): nothing else in it varies.
constexpr std::array<unsigned char, 16> pkcs8_head{0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06,
                                                   0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20};
constexpr std::array<unsigned char, 12> spki_head{0x30, 0x2a, 0x30, 0x05, 0x06, 0x03,
                                                  0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};
constexpr std::string_view spki_begin = "-----BEGIN PUBLIC KEY-----";
constexpr std::string_view spki_end = "-----END PUBLIC KEY-----";

const unsigned char* unsigned_data(std::span<const std::byte> bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

// The library asks to be initialised once before anything else; any thread may be the first.
void initialise() {
    static const bool is_ready = sodium_init() >= 0;
    ASSERT(is_ready);
}

std::string private_key_text(std::span<const std::byte> seed) {
    const auto head = std::as_bytes(std::span(pkcs8_head));
    std::vector<std::byte> der(head.begin(), head.end());
    der.insert(der.end(), seed.begin(), seed.end());
    return "-----BEGIN PRIVATE KEY-----\n" + encode_base64(der) + "\n-----END PRIVATE KEY-----\n";
}

NewSigningKey make_pair(std::span<const std::byte> seed) {
    initialise();
    NewSigningKey made{.bytes = std::vector<std::byte>(signing_key_bytes),
                       .secret = {},
                       .private_key = private_key_text(seed)};
    std::array<unsigned char, crypto_sign_SECRETKEYBYTES> expanded{};
    crypto_sign_seed_keypair(reinterpret_cast<unsigned char*>(made.bytes.data()), expanded.data(),
                             unsigned_data(seed));
    sodium_memzero(expanded.data(), expanded.size());
    return made;
}

std::optional<std::vector<std::byte>> decode_pem(std::string_view text) {
    const std::size_t begin = text.find(spki_begin);
    const std::size_t end = text.find(spki_end);
    if (begin == std::string_view::npos || end == std::string_view::npos ||
        end < begin + spki_begin.size()) {
        return std::nullopt;
    }
    std::string inner(text.substr(begin + spki_begin.size(), end - begin - spki_begin.size()));
    std::erase_if(inner, [](char letter) {
        return letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t';
    });
    const auto der = decode_base64(inner);
    const auto head = std::as_bytes(std::span(spki_head));
    if (!der || der->size() != head.size() + signing_key_bytes ||
        !std::equal(head.begin(), head.end(), der->begin())) {
        return std::nullopt;
    }
    return std::vector<std::byte>(der->begin() + static_cast<std::ptrdiff_t>(head.size()),
                                  der->end());
}

}  // namespace

NewSigningKey make_signing_key(SigningAlgorithm algorithm,
                               std::span<const std::byte, signing_key_bytes> random) {
    if (algorithm == SigningAlgorithm::EdDsa) {
        return make_pair(random);
    }
    return {.bytes = {random.begin(), random.end()},
            .secret = encode_base64url(random),
            .private_key = {}};
}

std::optional<std::vector<std::byte>> read_public_key(std::string_view text) {
    initialise();
    auto bytes = text.starts_with('-') ? decode_pem(text) : decode_base64url(text);
    if (!bytes || bytes->size() != signing_key_bytes ||
        crypto_core_ed25519_is_valid_point(unsigned_data(*bytes)) != 1) {
        return std::nullopt;
    }
    return bytes;
}

bool is_signed_by(const engine::SigningKey& key, std::string_view text,
                  std::span<const std::byte> signature) {
    if (key.revoked_at || key.bytes.size() != signing_key_bytes) {
        return false;
    }
    const auto data = std::as_bytes(std::span(text.data(), text.size()));
    if (key.algorithm == SigningAlgorithm::Hs256) {
        return equal_in_constant_time(HmacKey{key.bytes}.sign(data), signature);
    }
    initialise();
    return signature.size() == crypto_sign_BYTES &&
           crypto_sign_verify_detached(unsigned_data(signature), unsigned_data(data), data.size(),
                                       unsigned_data(key.bytes)) == 0;
}

void SigningRing::replace(const std::vector<engine::SigningKey>& keys) {
    Rows rows;
    for (const engine::SigningKey& key : keys) {
        if (!key.revoked_at) {
            rows.emplace(key.number, key);
        }
    }
    rows_.exchange(std::move(rows));
}

std::optional<engine::SigningKey> SigningRing::find(std::uint64_t number) const {
    return rows_.with([number](const Rows& rows) -> std::optional<engine::SigningKey> {
        const auto row = rows.find(number);
        return row == rows.end() ? std::nullopt : std::optional(row->second);
    });
}

}  // namespace standby::http
