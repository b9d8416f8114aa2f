// The event loop is Asio's; the queue of tasks, the list of connections and the tick are ours.
#include "http/server/io_thread.hpp"

#include "base/assert.hpp"
#include "http/server/reply.hpp"

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace standby::http::wire {
namespace {

namespace asio = boost::asio;

using Executor = asio::io_context::executor_type;
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                         asio::wait_traits<std::chrono::steady_clock>, Executor>;

// A tick comes in so many parts, each for one part of the connections: thousands that are over
// their time at the same moment are not all closed at once while others wait.
constexpr unsigned tick_parts = 10;
// A look for room must cost less than what a crowd can make of it.
constexpr std::size_t looks_for_room_max = 32;

thread_local const IoThread* current_thread = nullptr;

Time wall_clock_time() {
    return std::chrono::floor<Duration>(std::chrono::system_clock::now());
}

}  // namespace

struct IoThread::Loop {
    asio::io_context context{1};  // one thread runs it
    std::optional<asio::executor_work_guard<Executor>> work{context.get_executor()};
    Timer timer{context};
};

IoThread::IoThread(Duration tick)
    : tick_(tick), loop_(std::make_unique<Loop>()), date_(format_http_date(wall_clock_time())) {
    schedule_tick();
    thread_ = std::thread([this] { run(); });
}

IoThread::~IoThread() {
    ASSERT(!thread_.joinable());
}

asio::io_context& IoThread::context() {
    return loop_->context;
}

bool IoThread::is_current() const {
    return current_thread == this;
}

// Tasks that come in a burst, as the answers of one commit do, wake the thread once.
bool IoThread::post(Task task) {
    {
        const std::scoped_lock lock(mutex_);
        if (ended_) {
            return false;
        }
        tasks_.push_back(std::move(task));
        if (tasks_.size() > 1) {
            return true;
        }
    }
    asio::post(loop_->context, [this] { run_tasks(); });
    return true;
}

void IoThread::run_tasks() {
    std::vector<Task> tasks;
    {
        const std::scoped_lock lock(mutex_);
        tasks.swap(tasks_);
    }
    for (Task& task : tasks) {
        task();
        task = nullptr;  // What it owned goes here, and not after all the others have run.
    }
}

void IoThread::run() {
    current_thread = this;
    loop_->context.run();
    while (!end_when_empty()) {
        run_tasks();
        loop_->context.restart();
        loop_->context.run();
    }
    current_thread = nullptr;
}

bool IoThread::end_when_empty() {
    const std::scoped_lock lock(mutex_);
    ended_ = tasks_.empty();
    return ended_;
}

void IoThread::finish() {
    post([this] {
        for (std::size_t index = watched_.size(); index-- > 0;) {
            if (index < watched_.size()) {
                watched_[index]->close();
            }
        }
        loop_->timer.cancel();
        loop_->work.reset();
    });
}

void IoThread::join() {
    thread_.join();
}

void IoThread::watch(std::shared_ptr<Watched> watched) {
    ASSERT(is_current());
    watched->watch_index = watched_.size();
    watched_.push_back(std::move(watched));
}

// The last one takes the place, so loops over all that may meet this go from the end to the front.
void IoThread::unwatch(Watched& watched) {
    ASSERT(is_current());
    const std::size_t index = watched.watch_index;
    ASSERT(index < watched_.size() && watched_[index].get() == &watched);
    std::swap(watched_[index], watched_.back());
    watched_[index]->watch_index = index;
    watched_.pop_back();
}

void IoThread::drain() {
    for (std::size_t index = watched_.size(); index-- > 0;) {
        if (index < watched_.size()) {
            watched_[index]->drain();
        }
    }
}

// Whoever the look meets next goes, not whoever is the oldest: a guest who is about to ask is one
// among thousands that never will.
bool IoThread::make_room() {
    for (std::size_t looks = std::min(watched_.size(), looks_for_room_max); looks > 0; --looks) {
        last_yielded_ = (last_yielded_ + 1) % watched_.size();
        if (watched_[last_yielded_]->yield_place()) {
            return true;
        }
    }
    return false;
}

void IoThread::schedule_tick() {
    loop_->timer.expires_after(std::max<Duration>(tick_ / tick_parts, Duration{1}));
    loop_->timer.async_wait([this](const boost::system::error_code& error) {
        if (!error && loop_->work) {
            tick();
        }
    });
}

void IoThread::tick() {
    date_ = format_http_date(wall_clock_time());
    const Instant now = std::chrono::steady_clock::now();
    const std::size_t part = tick_number_++ % tick_parts;
    const std::size_t begin = watched_.size() * part / tick_parts;
    // One that closes is replaced by the last one, whose own turn may be missed by that, once.
    for (std::size_t index = watched_.size() * (part + 1) / tick_parts; index-- > begin;) {
        if (index < watched_.size()) {
            watched_[index]->check_deadlines(now);
        }
    }
    schedule_tick();
}

}  // namespace standby::http::wire
