// A few connections to one database, lent out one by one.
#pragma once

#include "base/result.hpp"
#include "store/postgres/connection.hpp"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace standby::store {

class PgConnectionPool {
public:
    using Open = std::function<Result<std::unique_ptr<PgConnection>, PgError>(Deadline)>;

    PgConnectionPool(std::size_t size_max, Open open)
        : size_max_(size_max), open_(std::move(open)) {}

    struct Lent {
        std::unique_ptr<PgConnection> connection;
        bool is_new = false;  // just opened, so that it cannot have died unnoticed
    };
    // Waits for a free connection, or opens one. It must go back with `give_back`.
    Result<Lent, PgError> borrow(Deadline deadline);
    // Connections that are no longer usable are closed; null is one of these.
    void give_back(std::unique_ptr<PgConnection> connection);
    // Closes what is not in use, because the server is not what it was.
    void clear();

private:
    const std::size_t size_max_;
    const Open open_;
    std::mutex mutex_;
    std::condition_variable changed_;
    // Protected by the mutex.
    std::vector<std::unique_ptr<PgConnection>> idle_;
    std::size_t lent_ = 0;
};

}  // namespace standby::store
