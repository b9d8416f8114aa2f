// Pure arithmetic; whoever calls knows the time.
#include "notify/relay/retry.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

constexpr Duration asked_for_max = std::chrono::hours{1};

// A fraction from 0 to 1 that is the same for the same message and attempt (splitmix64).
double spread_of(std::uint64_t message, std::uint32_t attempts) {
    std::uint64_t value = message + 0x9e3779b97f4a7c15U * (attempts + 1U);
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
    value ^= value >> 31;
    return static_cast<double>(value >> 11) / static_cast<double>(std::uint64_t{1} << 53);
}

}  // namespace

Duration retry_delay(std::uint64_t message, std::uint32_t attempts, Duration first, Duration most,
                     std::optional<Duration> asked_for) {
    Duration whole = first;
    for (std::uint32_t failed = 1; failed < attempts && whole < most; ++failed) {
        whole *= 2;
    }
    whole = std::min(whole, most);
    const double part = 0.5 + spread_of(message, attempts) / 2;
    const Duration wait{static_cast<Duration::rep>(static_cast<double>(whole.count()) * part)};
    const Duration least = std::min(asked_for.value_or(Duration{0}), asked_for_max);
    return std::max({wait, least, Duration{1}});
}

bool Breaker::allows(Time now) const {
    return next(now) <= now;
}

Time Breaker::next(Time now) const {
    if (!is_open()) {
        return now;
    }
    const Time after_try = trying_since_ ? *trying_since_ + try_patience : now;
    return std::max({now, closed_until_, after_try});
}

void Breaker::on_start(Time now) {
    if (is_open()) {
        trying_since_ = now;
    }
}

void Breaker::on_answer() {
    failures_ = 0;
    deferred_.clear();
    pause_ = Duration{0};
    trying_since_.reset();
}

void Breaker::on_deferral(Time now, std::uint64_t recipient) {
    trying_since_.reset();
    if (!is_open()) {
        deferred_.insert(recipient);
        if (deferred_.size() < recipients_allowed) {
            return;
        }
        failures_ = failures_allowed;
    } else if (now < closed_until_) {
        return;  // began before it opened
    }
    open(now);
}

void Breaker::on_failure(Time now) {
    trying_since_.reset();
    if (++failures_ < failures_allowed) {
        return;
    }
    if (failures_ > failures_allowed && now < closed_until_) {
        return;  // began before it opened
    }
    failures_ = failures_allowed;
    open(now);
}

void Breaker::on_changed() {
    pause_ = Duration{0};
    closed_until_ = {};
    trying_since_.reset();
}

void Breaker::open(Time now) {
    pause_ = std::clamp(pause_ * 2, first_pause, longest_pause);
    closed_until_ = now + pause_;
}

}  // namespace standby::notify
