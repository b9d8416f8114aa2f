#include "store/sqlite/reader_pool.hpp"

#include <utility>

namespace standby::store {

Result<std::unique_ptr<Connection>, SqlError> ReaderPool::borrow() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !is_closed_ && lent_ < size_max_; });
    ++lent_;
    if (!idle_.empty()) {
        std::unique_ptr<Connection> connection = std::move(idle_.back());
        idle_.pop_back();
        return connection;
    }
    lock.unlock();
    Result<std::unique_ptr<Connection>, SqlError> opened = open_();
    if (!opened) {
        give_back(nullptr);
    }
    return opened;
}

void ReaderPool::give_back(std::unique_ptr<Connection> connection) {
    {
        const std::scoped_lock lock(mutex_);
        --lent_;
        if (connection != nullptr) {
            idle_.push_back(std::move(connection));
        }
    }
    changed_.notify_all();
}

void ReaderPool::while_closed(const std::function<void()>& use) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !is_closed_; });
    is_closed_ = true;
    changed_.wait(lock, [&] { return lent_ == 0; });
    idle_.clear();
    lock.unlock();
    use();
    lock.lock();
    is_closed_ = false;
    changed_.notify_all();
}

}  // namespace standby::store
