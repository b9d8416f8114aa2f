// Tests of challenges: ours, for one purpose, for five minutes, once.
#include "http/auth/webauthn/challenges.hpp"

#include "http/auth/short_code.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

constexpr Time now{std::chrono::days{20'000}};

TokenSigner make_signer(std::uint8_t seed = 1) {
    std::vector<engine::Secret> secrets(1);
    secrets[0].id = 1;
    secrets[0].bytes.assign(32, std::byte{seed});
    return TokenSigner::create(secrets).value();
}

TEST(ChallengesTest, AreOursForFiveMinutes) {
    const TokenSigner signer = make_signer();
    const ChallengeScope scope;
    const std::string challenge = make_challenge(signer, scope, now);
    EXPECT_NE(challenge, make_challenge(signer, scope, now));
    EXPECT_TRUE(is_challenge(signer, scope, challenge, now));
    EXPECT_TRUE(is_challenge(signer, scope, challenge, now + challenge_lifetime - Duration{1}));
    EXPECT_FALSE(is_challenge(signer, scope, challenge, now + challenge_lifetime));
    EXPECT_FALSE(is_challenge(make_signer(2), scope, challenge, now));
    EXPECT_FALSE(read_short_code(signer, challenge, now));
}

TEST(ChallengesTest, AreForOnePurposeAndOneSession) {
    const TokenSigner signer = make_signer();
    const ChallengeScope scope{.purpose = ChallengePurpose::Add, .session = {std::byte{1}}};
    const std::string challenge = make_challenge(signer, scope, now);
    EXPECT_TRUE(is_challenge(signer, scope, challenge, now));
    EXPECT_FALSE(is_challenge(
        signer, {.purpose = ChallengePurpose::SignIn, .session = scope.session}, challenge, now));
    EXPECT_FALSE(is_challenge(signer, {.purpose = ChallengePurpose::Add, .session = {std::byte{2}}},
                              challenge, now));
}

TEST(ChallengesTest, NobodyElseMakesThem) {
    const TokenSigner signer = make_signer();
    std::string changed = make_challenge(signer, {}, now);
    changed[5] = changed[5] == 'A' ? 'B' : 'A';
    for (const std::string& text :
         {changed, std::string{}, std::string("x"), std::string(43, 'A'), std::string(5000, 'A')}) {
        EXPECT_FALSE(is_challenge(signer, {}, text, now)) << text;
    }
}

TEST(ChallengesTest, CountOnce) {
    UsedChallenges used;
    EXPECT_TRUE(used.use("one", now));
    EXPECT_FALSE(used.use("one", now + challenge_lifetime - Duration{1}));
    EXPECT_TRUE(used.use("two", now));
}

}  // namespace
}  // namespace standby::http
