// Tests that a token says what was signed, and that nothing else is believed.
#include "http/auth/guest_token.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace standby::http {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

const Time now = Time{seconds(1'800'000'000)};
const Time later = now + hours(24);

engine::Secret secret(std::uint32_t id, int fill) {
    engine::Secret result;
    result.id = id;
    result.bytes.assign(32, static_cast<std::byte>(fill));
    result.created_at = Time{seconds(id)};
    return result;
}

TokenSigner signer(const std::vector<engine::Secret>& secrets) {
    return TokenSigner::create(secrets).value();
}

TEST(GuestToken, SaysWhatWasSigned) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    const std::string text = tokens.sign(TokenPurpose::Offer, 0xfedcba9876543210, later);
    EXPECT_EQ(tokens.verify(text, now),
              (GuestToken{TokenPurpose::Offer, 0xfedcba9876543210, later}));
    EXPECT_EQ(text.size(), guest_token_length);
}

TEST(GuestToken, CarriesTheEpochAndTheAddress) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    GuestToken token{.purpose = TokenPurpose::Verify, .id = 5, .expires_at = later};
    for (const auto& [epoch, address] :
         {std::pair<std::uint32_t, std::uint64_t>{1, 0}, {0, 1}, {link_epoch_max, ~0ULL}}) {
        token.epoch = epoch;
        token.address = core::ContactKey{address};
        const std::string text = tokens.sign(token);
        EXPECT_EQ(text.size(), guest_token_length_max);
        EXPECT_EQ(tokens.verify(text, now), token);
        for (std::size_t bit = 0; bit < text.size() * 8; ++bit) {
            std::string flipped = text;
            flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
            ASSERT_FALSE(tokens.verify(flipped, now)) << flipped;
        }
    }
    token.expires_at = Time::max();
    EXPECT_TRUE(tokens.verify(tokens.sign(token), now));
}

TEST(GuestToken, IsTheSameForTheSameInputs) {
    const std::string first = signer({secret(1, 0x11)}).sign(TokenPurpose::Entry, 5, later);
    EXPECT_EQ(first, signer({secret(1, 0x11)}).sign(TokenPurpose::Entry, 5, later));
    EXPECT_NE(first, signer({secret(1, 0x11)}).sign(TokenPurpose::Verify, 5, later));
    EXPECT_NE(first, signer({secret(1, 0x11)}).sign(TokenPurpose::Entry, 6, later));
    EXPECT_NE(first, signer({secret(1, 0x11)}).sign(TokenPurpose::Entry, 5, later + seconds(1)));
    EXPECT_NE(first, signer({secret(1, 0x12)}).sign(TokenPurpose::Entry, 5, later));
}

TEST(GuestToken, KeepsItsFormAcrossVersions) {
    // Links of this form are in people's mailboxes; a change needs a new version number.
    EXPECT_EQ(signer({secret(1, 0x11)}).sign(TokenPurpose::Entry, 5, Time{seconds(2'000'000'000)}),
              "gt_AQEAAAABBQAAAAAAAAAAlDV3AAAeHM8sLHYQ0Q0u0SwLE0pB");
    EXPECT_EQ(signer({secret(1, 0x11)})
                  .sign({.purpose = TokenPurpose::Entry,
                         .id = 5,
                         .expires_at = Time{seconds(2'000'000'000)},
                         .epoch = 3,
                         .address = core::ContactKey{7}}),
              "gt_AgEAAAABBQAAAAAAAAAAlDV3AwAABwAAAAAAAABG-RyrLQoPhCss2G9vdL-L");
}

TEST(GuestToken, EndsAtItsExpiry) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    const std::string text = tokens.sign(TokenPurpose::Entry, 5, later);
    EXPECT_TRUE(tokens.verify(text, later - milliseconds(1)));
    EXPECT_EQ(tokens.verify(text, later).error(), TokenError::Expired);
}

TEST(GuestToken, RoundsItsExpiryUp) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    const std::string text = tokens.sign(TokenPurpose::Entry, 5, later + milliseconds(1));
    EXPECT_EQ(tokens.verify(text, now)->expires_at, later + seconds(1));
}

TEST(GuestToken, CanBeMadeToLastForEver) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    EXPECT_TRUE(tokens.verify(tokens.sign(TokenPurpose::Entry, 5, Time::max()), now));
}

TEST(GuestToken, IsRefusedWithAnySingleBitFlipped) {
    const TokenSigner tokens = signer({secret(1, 0x11), secret(3, 0x33)});
    const std::string text = tokens.sign(TokenPurpose::Entry, 5, later);
    for (std::size_t bit = 0; bit < text.size() * 8; ++bit) {
        std::string flipped = text;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
        const auto result = tokens.verify(flipped, now);
        ASSERT_FALSE(result) << flipped;
        EXPECT_NE(result.error(), TokenError::Expired) << "an unsigned expiry was believed";
    }
}

TEST(GuestToken, IsRefusedWithAnyOtherCharacterInAnyPlace) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    const std::string text = tokens.sign(TokenPurpose::Entry, 5, later);
    for (std::size_t index = 0; index < text.size(); ++index) {
        for (int character = 0; character < 256; ++character) {
            std::string changed = text;
            changed[index] = static_cast<char>(character);
            EXPECT_EQ(tokens.verify(changed, now).has_value(), changed == text) << changed;
        }
    }
}

TEST(GuestToken, IsRefusedWhenCutOrExtended) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    const std::string text = tokens.sign(TokenPurpose::Entry, 5, later);
    for (std::size_t length = 0; length < text.size(); ++length) {
        EXPECT_EQ(tokens.verify(text.substr(0, length), now).error(), TokenError::Malformed);
        EXPECT_EQ(tokens.verify(text.substr(text.size() - length), now).error(),
                  TokenError::Malformed);
    }
    for (const char* suffix : {"A", "=", "==", "AAAA", " ", "\n"}) {
        EXPECT_EQ(tokens.verify(text + suffix, now).error(), TokenError::Malformed);
    }
    EXPECT_EQ(tokens.verify(text + text, now).error(), TokenError::Malformed);
}

