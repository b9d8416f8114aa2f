// Tests of the limit itself, of whom it counts together, and of the bound on its memory.
#include "http/limits/token_bucket.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace standby::http {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const Time start = Time{seconds(1'800'000'000)};

int taken(TokenBuckets& buckets, std::string_view client, Time now, int attempts) {
    int count = 0;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        count += buckets.try_take(client, now) ? 0 : 1;
    }
    return count;
}

TEST(TokenBuckets, AllowABurstAndThenTheRate) {
    TokenBuckets buckets({.rate_per_second = 5, .burst = 20});
    EXPECT_EQ(taken(buckets, "192.0.2.1", start, 50), 20);
    EXPECT_EQ(taken(buckets, "192.0.2.1", start + seconds(1), 50), 5);
    EXPECT_EQ(taken(buckets, "192.0.2.1", start + seconds(61), 50), 20);
}

TEST(TokenBuckets, SayHowLongToWait) {
    TokenBuckets buckets({.rate_per_second = 5, .burst = 1});
    EXPECT_EQ(buckets.try_take("192.0.2.1", start), std::nullopt);
    EXPECT_EQ(buckets.try_take("192.0.2.1", start), milliseconds(200));
    EXPECT_EQ(buckets.try_take("192.0.2.1", start + milliseconds(150)), milliseconds(50));
    EXPECT_EQ(buckets.try_take("192.0.2.1", start + milliseconds(200)), std::nullopt);
}

TEST(TokenBuckets, KeepTheirWordWhenTheRateIsNoWholeNumberOfMilliseconds) {
    TokenBuckets buckets({.rate_per_second = 3, .burst = 1});
    EXPECT_EQ(buckets.try_take("192.0.2.1", start), std::nullopt);
    const std::optional<Duration> wait = buckets.try_take("192.0.2.1", start);
    ASSERT_EQ(wait, milliseconds(334));
    EXPECT_EQ(buckets.try_take("192.0.2.1", start + *wait), std::nullopt);
}

