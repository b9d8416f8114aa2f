// Runs the relay: by itself as messages fall due, or, with a clock moved by hand, when asked.
#pragma once

#include "engine/ports/clock.hpp"
#include "notify/local_relay.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace standby::app {

class RelayHost {
public:
    RelayHost(engine::Store& store, engine::Gateway& gateway, const engine::Clock& clock)
        : relay_(store, gateway), clock_(clock) {}
    ~RelayHost() { stop(); }
    RelayHost(const RelayHost&) = delete;
    RelayHost& operator=(const RelayHost&) = delete;

    void start();
    void stop();
    // There may be something to send. Never waits.
    void wake();

    // Without a thread of its own: handles what is due, if switched on, and tells how much it was.
    std::size_t run_once();
    std::optional<Time> next_due();
    void switch_on(bool is_on) { is_on_ = is_on; }

private:
    void run();

    notify::LocalRelay relay_;
    const engine::Clock& clock_;
    std::atomic<bool> is_on_ = true;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_woken_ = true;   // protected by mutex_
    bool stopping_ = false;  // protected by mutex_
    std::thread thread_;
};

}  // namespace standby::app