TEST(GuestToken, IsStillVerifiedAfterItsSecretWasRetired) {
    engine::Secret old_secret = secret(1, 0x11);
    const std::string before = signer({old_secret}).sign(TokenPurpose::Entry, 5, later);
    old_secret.retired_at = now;
    const TokenSigner rotated = signer({old_secret, secret(2, 0x22)});
    EXPECT_TRUE(rotated.verify(before, now));
    const std::string after = rotated.sign(TokenPurpose::Entry, 5, later);
    EXPECT_NE(before, after);
    EXPECT_TRUE(signer({secret(2, 0x22)}).verify(after, now));
    EXPECT_EQ(signer({secret(2, 0x22)}).verify(before, now).error(), TokenError::UnknownKey);
}

TEST(GuestToken, IsNotBelievedUnderAnotherSecretOfTheSameId) {
    const std::string text = signer({secret(1, 0x11)}).sign(TokenPurpose::Entry, 5, later);
    EXPECT_EQ(signer({secret(1, 0x12)}).verify(text, now).error(), TokenError::BadSignature);
}

TEST(TokenSigner, SignsWithTheNewestSecretInUse) {
    engine::Secret retired = secret(9, 0x99);
    retired.retired_at = now;
    const TokenSigner tokens = signer({secret(2, 0x22), retired, secret(1, 0x11)});
    const std::string text = tokens.sign(TokenPurpose::Entry, 5, later);
    EXPECT_EQ(text, signer({secret(2, 0x22)}).sign(TokenPurpose::Entry, 5, later));
}

TEST(TokenSigner, TakesOtherSecretsForWhoeverUsesIt) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    const TokenSigner copy = tokens;
    const std::string old = tokens.sign(TokenPurpose::Entry, 5, later);
    engine::Secret retired = secret(1, 0x11);
    retired.retired_at = now;
    EXPECT_TRUE(tokens.replace({retired, secret(2, 0x22)}));
    EXPECT_TRUE(copy.verify(old, now));
    const std::string fresh = copy.sign(TokenPurpose::Entry, 5, later);
    EXPECT_TRUE(tokens.replace({secret(2, 0x22)}));
    EXPECT_EQ(copy.verify(old, now).error(), TokenError::UnknownKey);
    EXPECT_TRUE(copy.verify(fresh, now));
    EXPECT_FALSE(tokens.replace({}));
    EXPECT_TRUE(copy.verify(fresh, now)) << "no secrets at all are a mistake, and change nothing";
}

TEST(TokenSigner, NeedsASecretInUse) {
    EXPECT_FALSE(TokenSigner::create({}));
    engine::Secret other = secret(1, 0x11);
    other.purpose = engine::SecretPurpose::Contacts;
    EXPECT_FALSE(TokenSigner::create({other}));
    engine::Secret retired = secret(1, 0x11);
    retired.retired_at = now;
    EXPECT_FALSE(TokenSigner::create({retired}));
    engine::Secret tiny = secret(1, 0x11);
    tiny.bytes.resize(15);
    EXPECT_FALSE(TokenSigner::create({tiny}));
}

RC_GTEST_PROP(TokenSigner, BelievesNoRandomText, (const std::string& text)) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    RC_ASSERT(!tokens.verify(text, now));
    RC_ASSERT(!tokens.verify("gt_" + text, now));
}

}  // namespace
}  // namespace standby::http