TEST(TokenBuckets, DoNotCountRefusedAttempts) {
    TokenBuckets buckets({.rate_per_second = 1, .burst = 1});
    EXPECT_EQ(taken(buckets, "192.0.2.1", start, 1'000), 1);
    EXPECT_EQ(buckets.try_take("192.0.2.1", start + seconds(1)), std::nullopt);
}

TEST(TokenBuckets, CountClientsApart) {
    TokenBuckets buckets({.rate_per_second = 5, .burst = 2});
    EXPECT_EQ(taken(buckets, "192.0.2.1", start, 9), 2);
    EXPECT_EQ(taken(buckets, "192.0.2.2", start, 9), 2);
    EXPECT_EQ(taken(buckets, "not an address", start, 9), 2);
}

TEST(TokenBuckets, CountAnIpv6NetworkAsOneClient) {
    TokenBuckets buckets({.rate_per_second = 5, .burst = 2});
    EXPECT_EQ(taken(buckets, "2001:db8:1:2::1", start, 9), 2);
    EXPECT_EQ(taken(buckets, "2001:db8:1:2:ffff:ffff:ffff:ffff", start, 9), 0);
    EXPECT_EQ(taken(buckets, "2001:db8:1:3::1", start, 9), 2);
}

TEST(TokenBuckets, LetTheNetworksOfOneSiteHaveWhatFourMay) {
    TokenBuckets buckets({.rate_per_second = 5, .burst = 10});
    int count = 0;
    for (int network = 0; network < 40; ++network) {
        count += taken(buckets, "2001:db8:1:" + std::to_string(network) + "::1", start, 20);
    }
    EXPECT_EQ(count, 40);
    EXPECT_EQ(taken(buckets, "2001:db8:2::1", start, 20), 10);
    EXPECT_EQ(taken(buckets, "2001:db8:1:77::1", start + seconds(1), 20), 10);
    buckets.give_back("2001:db8:1:77::1");
    EXPECT_EQ(taken(buckets, "2001:db8:1:77::1", start + seconds(1), 20), 1);
}

TEST(TokenBuckets, TakeSeveralAtOnceOrNone) {
    TokenBuckets buckets({.rate_per_second = 10, .burst = 10});
    const ClientKey client = client_key("192.0.2.1");
    EXPECT_EQ(buckets.try_take(client, start, 8), std::nullopt);
    EXPECT_EQ(buckets.try_take(client, start, 5), milliseconds(300));
    EXPECT_EQ(buckets.try_take(client, start, 2), std::nullopt);
    EXPECT_EQ(buckets.wait_of(client, start), milliseconds(100));
    EXPECT_EQ(buckets.wait_of(client, start + milliseconds(100)), std::nullopt);
}

TEST(TokenBuckets, HaveNoLimitAtRateZero) {
    TokenBuckets buckets({.rate_per_second = 0, .burst = 1});
    EXPECT_EQ(taken(buckets, "192.0.2.1", start, 10'000), 10'000);
    EXPECT_EQ(buckets.clients(), 0U);
}

TEST(TokenBuckets, ForgetTheQuietestClientWhenFull) {
    TokenBuckets buckets({.rate_per_second = 0.001, .burst = 1, .clients_max = 3});
    for (const char* client : {"192.0.2.1", "192.0.2.2", "192.0.2.3"}) {
        EXPECT_EQ(taken(buckets, client, start, 1), 1);
    }
    EXPECT_EQ(taken(buckets, "192.0.2.1", start, 1), 0);  // heard of again, though refused
    EXPECT_EQ(taken(buckets, "192.0.2.4", start, 1), 1);
    EXPECT_EQ(taken(buckets, "192.0.2.1", start, 1), 0);
    EXPECT_EQ(taken(buckets, "192.0.2.3", start, 1), 0);
    EXPECT_EQ(taken(buckets, "192.0.2.2", start, 1), 1);
    EXPECT_EQ(buckets.clients(), 3U);
}

TEST(TokenBuckets, NeverGrowBeyondTheirBound) {
    TokenBuckets buckets({.rate_per_second = 0.001, .burst = 5, .clients_max = 100});
    for (int client = 0; client < 10'000; ++client) {
        EXPECT_EQ(taken(buckets, "client " + std::to_string(client), start, 1), 1);
        ASSERT_LE(buckets.clients(), 100U);
    }
}

TEST(TokenBuckets, LetGoOfBucketsThatAreFullAgain) {
    TokenBuckets buckets({.rate_per_second = 5, .burst = 20});
    for (int client = 0; client < 1'000; ++client) {
        EXPECT_EQ(taken(buckets, "client " + std::to_string(client), start, 1), 1);
    }
    EXPECT_EQ(buckets.clients(), 1'000U);
    for (int client = 0; client < 1'000; ++client) {
        const std::string other = "other " + std::to_string(client);
        EXPECT_EQ(taken(buckets, other, start + seconds(60), 1), 1);
    }
    EXPECT_EQ(buckets.clients(), 1'000U);
    EXPECT_EQ(taken(buckets, "last", start + seconds(120), 1), 1);
    EXPECT_EQ(buckets.clients(), 999U);
}

TEST(TokenBuckets, RecoverFromAClockThatWasSetBack) {
    TokenBuckets buckets({.rate_per_second = 5, .burst = 20});
    EXPECT_EQ(taken(buckets, "192.0.2.1", start, 50), 20);
    const Time earlier = start - std::chrono::hours(24);
    EXPECT_EQ(buckets.try_take("192.0.2.1", earlier), milliseconds(200));
    EXPECT_EQ(taken(buckets, "192.0.2.1", earlier + seconds(60), 50), 20);
}

TEST(TokenBuckets, TakeBackWhatTurnedOutWell) {
    TokenBuckets buckets({.rate_per_second = 0.001, .burst = 2});
    for (int round = 0; round < 10; ++round) {
        EXPECT_FALSE(buckets.try_take("192.0.2.1", start));
        buckets.give_back("192.0.2.1");
    }
    EXPECT_EQ(taken(buckets, "192.0.2.1", start, 5), 2);
    buckets.give_back("192.0.2.2");
    EXPECT_EQ(taken(buckets, "192.0.2.2", start, 5), 2) << "never more than it holds";
    TokenBuckets full({.rate_per_second = 0.001, .burst = 2});
    EXPECT_FALSE(full.try_take("192.0.2.1", start));
    full.give_back("192.0.2.1");
    full.give_back("192.0.2.1");
    EXPECT_EQ(taken(full, "192.0.2.1", start, 5), 2);
}

TEST(TokenBuckets, LoseNoTokenBetweenThreads) {
    TokenBuckets buckets({.rate_per_second = 0.001, .burst = 1'000});
    std::atomic<int> total = 0;
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 4; ++thread) {
            threads.emplace_back([&] { total += taken(buckets, "192.0.2.1", start, 500); });
        }
    }
    EXPECT_EQ(total, 1'000);
}

TEST(ClientKey, CountsMappedAddressesAsIpv4) {
    EXPECT_EQ(client_key("::ffff:192.0.2.1"), client_key("192.0.2.1"));
    EXPECT_NE(client_key("192.0.2.1"), client_key("192.0.2.2"));
    EXPECT_EQ(client_key("fe80::1%eth0"), client_key("fe80::2"));
    EXPECT_NE(client_key("a"), client_key("b"));
}

TEST(RetryAfter, IsRoundedUpToWholeSeconds) {
    EXPECT_EQ(retry_after_seconds(milliseconds(1)), 1U);
    EXPECT_EQ(retry_after_seconds(seconds(2)), 2U);
    EXPECT_EQ(retry_after_seconds(milliseconds(2'001)), 3U);
    EXPECT_EQ(retry_after_seconds(Duration::zero()), 1U);
}

}  // namespace
}  // namespace standby::http
