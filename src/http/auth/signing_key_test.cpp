// Tests of the keys that businesses sign with.
#include "http/auth/signing_key.hpp"

#include "base/text_coding.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace standby::http {
namespace {

using engine::SigningAlgorithm;
using engine::SigningKey;

// RFC 8037, appendix A.
constexpr std::string_view ed_seed = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";
constexpr std::string_view ed_public = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
constexpr std::string_view ed_text = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc";
constexpr std::string_view ed_signature =
    "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";

std::array<std::byte, signing_key_bytes> bytes_of(std::string_view text) {
    std::array<std::byte, signing_key_bytes> bytes{};
    const auto decoded = decode_base64url(text);
    std::copy(decoded->begin(), decoded->end(), bytes.begin());
    return bytes;
}

SigningKey key_of(SigningAlgorithm algorithm, std::vector<std::byte> bytes) {
    return {.number = 1, .algorithm = algorithm, .bytes = std::move(bytes)};
}

TEST(SigningKeyTest, VerifiesTheVectorOfRfc8037) {
    const auto key = key_of(SigningAlgorithm::EdDsa, *read_public_key(ed_public));
    const auto signature = *decode_base64url(ed_signature);
    EXPECT_TRUE(is_signed_by(key, ed_text, signature));
    EXPECT_FALSE(is_signed_by(key, std::string(ed_text) + "x", signature));
    EXPECT_FALSE(is_signed_by(key, ed_text, std::span(signature).first(63)));
    EXPECT_FALSE(is_signed_by(key, ed_text, {}));
}

TEST(SigningKeyTest, MakesThePairOfASeed) {
    const NewSigningKey made = make_signing_key(SigningAlgorithm::EdDsa, bytes_of(ed_seed));
    EXPECT_EQ(encode_base64url(made.bytes), ed_public);
    EXPECT_EQ(made.secret, "");
    // What `openssl pkey` writes of the same seed.
    EXPECT_EQ(made.private_key, "-----BEGIN PRIVATE KEY-----\n"
                                "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
                                "-----END PRIVATE KEY-----\n");
}

TEST(SigningKeyTest, MakesASecretThatBothSidesKnow) {
    const NewSigningKey made = make_signing_key(SigningAlgorithm::Hs256, bytes_of(ed_seed));
    EXPECT_EQ(made.secret, ed_seed);
    EXPECT_EQ(encode_base64url(made.bytes), ed_seed);
    EXPECT_EQ(made.private_key, "");
}

TEST(SigningKeyTest, VerifiesHs256) {
    constexpr std::string_view text = "eyJhbGciOiJIUzI1NiIsImtpZCI6InNpZ18xIn0.eyJzdWIiOiJ1MSJ9";
    const auto signature = *decode_base64url("9O3VHb9vs8Zf5PJZvKYNZH-zAnrK9xTa3rdRAv5TDP0");
    const auto secret = *decode_base64url("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8");
    auto key = key_of(SigningAlgorithm::Hs256, secret);
    EXPECT_TRUE(is_signed_by(key, text, signature));
    EXPECT_FALSE(is_signed_by(key, text, std::span(signature).first(31)));
    EXPECT_FALSE(is_signed_by(key, text, {}));
    key.revoked_at = Time{};
    EXPECT_FALSE(is_signed_by(key, text, signature)) << "revoked";
    EXPECT_FALSE(is_signed_by(key_of(SigningAlgorithm::Hs256, {}), text, signature)) << "forgotten";
}

TEST(SigningKeyTest, ReadsPublicKeysInBothForms) {
    const std::string pem = "-----BEGIN PUBLIC KEY-----\n"
                            "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n"
                            "-----END PUBLIC KEY-----\n";
    EXPECT_EQ(encode_base64url(*read_public_key(pem)), ed_public);
    for (const std::string_view wrong :
         {std::string_view{""}, std::string_view{"-----BEGIN PUBLIC KEY-----"}, ed_public.substr(1),
          std::string_view{"-----END PUBLIC KEY----------BEGIN PUBLIC KEY-----"},
          // An X25519 key, and the point that signs whatever one likes.
          std::string_view{"-----BEGIN PUBLIC KEY-----MCowBQYDK2VuAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPa"
                           "piMlrwIaaPcHURo=-----END PUBLIC KEY-----"},
          std::string_view{"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}}) {
        EXPECT_FALSE(read_public_key(wrong)) << wrong;
    }
}

TEST(SigningKeyTest, RingKnowsOnlyKeysInUse) {
    SigningRing ring;
    SigningKey one = key_of(SigningAlgorithm::Hs256, {});
    SigningKey two = one;
    two.number = 2;
    two.revoked_at = Time{};
    ring.replace({one, two});
    EXPECT_EQ(ring.find(1), one);
    EXPECT_FALSE(ring.find(2));
    EXPECT_FALSE(ring.find(3));
    ring.replace({});
    EXPECT_FALSE(ring.find(1));
}

}  // namespace
}  // namespace standby::http
