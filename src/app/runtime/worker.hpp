// A thread with a mailbox: functions that are put in are called in order.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace standby::app {

// One or more threads that share one queue. With one thread, order is kept.
class WorkerPool {
public:
    using Function = std::move_only_function<void()>;

    // At most `queue_max` functions wait; 0 means no limit.
    WorkerPool(std::size_t threads, std::size_t queue_max);
    // Finishes what waits, then joins.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    // False when the queue is full or the pool is stopping: the function is not called.
    [[nodiscard]] bool post(Function function);
    // Lets what waits finish and takes nothing more in. May be called again.
    void stop();

private:
    void work();

    std::size_t queue_max_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Function> queue_;  // protected by mutex_
    bool stopping_ = false;       // protected by mutex_
    std::vector<std::thread> threads_;
};

}  // namespace standby::app
