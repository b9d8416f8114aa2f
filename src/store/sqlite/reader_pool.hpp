// A few connections that only read. Each sees what was committed when its statement began, and
// never waits for a writer.
#pragma once

#include "base/result.hpp"
#include "store/sqlite/connection.hpp"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace standby::store {

class ReaderPool {
public:
    using Open = std::function<Result<std::unique_ptr<Connection>, SqlError>()>;

    ReaderPool(std::size_t size_max, Open open) : size_max_(size_max), open_(std::move(open)) {}

    // Waits for a free connection, or opens one. It goes back with `give_back`; null when it is
    // not to be used again.
    Result<std::unique_ptr<Connection>, SqlError> borrow();
    void give_back(std::unique_ptr<Connection> connection);

    // Waits until every connection is back, closes them all, and calls `use` before any other is
    // opened.
    void while_closed(const std::function<void()>& use);

private:
    const std::size_t size_max_;
    const Open open_;
    std::mutex mutex_;
    std::condition_variable changed_;
    // Protected by the mutex.
    std::vector<std::unique_ptr<Connection>> idle_;
    std::size_t lent_ = 0;
    bool is_closed_ = false;
};

}  // namespace standby::store
