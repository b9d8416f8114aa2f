// A thread that does the network's work for its connections: it owns their event loop, so that each
// connection is touched by one thread only. Other threads hand it tasks. One coarse timer serves
// the deadlines of all its connections; a timer for each would cost more than their requests.
#pragma once

#include "base/time.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace standby::http::wire {

using Instant = std::chrono::steady_clock::time_point;

// What an I/O thread keeps and watches over; called by that thread only.
class Watched {
public:
    virtual ~Watched() = default;
    virtual void check_deadlines(Instant now) = 0;
    // The server is stopping: close when idle, otherwise as soon as what is under way is done.
    virtual void drain() = 0;
    virtual void close() = 0;
    // Others need the room. Closes if nothing was asked for yet; whether it did.
    virtual bool yield_place() { return false; }

    std::size_t watch_index = 0;  // the I/O thread's own note
};

class IoThread {
public:
    using Task = std::move_only_function<void()>;

    // The thread runs when the constructor returns.
    explicit IoThread(Duration tick);
    ~IoThread();
    IoThread(const IoThread&) = delete;
    IoThread& operator=(const IoThread&) = delete;

    // Runs the task on this thread, after those that were posted before. False when the thread has
    // ended; the task is dropped then. Any thread may call it.
    bool post(Task task);
    bool is_current() const;

    // Closes everything watched and lets the thread end once nothing is left to do; then join().
    void finish();
    void join();

    // The rest is for this thread itself.
    boost::asio::io_context& context();
    void watch(std::shared_ptr<Watched> watched);
    void unwatch(Watched& watched);
    void drain();
    // Closes one that has not asked for anything yet; false when none was found in a short look.
    bool make_room();
    // The current time as the Date header wants it, less than a tick late.
    std::string_view date() const { return date_; }

private:
    struct Loop;

    void run();
    void run_tasks();
    bool end_when_empty();
    void schedule_tick();
    void tick();

    const Duration tick_;
    std::unique_ptr<Loop> loop_;
    std::vector<std::shared_ptr<Watched>> watched_;
    std::size_t tick_number_ = 0;
    std::size_t last_yielded_ = 0;  // where the next look for room begins
    std::string date_;

    std::mutex mutex_;         // protects the two below
    std::vector<Task> tasks_;  // not yet taken by the thread
    bool ended_ = false;

    std::thread thread_;
};

}  // namespace standby::http::wire
