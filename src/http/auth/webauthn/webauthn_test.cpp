// Tests of passkeys, with what Chromium's own authenticator answered and with changes to it.
#include "http/auth/webauthn/webauthn.hpp"

#include "base/text_coding.hpp"
#include "http/auth/webauthn/public_key.hpp"
#include "http/auth/webauthn/webauthn_vectors_test_support.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace standby::http {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(std::string_view base64url) {
    return decode_base64url(base64url).value();
}

std::string text_of(std::string_view base64url) {
    std::string text;
    for (const std::byte byte : bytes_of(base64url)) {
        text += static_cast<char>(byte);
    }
    return text;
}

// Everything that goes into the two ceremonies, so that a test can change one part of it.
struct Answers {
    RelyingParty party{.id = "localhost", .origin = std::string(vectors_origin)};
    std::string challenge;
    std::string create;
    Bytes attestation;
    std::string get;
    Bytes data;
    Bytes signature;

    explicit Answers(const WebAuthnVector& vector)
        : challenge(vector.challenge),
          create(text_of(vector.create)),
          attestation(bytes_of(vector.attestation)),
          get(text_of(vector.get)),
          data(bytes_of(vector.data)),
          signature(bytes_of(vector.signature)) {}

    Result<NewCredential, WebAuthnError> made() const {
        return read_new_credential(party, challenge, create, attestation);
    }
    Result<std::uint32_t, WebAuthnError> count(const Bytes& key) const {
        return read_signed_answer(
            party, challenge, key,
            {.client_data = get, .authenticator_data = data, .signature = signature});
    }
};

void replace(std::string& text, std::string_view old, std::string_view fresh) {
    text.replace(text.find(old), old.size(), fresh);
}

TEST(WebAuthnTest, TakesWhatChromiumMakesAndSigns) {
    for (const WebAuthnVector& vector : webauthn_vectors) {
        const Answers answers(vector);
        const auto made = answers.made();
        ASSERT_TRUE(made) << vector.name << ": " << name_of(made.error());
        EXPECT_EQ(made->id, bytes_of(vector.id));
        EXPECT_EQ(made->sign_count, 1u);
        EXPECT_TRUE(is_public_key(made->public_key)) << vector.name;
        const auto count = answers.count(made->public_key);
        ASSERT_TRUE(count) << vector.name << ": " << name_of(count.error());
        EXPECT_EQ(*count, 2u);
        EXPECT_EQ(challenge_in(answers.get).value(), vector.challenge);
    }
}

TEST(WebAuthnTest, EveryBitOfASignedAnswerCounts) {
    for (const WebAuthnVector& vector : webauthn_vectors) {
        const Answers right(vector);
        const Bytes key = right.made().value().public_key;
        for (std::size_t bit = 0; bit < right.data.size() * 8; ++bit) {
            Answers wrong = right;
            wrong.data[bit / 8] ^= std::byte{1} << (bit % 8);
            EXPECT_FALSE(wrong.count(key)) << vector.name << " " << bit;
        }
        for (std::size_t index = 0; index < right.signature.size(); index += 3) {
            Answers wrong = right;
            wrong.signature[index] ^= std::byte{1};
            EXPECT_FALSE(wrong.count(key)) << vector.name << " " << index;
        }
        Answers wrong = right;
        wrong.get += " ";
        EXPECT_EQ(wrong.count(key).error(), WebAuthnError::WrongSignature);
        wrong = right;
        wrong.signature.clear();
        EXPECT_EQ(wrong.count(key).error(), WebAuthnError::WrongSignature);
    }
}

TEST(WebAuthnTest, AnotherKeyDidNotSign) {
    const Answers one(webauthn_vectors[0]);
    for (const WebAuthnVector& vector : webauthn_vectors) {
        const Bytes key = Answers(vector).made().value().public_key;
        EXPECT_EQ(one.count(key).has_value(), vector.name == webauthn_vectors[0].name);
    }
    EXPECT_EQ(one.count({}).error(), WebAuthnError::WrongSignature);
}

TEST(WebAuthnTest, TheChallengeTheTypeAndTheOriginMustBeOurs) {
    const Answers right(webauthn_vectors[0]);
    const auto error = [&](const std::function<void(Answers&)>& change) {
        Answers wrong = right;
        change(wrong);
        const auto made = wrong.made();
        EXPECT_FALSE(made);
        return made ? WebAuthnError::BadKey : made.error();
    };
    EXPECT_EQ(error([](Answers& one) { one.challenge += "A"; }), WebAuthnError::WrongChallenge);
    EXPECT_EQ(error([](Answers& one) { replace(one.create, "webauthn.create", "webauthn.get"); }),
              WebAuthnError::WrongType);
    EXPECT_EQ(error([](Answers& one) { one.party.origin = "https://localhost"; }),
              WebAuthnError::WrongOrigin);
    EXPECT_EQ(error([](Answers& one) { one.party.origin += "0"; }), WebAuthnError::WrongOrigin);
    EXPECT_EQ(error([](Answers& one) { one.party.id = "standby.example"; }),
              WebAuthnError::WrongParty);
    EXPECT_EQ(error([](Answers& one) {
                  replace(one.create, "\"crossOrigin\":false", "\"crossOrigin\":true");
              }),
              WebAuthnError::WrongOrigin);
    EXPECT_EQ(error([](Answers& one) {
                  replace(one.create, "\"crossOrigin\":false", "\"topOrigin\":\"https://a.b\"");
              }),
              WebAuthnError::WrongOrigin);
    EXPECT_EQ(error([](Answers& one) { one.create = "[]"; }), WebAuthnError::BadClientData);
    EXPECT_EQ(error([](Answers& one) { one.create.pop_back(); }), WebAuthnError::BadClientData);
    EXPECT_EQ(error([](Answers& one) { one.create.append(5000, ' '); }),
              WebAuthnError::BadClientData);
    EXPECT_EQ(error([](Answers& one) {
                  one.create.pop_back();
                  one.create += ",\"origin\":\"https://localhost\"}";
              }),
              WebAuthnError::BadClientData)
        << "no name twice";
}

