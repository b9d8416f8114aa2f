// Calls a function about once in each interval, on a thread of its own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace standby::app {

class Ticker {
public:
    Ticker(std::chrono::milliseconds interval, std::function<void()> tick)
        : interval_(interval), tick_(std::move(tick)), thread_([this] { run(); }) {}
    ~Ticker() {
        {
            const std::scoped_lock lock(mutex_);
            stopping_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }
    Ticker(const Ticker&) = delete;
    Ticker& operator=(const Ticker&) = delete;

private:
    void run() {
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, interval_, [this] { return stopping_; })) {
            lock.unlock();
            tick_();
            lock.lock();
        }
    }

    std::chrono::milliseconds interval_;
    std::function<void()> tick_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopping_ = false;  // protected by mutex_
    std::thread thread_;
};

}  // namespace standby::app
