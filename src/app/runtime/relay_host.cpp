// The relay's thread.
#include "app/runtime/relay_host.hpp"

#include <algorithm>

namespace standby::app {
namespace {

// Also looks without being woken, for what another look could not finish.
constexpr Duration look_interval = std::chrono::seconds{1};
// Between two looks that found something. Under load many messages share one commit then, and the
// commits of requests seldom wait behind those of the relay.
constexpr Duration pause = std::chrono::milliseconds{20};

}  // namespace

void RelayHost::start() {
    thread_ = std::thread([this] { run(); });
}

void RelayHost::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void RelayHost::wake() {
    {
        const std::scoped_lock lock(mutex_);
        is_woken_ = true;
    }
    changed_.notify_all();
}

std::size_t RelayHost::run_once() {
    return is_on_ ? relay_.run_once(clock_.now()) : 0;
}

std::optional<Time> RelayHost::next_due() {
    return is_on_ ? relay_.next_due() : std::nullopt;
}

void RelayHost::run() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        is_woken_ = false;
        lock.unlock();
        if (run_once() > 0) {
            lock.lock();
            changed_.wait_for(lock, pause, [this] { return stopping_; });
            continue;
        }
        const auto due = next_due();
        const Time now = clock_.now();
        const Duration wait = due ? std::clamp(*due - now, pause, look_interval) : look_interval;
        lock.lock();
        changed_.wait_for(lock, wait, [this] { return is_woken_ || stopping_; });
    }
}

}  // namespace standby::app
