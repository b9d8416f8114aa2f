#include "store/postgres/connection_pool.hpp"

#include <utility>

namespace standby::store {

Result<PgConnectionPool::Lent, PgError> PgConnectionPool::borrow(Deadline deadline) {
    {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_until(lock, deadline, [&] { return lent_ < size_max_; })) {
            return std::unexpected(PgError{.sqlstate = "53300",
                                           .message = "all connections to the database are in use",
                                           .is_unknown = false});
        }
        ++lent_;
        while (!idle_.empty()) {
            std::unique_ptr<PgConnection> connection = std::move(idle_.back());
            idle_.pop_back();
            if (connection->is_usable()) {
                return Lent{.connection = std::move(connection)};
            }
        }
    }
    auto opened = open_(deadline);
    if (!opened) {
        give_back(nullptr);
        return std::unexpected(opened.error());
    }
    return Lent{.connection = *std::move(opened), .is_new = true};
}

void PgConnectionPool::give_back(std::unique_ptr<PgConnection> connection) {
    const bool stays = connection != nullptr && connection->is_usable();
    {
        const std::scoped_lock lock(mutex_);
        --lent_;
        if (stays) {
            idle_.push_back(std::move(connection));
        }
    }
    changed_.notify_one();
}

void PgConnectionPool::clear() {
    std::vector<std::unique_ptr<PgConnection>> closing;
    const std::scoped_lock lock(mutex_);
    closing.swap(idle_);
}

}  // namespace standby::store
