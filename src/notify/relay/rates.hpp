// How fast messages may leave: a token bucket for each provider, sender and account. Whatever the
// bursts, no second ever sees more sends than the rate.
#pragma once

#include "base/time.hpp"
#include "engine/ports/messages.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

namespace standby::notify {

class TokenBucket {
public:
    // At most this many in any second; 0: no limit. Below one, one in every 1/rate seconds. Empty
    // at `start`: who knows what left just before.
    explicit TokenBucket(double rate = 0, Time start = Time{});

    // When the next one may leave; `now` when it may leave at once.
    Time next(Time now) const;
    // One leaves. It must be time.
    void take(Time now);
    // The one that was taken last did not leave after all.
    void give_back() { tokens_ = tokens_ + 1; }
    double rate() const { return rate_; }

private:
    double tokens_at(Time now) const;

    double rate_ = 0;
    double size_ = 1;    // most that can gather
    double refill_ = 0;  // per second
    double tokens_ = 0;
    Time at_;
};

struct RateLimits {
    double mail = 0;        // per second, for the whole provider; 0: no limit
    double sms = 0;         // likewise
    double sms_sender = 0;  // for each number that messages are sent from
    double whatsapp = 0;    // for the whole provider
};

// Who a send is counted against.
struct RateKey {
    engine::Channel channel = engine::Channel::Mail;
    std::string sender;
    engine::AccountNumber account;
    double account_rate = 0;
};

class Rates {
public:
    Rates(const RateLimits& limits, Time start);

    Time next(const RateKey& key, Time now) const;
    // When the provider itself would take one, whoever it is from.
    Time next(engine::Channel channel, Time now) const;
    void take(const RateKey& key, Time now);
    void give_back(const RateKey& key);

private:
    RateLimits limits_;
    Time start_;
    std::map<engine::Channel, TokenBucket> providers_;
    std::map<std::string, TokenBucket> senders_;
    std::unordered_map<std::uint32_t, TokenBucket> accounts_;
};

}  // namespace standby::notify
