#include "app/runtime/worker.hpp"

#include <utility>

namespace standby::app {

WorkerPool::WorkerPool(std::size_t threads, std::size_t queue_max) : queue_max_(queue_max) {
    for (std::size_t index = 0; index < threads; ++index) {
        threads_.emplace_back([this] { work(); });
    }
}

WorkerPool::~WorkerPool() {
    stop();
}

bool WorkerPool::post(Function function) {
    {
        const std::scoped_lock lock(mutex_);
        if (stopping_ || (queue_max_ != 0 && queue_.size() >= queue_max_)) {
            return false;
        }
        queue_.push_back(std::move(function));
    }
    changed_.notify_one();
    return true;
}

void WorkerPool::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
        if (thread.joinable()) {
            thread.join();
        }
    }
}

void WorkerPool::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
        if (queue_.empty()) {
            return;
        }
        Function function = std::move(queue_.front());
        queue_.pop_front();
        lock.unlock();
        function();
        function = nullptr;
        lock.lock();
    }
}

}  // namespace standby::app
