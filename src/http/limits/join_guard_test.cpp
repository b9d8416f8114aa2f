// Tests of what a join needs when, and that a proof opens one door once.
#include "http/limits/join_guard.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using Verdict = JoinGuard::Verdict;

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

void heat(JoinGuard& guard, int tries) {
    for (int count = 0; count < tries; ++count) {
        guard.count_try(list, start);
    }
}

JoinGuard::Given given(const std::string& text) {
    return {.text = text, .list = list, .client = client};
}

TEST(JoinGuard, AsksNothingOnACalmList) {
    JoinGuard guard(signer(), true);
    heat(guard, 60);
    EXPECT_TRUE(guard.need(list, client, start).is_none());
    heat(guard, 1);
    EXPECT_EQ(guard.need(list, client, start).bits, 16);
    EXPECT_TRUE(guard.need(core::ResourceNumber{8}, client, start).is_none());
    EXPECT_TRUE(guard.need(list, client, start + minutes(3)).is_none());
}

TEST(JoinGuard, AsksMoreOfHotListsAndOfBusyAddresses) {
    EXPECT_EQ(need_of(61, 0).bits, 16);
    EXPECT_EQ(need_of(241, 0).bits, 18);
    EXPECT_EQ(need_of(100'000, 0).bits, 20);
    EXPECT_EQ(need_of(241, 3).bits, 19);
    EXPECT_EQ(need_of(241, 200).bits, 21);
    EXPECT_EQ(need_of(1e9, 1e9).bits, proof_bits_max);
    EXPECT_EQ(need_of(61, 0).wait, seconds(10));
    EXPECT_GT(need_of(1e9, 1e9).wait, seconds(30));
}

TEST(JoinGuard, TakesAProofOnce) {
    JoinGuard guard(signer(), true);
    heat(guard, 61);
    const JoinNeed need = guard.need(list, client, start);
    const std::string text = solve_puzzle(guard.puzzle(list, client, need.bits, start), need.bits);
    EXPECT_EQ(guard.take(given(text), need, start, start), Verdict::Good);
    EXPECT_EQ(guard.take(given(text), need, start, start), Verdict::Spent);
    EXPECT_EQ(guard.take(given(""), need, start, start), Verdict::Missing);
    EXPECT_EQ(guard.take(given("x.1"), need, start, start), Verdict::Missing);
}

TEST(JoinGuard, ForgivesThatTheListGotHotterMeanwhile) {
    JoinGuard guard(signer(), true);
    const std::string text = solve_puzzle(guard.puzzle(list, client, 10, start), 10);
    EXPECT_EQ(guard.take(given(text), {.bits = 13}, start, start), Verdict::TooEasy);
    EXPECT_EQ(guard.take(given(text), {.bits = 12}, start, start), Verdict::Good);
}

TEST(JoinGuard, LetsAFewWaitInstead) {
    JoinGuard guard(signer(), true);
    JoinNeed need{.bits = 16, .wait = seconds(10)};
    int passed = 0;
    for (int count = 0; count < 10; ++count) {
        const std::string text = guard.wait_ticket(list, client, need.wait, start);
        JoinGuard::Given waited = given(text);
        EXPECT_EQ(guard.take(waited, need, start + seconds(11), start), Verdict::Missing);
        waited.may_wait = true;
        EXPECT_EQ(guard.take(waited, need, start + seconds(9), start), Verdict::TooEarly);
        EXPECT_EQ(guard.left_of_wait(waited, start + seconds(9)), seconds(1));
        passed += guard.take(waited, need, start + seconds(11), start) == Verdict::Good ? 1 : 0;
    }
    EXPECT_EQ(passed, 3);
    EXPECT_EQ(guard.refused(), 7U);
}

TEST(JoinGuard, TellsHowOftenAClientBroughtMoreProofsThanItMay) {
    JoinGuard guard(signer(), true);
    for (int count = 0; count < 400; ++count) {
        EXPECT_TRUE(guard.take_captcha(client, start));
    }
    EXPECT_EQ(guard.refused(), 0U);
    EXPECT_FALSE(guard.take_captcha(client, start));
    const std::string text = solve_puzzle(guard.puzzle(list, client, 1, start), 1);
    EXPECT_EQ(guard.take(given(text), {.bits = 1}, start, start), Verdict::TooMany);
    EXPECT_EQ(guard.refused(), 2U);
    EXPECT_TRUE(guard.take_captcha(client_key("192.0.2.77"), start));
}

TEST(JoinGuard, LeavesRoomForAHallBehindOneAddress) {
    JoinGuard guard(signer(), true);
    int passed = 0;
    for (int guest = 0; guest < 200; ++guest) {
        const std::string text = solve_puzzle(guard.puzzle(list, client, 1, start), 1);
        passed += guard.take(given(text), {.bits = 1}, start, start) == Verdict::Good ? 1 : 0;
        guard.count_join(client, start);
    }
    EXPECT_EQ(passed, 200);
}

TEST(JoinGuard, IsOffWithoutLimits) {
    JoinGuard guard(signer(), false);
    heat(guard, 1'000);
    EXPECT_TRUE(guard.need(list, client, start).is_none());
}

}  // namespace
}  // namespace standby::http
