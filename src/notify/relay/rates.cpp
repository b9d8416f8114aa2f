// A bucket of b tokens that gets r - b + 1 a second lets at most r through in any second: those
// that had gathered, and those that came in meanwhile.
#include "notify/relay/rates.hpp"

#include <algorithm>
#include <cmath>

namespace standby::notify {
namespace {

// High rates need bursts: nobody looks a thousand times a second. This share of a second may
// gather.
constexpr double burst_share = 1.0 / 25;
// What leaves evenly does not arrive evenly. With this much between two more than the rate asks
// for, or this much less of a high rate, whoever counts at the other end does not find more either.
constexpr double seconds_between_more = 0.001;
constexpr double share_of_high_rate = 0.98;

double seconds_between(Time from, Time to) {
    return std::chrono::duration<double>(to - from).count();
}

}  // namespace

TokenBucket::TokenBucket(double rate, Time start)
    : rate_(rate), size_(std::max(1.0, std::floor(rate * burst_share))), at_(start) {
    refill_ = size_ > 1 ? (rate - size_ + 1) * share_of_high_rate
                        : rate / (1 + rate * seconds_between_more);
}

double TokenBucket::tokens_at(Time now) const {
    return std::min(size_, tokens_ + std::max(0.0, seconds_between(at_, now)) * refill_);
}

Time TokenBucket::next(Time now) const {
    // Sums of fractions may miss a whole token by a hair; a millisecond is far more than that.
    constexpr double hair = 1e-9;
    const double missing = 1 - tokens_at(now);
    if (rate_ <= 0 || missing <= hair) {
        return now;
    }
    return now + Duration{static_cast<Duration::rep>(std::ceil(missing / refill_ * 1000 - hair))};
}

void TokenBucket::take(Time now) {
    tokens_ = tokens_at(now) - 1;
    at_ = std::max(at_, now);
}

Rates::Rates(const RateLimits& limits, Time start) : limits_(limits), start_(start) {
    providers_.emplace(engine::Channel::Mail, TokenBucket(limits.mail, start));
    providers_.emplace(engine::Channel::Sms, TokenBucket(limits.sms, start));
    providers_.emplace(engine::Channel::Webhook, TokenBucket{});
    providers_.emplace(engine::Channel::WhatsApp, TokenBucket(limits.whatsapp, start));
}

Time Rates::next(engine::Channel channel, Time now) const {
    return providers_.at(channel).next(now);
}

Time Rates::next(const RateKey& key, Time now) const {
    Time at = next(key.channel, now);
    if (key.channel == engine::Channel::Sms) {
        const auto sender = senders_.find(key.sender);
        at = std::max(at, sender == senders_.end()
                              ? TokenBucket(limits_.sms_sender, start_).next(now)
                              : sender->second.next(now));
    }
    if (const auto account = accounts_.find(key.account.value());
        account != accounts_.end() && account->second.rate() == key.account_rate) {
        at = std::max(at, account->second.next(now));
    }
    return at;
}

void Rates::take(const RateKey& key, Time now) {
    providers_.at(key.channel).take(now);
    if (key.channel == engine::Channel::Sms && limits_.sms_sender > 0) {
        senders_.try_emplace(key.sender, limits_.sms_sender, start_).first->second.take(now);
    }
    if (key.account_rate > 0 && key.channel != engine::Channel::Webhook) {
        TokenBucket& bucket = accounts_[key.account.value()];
        if (bucket.rate() != key.account_rate) {
            bucket = TokenBucket{key.account_rate};
        }
        bucket.take(now);
    }
}

void Rates::give_back(const RateKey& key) {
    providers_.at(key.channel).give_back();
    if (const auto sender = senders_.find(key.sender);
        key.channel == engine::Channel::Sms && sender != senders_.end()) {
        sender->second.give_back();
    }
    // A webhook took none.
    if (const auto account = accounts_.find(key.account.value());
        key.account_rate > 0 && key.channel != engine::Channel::Webhook &&
        account != accounts_.end()) {
        account->second.give_back();
    }
}

}  // namespace standby::notify
