// Tests of waits and of the breaker.
#include "notify/relay/retry.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace standby::notify {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr Time start{std::chrono::days{20'000}};

TEST(RetryDelay, DoublesUpToItsMost) {
    for (std::uint64_t message = 1; message < 200; ++message) {
        Duration whole = seconds{2};
        for (std::uint32_t attempts = 1; attempts < 12; ++attempts) {
            const Duration wait =
                retry_delay(message, attempts, seconds{2}, minutes{1}, std::nullopt);
            EXPECT_GE(wait, whole / 2);
            EXPECT_LE(wait, whole);
            whole = std::min(whole * 2, Duration{minutes{1}});
        }
    }
}

TEST(RetryDelay, SpreadsThoseWhoFailedTogether) {
    std::set<Duration> waits;
    for (std::uint64_t message = 1; message <= 100; ++message) {
        waits.insert(retry_delay(message, 3, seconds{2}, minutes{1}, std::nullopt));
    }
    EXPECT_GT(waits.size(), 90U);
}

TEST(RetryDelay, HonoursWhatTheProviderAskedForWithinReason) {
    EXPECT_EQ(retry_delay(1, 1, seconds{2}, minutes{1}, seconds{90}), seconds{90});
    EXPECT_EQ(retry_delay(1, 1, seconds{2}, minutes{1}, std::chrono::days{400}),
              std::chrono::hours{1});
    EXPECT_LE(retry_delay(1, 1, seconds{2}, minutes{1}, seconds{-5}), seconds{2});
}

RC_GTEST_PROP(RetryDelay, IsNeverZeroWhateverTheNumbers,
              (std::uint64_t message, std::uint32_t attempts)) {
    RC_ASSERT(retry_delay(message, attempts % 10'000, seconds{2}, minutes{1}, std::nullopt) >
              Duration{0});
}

class BreakerTest : public testing::Test {
protected:
    void fail(int times) {
        for (int count = 0; count < times; ++count) {
            breaker.on_failure(now);
        }
    }
    Breaker breaker;
    Time now = start;
};

TEST_F(BreakerTest, OpensAfterSeveralFailuresInARow) {
    fail(4);
    EXPECT_TRUE(breaker.allows(now));
    breaker.on_answer();
    fail(4);
    EXPECT_TRUE(breaker.allows(now)) << "an answer in between starts the count again";
    fail(1);
    EXPECT_FALSE(breaker.allows(now));
    EXPECT_EQ(breaker.next(now), now + Breaker::first_pause);
}

TEST_F(BreakerTest, LetsOneTryAtATimeAfterThePause) {
    fail(5);
    now += Breaker::first_pause;
    ASSERT_TRUE(breaker.allows(now));
    breaker.on_start(now);
    EXPECT_FALSE(breaker.allows(now));
    breaker.on_answer();
    EXPECT_TRUE(breaker.allows(now));
    EXPECT_FALSE(breaker.is_open());
}

TEST_F(BreakerTest, PausesLongerEachTimeTheTryFails) {
    fail(5);
    Duration expected = Breaker::first_pause;
    for (int round = 0; round < 12; ++round) {
        EXPECT_EQ(breaker.next(now) - now, expected);
        now = breaker.next(now);
        breaker.on_start(now);
        breaker.on_failure(now);
        expected = std::min(expected * 2, Breaker::longest_pause);
    }
    EXPECT_EQ(expected, Breaker::longest_pause);
}

TEST_F(BreakerTest, CountsFailuresOfThoseUnderWayAsOnePause) {
    fail(9);
    EXPECT_EQ(breaker.next(now), now + Breaker::first_pause);
}

TEST_F(BreakerTest, OpensWhenOneRecipientAfterTheOtherIsPutOff) {
    for (int times = 0; times < 20; ++times) {
        breaker.on_deferral(now, 1);
        breaker.on_deferral(now, 2);
    }
    EXPECT_FALSE(breaker.is_open()) << "two full mailboxes are two full mailboxes";
    breaker.on_answer();
    breaker.on_deferral(now, 3);
    EXPECT_FALSE(breaker.is_open()) << "one was taken in between";
    breaker.on_deferral(now, 4);
    breaker.on_deferral(now, 5);
    EXPECT_TRUE(breaker.is_open());
    EXPECT_EQ(breaker.next(now), now + Breaker::first_pause);
    breaker.on_deferral(now, 6);
    EXPECT_EQ(breaker.next(now), now + Breaker::first_pause) << "it was under way";
    now += Breaker::first_pause;
    breaker.on_start(now);
    breaker.on_deferral(now, 7);
    EXPECT_EQ(breaker.next(now), now + Breaker::first_pause * 2);
    breaker.on_answer();
    EXPECT_FALSE(breaker.is_open());
}

TEST_F(BreakerTest, DoesNotWaitForEverForATryThatNeverEnds) {
    fail(5);
    now += Breaker::first_pause;
    breaker.on_start(now);
    EXPECT_EQ(breaker.next(now), now + Breaker::try_patience);
}

}  // namespace
}  // namespace standby::notify
