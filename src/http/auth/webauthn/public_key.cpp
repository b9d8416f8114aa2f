#include "http/auth/webauthn/public_key.hpp"

#include "http/auth/webauthn/cbor.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <memory>
#include <optional>

namespace standby::http {
namespace {

using KeyPtr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, decltype(&EVP_PKEY_CTX_free)>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;
using Builder = std::unique_ptr<OSSL_PARAM_BLD, decltype(&OSSL_PARAM_BLD_free)>;
using Params = std::unique_ptr<OSSL_PARAM, decltype(&OSSL_PARAM_free)>;
using BigNumber = std::unique_ptr<BIGNUM, decltype(&BN_free)>;

enum class Algorithm : std::int16_t { Es256 = -7, EdDsa = -8, Rs256 = -257 };

// The labels of COSE. Those of a curve's points and of an RSA key share their numbers.
constexpr std::int64_t type_label = 1;
constexpr std::int64_t algorithm_label = 3;
constexpr std::int64_t curve_label = -1;
constexpr std::int64_t x_label = -2;
constexpr std::int64_t y_label = -3;
constexpr std::int64_t modulus_label = -1;
constexpr std::int64_t exponent_label = -2;

constexpr std::size_t coordinate_bytes = 32;
constexpr std::size_t modulus_bytes_min = 256;
constexpr std::size_t modulus_bytes_max = 512;

struct PublicKey {
    Algorithm algorithm = Algorithm::Es256;
    KeyPtr key{nullptr, EVP_PKEY_free};
};

const unsigned char* unsigned_data(std::span<const std::byte> bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

bool is_number(const CborValue* value, std::int64_t wanted) {
    return value != nullptr && value->kind == CborKind::Number && value->number == wanted;
}

std::optional<std::span<const std::byte>> bytes_of(const CborValue* value, std::size_t least,
                                                   std::size_t most) {
    if (value == nullptr || value->kind != CborKind::Bytes || value->bytes.size() < least ||
        value->bytes.size() > most) {
        return std::nullopt;
    }
    return value->bytes;
}

KeyPtr key_from(const char* type, OSSL_PARAM_BLD* builder) {
    const Params params{OSSL_PARAM_BLD_to_param(builder), OSSL_PARAM_free};
    const KeyContext context{EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr), EVP_PKEY_CTX_free};
    EVP_PKEY* key = nullptr;
    if (params == nullptr || context == nullptr || EVP_PKEY_fromdata_init(context.get()) != 1 ||
        EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, params.get()) != 1) {
        return {nullptr, EVP_PKEY_free};
    }
    return {key, EVP_PKEY_free};
}

// The point must lie on the curve; the library looks.
KeyPtr read_p256(const CborValue& map) {
    const auto x = bytes_of(map.find(x_label), coordinate_bytes, coordinate_bytes);
    const auto y = bytes_of(map.find(y_label), coordinate_bytes, coordinate_bytes);
    if (!x || !y || !is_number(map.find(curve_label), 1) || map.items.size() != 10) {
        return {nullptr, EVP_PKEY_free};
    }
    std::vector<std::byte> point{std::byte{4}};
    point.insert(point.end(), x->begin(), x->end());
    point.insert(point.end(), y->begin(), y->end());
    const Builder builder{OSSL_PARAM_BLD_new(), OSSL_PARAM_BLD_free};
    OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
    OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                     point.size());
    return key_from("EC", builder.get());
}

KeyPtr read_ed25519(const CborValue& map) {
    const auto x = bytes_of(map.find(x_label), coordinate_bytes, coordinate_bytes);
    if (!x || !is_number(map.find(curve_label), 6) || map.items.size() != 8) {
        return {nullptr, EVP_PKEY_free};
    }
    return {EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, unsigned_data(*x), x->size()),
            EVP_PKEY_free};
}

BigNumber big_number(std::span<const std::byte> bytes) {
    return {BN_bin2bn(unsigned_data(bytes), static_cast<int>(bytes.size()), nullptr), BN_free};
}

KeyPtr read_rsa(const CborValue& map) {
    const auto modulus = bytes_of(map.find(modulus_label), modulus_bytes_min, modulus_bytes_max);
    const auto exponent = bytes_of(map.find(exponent_label), 3, 4);
    if (!modulus || !exponent || map.items.size() != 8 ||
        std::to_integer<unsigned>(modulus->front()) < 0x80 ||
        std::to_integer<unsigned>(modulus->back()) % 2 == 0 ||
        std::to_integer<unsigned>(exponent->front()) == 0 ||
        std::to_integer<unsigned>(exponent->back()) % 2 == 0) {
        return {nullptr, EVP_PKEY_free};
    }
    const BigNumber n = big_number(*modulus);
    const BigNumber e = big_number(*exponent);
    const Builder builder{OSSL_PARAM_BLD_new(), OSSL_PARAM_BLD_free};
    OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, n.get());
    OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, e.get());
    return key_from("RSA", builder.get());
}

std::optional<PublicKey> read_key(std::span<const std::byte> cose) {
    const auto item = read_cbor(cose);
    if (!item || item->size != cose.size() || item->value.kind != CborKind::Map) {
        return std::nullopt;
    }
    const CborValue& map = item->value;
    const auto is = [&](std::int64_t type, Algorithm algorithm) {
        return is_number(map.find(type_label), type) &&
               is_number(map.find(algorithm_label), static_cast<std::int64_t>(algorithm));
    };
    PublicKey key;
    if (is(2, Algorithm::Es256)) {
        key = {Algorithm::Es256, read_p256(map)};
    } else if (is(1, Algorithm::EdDsa)) {
        key = {Algorithm::EdDsa, read_ed25519(map)};
    } else if (is(3, Algorithm::Rs256)) {
        key = {Algorithm::Rs256, read_rsa(map)};
    }
    return key.key == nullptr ? std::nullopt : std::optional(std::move(key));
}

}  // namespace

bool is_public_key(std::span<const std::byte> cose) {
    return read_key(cose).has_value();
}

bool is_signature(std::span<const std::byte> cose, std::span<const std::byte> data,
                  std::span<const std::byte> signature) {
    const auto key = read_key(cose);
    const DigestContext context{EVP_MD_CTX_new(), EVP_MD_CTX_free};
    if (!key || context == nullptr) {
        return false;
    }
    const EVP_MD* digest = key->algorithm == Algorithm::EdDsa ? nullptr : EVP_sha256();
    return EVP_DigestVerifyInit(context.get(), nullptr, digest, nullptr, key->key.get()) == 1 &&
           EVP_DigestVerify(context.get(), unsigned_data(signature), signature.size(),
                            unsigned_data(data), data.size()) == 1;
}

}  // namespace standby::http
