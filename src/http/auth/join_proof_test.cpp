// Tests that a proof is good once, for the list and the client that it was issued for, in its time.
#include "http/auth/join_proof.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

const Time start{seconds(1'800'000'000)};
constexpr core::ResourceNumber list{7};
const ClientKey client = client_key("192.0.2.1");

const TokenSigner& signer() {
    static const TokenSigner made = [] {
        engine::Secret secret;
        secret.id = 1;
        secret.purpose = engine::SecretPurpose::GuestTokens;
        secret.bytes.resize(32, std::byte{5});
        return *TokenSigner::create({secret});
    }();
    return made;
}

std::string puzzle(std::uint8_t bits, seconds wait = {}) {
    return issue_puzzle(signer(), {.list = list, .client = client, .bits = bits, .wait = wait},
                        start);
}

TEST(JoinProof, IsGoodWhenItIsSolved) {
    const std::string solved = solve_puzzle(puzzle(10), 10);
    const auto proof = check_proof(signer(), solved, list, client, start + seconds(2));
    ASSERT_TRUE(proof);
    EXPECT_EQ(proof->bits, 10);
    EXPECT_EQ(proof->issued_at, start);
}

TEST(JoinProof, NeedsAnAnswer) {
    const std::string text = puzzle(20);
    EXPECT_EQ(check_proof(signer(), text, list, client, start).error(), ProofError::Wrong);
    EXPECT_EQ(check_proof(signer(), text + ".", list, client, start).error(), ProofError::Wrong);
    EXPECT_EQ(check_proof(signer(), text + ".123456789012345678901", list, client, start).error(),
              ProofError::Malformed);
}

TEST(JoinProof, IsForOneListAndOneClient) {
    const std::string solved = solve_puzzle(puzzle(8), 8);
    EXPECT_EQ(check_proof(signer(), solved, core::ResourceNumber{8}, client, start).error(),
              ProofError::Malformed);
    EXPECT_EQ(check_proof(signer(), solved, list, client_key("192.0.2.2"), start).error(),
              ProofError::Malformed);
}

TEST(JoinProof, CannotBeMadeUpOrMadeEasier) {
    std::string text = puzzle(8);
    for (const std::size_t at : {0, 5, 13, 20, 30, 35}) {
        std::string changed = text;
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        EXPECT_EQ(check_proof(signer(), solve_puzzle(changed, 8), list, client, start).error(),
                  ProofError::Malformed);
    }
    for (const std::string_view other : {"", ".", "x", "x.1", "gt_abc.1", "....."}) {
        EXPECT_EQ(check_proof(signer(), other, list, client, start).error(), ProofError::Malformed);
    }
}

TEST(JoinProof, Expires) {
    const std::string solved = solve_puzzle(puzzle(8), 8);
    EXPECT_TRUE(check_proof(signer(), solved, list, client, start + proof_lifetime - seconds(1)));
    EXPECT_EQ(check_proof(signer(), solved, list, client, start + proof_lifetime).error(),
              ProofError::Expired);
    EXPECT_EQ(check_proof(signer(), solved, list, client, start - minutes(1)).error(),
              ProofError::Expired);
}

TEST(JoinProof, IsAWaitWithoutAScript) {
    const std::string text = puzzle(0, seconds(20));
    EXPECT_EQ(check_proof(signer(), text, list, client, start + seconds(19)).error(),
              ProofError::TooEarly);
    EXPECT_EQ(wait_left(signer(), text, list, client, start + seconds(19)), seconds(1));
    EXPECT_TRUE(check_proof(signer(), text, list, client, start + seconds(20)));
    EXPECT_EQ(wait_left(signer(), text, list, client, start + seconds(30)), seconds(0));
    EXPECT_EQ(wait_left(signer(), "nonsense", list, client, start), seconds(0));
}

TEST(SpentProofs, TakeEachOnce) {
    SpentProofs spent;
    const Proof proof{.nonce = 1};
    EXPECT_TRUE(spent.spend(proof, 0, start));
    EXPECT_FALSE(spent.spend(proof, 0, start + minutes(4)));
    EXPECT_TRUE(spent.spend({.nonce = 2}, 0, start));
}

TEST(SpentProofs, LetTheSameRequestRepeatItself) {
    SpentProofs spent;
    const Proof proof{.nonce = 1};
    EXPECT_TRUE(spent.spend(proof, 77, start));
    EXPECT_TRUE(spent.spend(proof, 77, start + minutes(11)));
    EXPECT_FALSE(spent.spend(proof, 78, start + minutes(11)));
    EXPECT_FALSE(spent.spend(proof, 0, start + minutes(11)));
}

TEST(SpentProofs, RememberForAsLongAsAProofLives) {
    SpentProofs spent;
    EXPECT_TRUE(spent.spend({.nonce = 1}, 0, start));
    for (int minute = 1; minute < 10; ++minute) {
        EXPECT_FALSE(spent.spend({.nonce = 1}, 0, start + minutes(minute)));
    }
}

}  // namespace
}  // namespace standby::http
