// Tests that no second sees more than the rate, and that the rate is used.
#include "notify/relay/rates.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace standby::notify {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Time start{std::chrono::days{20'000}};

// Sends as early as it may, looking every `step`, for `length`.
std::vector<Time> sends(TokenBucket bucket, Duration step, Duration length) {
    std::vector<Time> times;
    for (Time now = start; now < start + length; now += step) {
        while (bucket.next(now) <= now && times.size() < 100'000) {
            bucket.take(now);
            times.push_back(now);
        }
    }
    return times;
}

std::size_t most_in_a_second(const std::vector<Time>& times) {
    std::size_t most = 0;
    for (auto first = times.begin(); first != times.end(); ++first) {
        const auto end = std::lower_bound(first, times.end(), *first + seconds{1});
        most = std::max(most, static_cast<std::size_t>(end - first));
    }
    return most;
}

TEST(TokenBucket, LetsEverythingThroughWithoutARate) {
    TokenBucket bucket;
    for (int count = 0; count < 1000; ++count) {
        ASSERT_EQ(bucket.next(start), start);
        bucket.take(start);
    }
}

TEST(TokenBucket, SpacesSlowSendsEvenly) {
    const auto times = sends(TokenBucket{1}, milliseconds{1}, seconds{10});
    ASSERT_EQ(times.size(), 10U);
    for (std::size_t index = 1; index < times.size(); ++index) {
        EXPECT_EQ(times[index] - times[index - 1], milliseconds{1001});
    }
}

TEST(TokenBucket, WaitsLongerThanASecondBelowOneASecond) {
    const auto times = sends(TokenBucket{0.1}, milliseconds{10}, seconds{35});
    EXPECT_EQ(times.size(), 4U);
}

TEST(TokenBucket, DoesNotCountOnWhatItMayHaveSentBeforeItsStart) {
    EXPECT_EQ(TokenBucket(1, start).next(start), start + milliseconds{1001});
    EXPECT_EQ(TokenBucket(1, start - seconds{2}).next(start), start);
}

TEST(TokenBucket, SaysWhenTheNextMayLeave) {
    TokenBucket bucket{20};
    bucket.take(start);
    EXPECT_EQ(bucket.next(start), start + milliseconds{51});
    EXPECT_EQ(bucket.next(start + milliseconds{30}), start + milliseconds{51});
    EXPECT_EQ(bucket.next(start + milliseconds{51}), start + milliseconds{51});
}

TEST(TokenBucket, UsesTheRateAlmostWhole) {
    for (const double rate : {1.0, 7.0, 20.0, 300.0, 1000.0}) {
        const auto times = sends(TokenBucket{rate}, milliseconds{5}, seconds{10});
        EXPECT_GE(static_cast<double>(times.size()), 0.9 * rate * 10) << rate;
    }
}

RC_GTEST_PROP(TokenBucket, NeverExceedsTheRateInAnySecond, ()) {
    const auto rate = *rc::gen::inRange(1, 2000);
    const auto step = *rc::gen::inRange(1, 700);
    const auto times =
        sends(TokenBucket{static_cast<double>(rate)}, milliseconds{step}, seconds{6});
    RC_ASSERT(most_in_a_second(times) <= static_cast<std::size_t>(rate));
}

TEST(Rates, CountsProviderSenderAndAccountTogether) {
    Rates rates{{.mail = 0, .sms = 10, .sms_sender = 1}, start - seconds{5}};
    const RateKey first{engine::Channel::Sms, "+1", engine::AccountNumber{1}, 0};
    const RateKey second{engine::Channel::Sms, "+2", engine::AccountNumber{1}, 0};
    rates.take(first, start);
    EXPECT_EQ(rates.next(first, start), start + milliseconds{1001});
    EXPECT_EQ(rates.next(second, start), start + milliseconds{101});
    const RateKey slow{engine::Channel::Mail, "", engine::AccountNumber{2}, 0.5};
    EXPECT_EQ(rates.next(slow, start), start);
    rates.take(slow, start);
    EXPECT_EQ(rates.next(slow, start), start + milliseconds{2001});
    const RateKey raised{engine::Channel::Mail, "", engine::AccountNumber{2}, 5};
    EXPECT_EQ(rates.next(raised, start), start) << "a changed rate counts at once";
    const RateKey other{engine::Channel::Mail, "", engine::AccountNumber{3}, 0.5};
    EXPECT_EQ(rates.next(other, start), start);
}

}  // namespace
}  // namespace standby::notify