// The flags stand behind the hash of the domain, which begins with 0x49 0x96.
std::size_t flags_at(const Bytes& attestation) {
    for (std::size_t index = 0; index + 33 < attestation.size(); ++index) {
        if (attestation[index] == std::byte{0x49} && attestation[index + 1] == std::byte{0x96} &&
            attestation[index + 2] == std::byte{0x0d}) {
            return index + 32;
        }
    }
    return 0;
}

TEST(WebAuthnTest, TheUserMustBePresentAndVerified) {
    const Answers right(webauthn_vectors[0]);
    const std::size_t at = flags_at(right.attestation);
    ASSERT_EQ(right.attestation[at], std::byte{0x45});
    const auto with_flags = [&](int flags) {
        Answers wrong = right;
        wrong.attestation[at] = static_cast<std::byte>(flags);
        const auto made = wrong.made();
        EXPECT_FALSE(made) << flags;
        return made ? WebAuthnError::BadKey : made.error();
    };
    EXPECT_EQ(with_flags(0x41), WebAuthnError::NotVerified);
    EXPECT_EQ(with_flags(0x44), WebAuthnError::NotVerified);
    EXPECT_EQ(with_flags(0x05), WebAuthnError::BadAuthenticatorData);
    EXPECT_EQ(with_flags(0x55), WebAuthnError::BadAuthenticatorData) << "backed up, not eligible";
    EXPECT_EQ(with_flags(0xc5), WebAuthnError::BadAuthenticatorData) << "no extensions follow";
}

TEST(WebAuthnTest, NoPartOfAnAttestationMayBeMissing) {
    for (const WebAuthnVector& vector : webauthn_vectors) {
        const Answers right(vector);
        for (std::size_t size = 0; size < right.attestation.size(); ++size) {
            Answers wrong = right;
            wrong.attestation.resize(size);
            EXPECT_FALSE(wrong.made()) << size;
        }
        Answers longer = right;
        longer.attestation.push_back(std::byte{0});
        EXPECT_FALSE(longer.made());
    }
}

TEST(WebAuthnTest, WeakAndForeignKeysAreNone) {
    const Bytes es256 = Answers(webauthn_vectors[0]).made().value().public_key;
    Bytes off_the_curve = es256;
    off_the_curve.back() ^= std::byte{1};
    EXPECT_FALSE(is_public_key(off_the_curve));
    Bytes longer = es256;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(is_public_key(longer));
    Bytes rs256 = Answers(webauthn_vectors[2]).made().value().public_key;
    ASSERT_TRUE(is_public_key(rs256));
    rs256.back() = std::byte{0};
    EXPECT_FALSE(is_public_key(rs256)) << "an even exponent";
    EXPECT_FALSE(is_public_key({}));
    EXPECT_FALSE(is_public_key(Bytes{std::byte{0xa0}}));
}

TEST(WebAuthnTest, KnowsWhoAsks) {
    const auto party = [](std::string_view url) {
        const auto found = relying_party(url);
        return found ? found->id + " " + found->origin : std::string{};
    };
    EXPECT_EQ(party("https://Wait.Example.org"), "wait.example.org https://wait.example.org");
    EXPECT_EQ(party("https://wait.example.org:8443/x"),
              "wait.example.org https://wait.example.org:8443");
    EXPECT_EQ(party("https://wait.example.org:443"), "wait.example.org https://wait.example.org");
    EXPECT_EQ(party("http://localhost:8080"), "localhost http://localhost:8080");
    EXPECT_EQ(party("http://127.0.0.1:8080"), "localhost http://localhost:8080");
    EXPECT_EQ(party("http://[::1]:8080"), "localhost http://localhost:8080");
    EXPECT_EQ(party("http://wait.example.org"), "") << "without TLS";
    EXPECT_EQ(party("https://203.0.113.7"), "");
    EXPECT_EQ(party("https://[2001:db8::1]:8443"), "");
    EXPECT_EQ(party("wait.example.org"), "");
    EXPECT_EQ(party(""), "");
}

}  // namespace
}  // namespace standby::http
