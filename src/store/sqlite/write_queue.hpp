// Group commit: what several threads want written at the same time is written in one transaction,
// so that they share one wait for the disk. Whoever finds nobody writing writes for all who wait.
#pragma once

#include "base/result.hpp"
#include "engine/ports/store.hpp"
#include "store/sqlite/connection.hpp"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace standby::store {

// Something to do on a connection. It may be called more than once, after what it wrote was rolled
// back; each call starts anew. An error says why it cannot be done.
using Job = std::function<Result<void, std::string>(Connection&)>;

// A job of a waiting thread, and what became of it.
struct WaitingJob {
    const Job* job = nullptr;
    Result<void, engine::StoreError> result{};
    bool is_done = false;
};

class WriteQueue {
public:
    // Gives every job of the group its result. Called by one thread at a time.
    using CarryOut = std::function<void(std::span<WaitingJob* const> group)>;

    // Waits until the job was carried out, by this thread or by another one.
    Result<void, engine::StoreError> submit(const Job& job, const CarryOut& carry_out);

    // Calls `use` while nobody writes.
    void exclusively(const std::function<void()>& use);

    // How many jobs wait for others to be written.
    std::size_t waiting();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    // Protected by the mutex.
    std::vector<WaitingJob*> waiting_;
    bool is_writing_ = false;
};

}  // namespace standby::store
