// Drives one shard: a thread of its own for deciding, one for committing, and the shared readers
// for loads. The shard itself is touched by its own thread only.
#pragma once

#include "app/runtime/worker.hpp"
#include "engine/ports/clock.hpp"
#include "engine/shard/shard.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace standby::app {

// What a shard's thread tells about its work, for metrics. Called on its own threads.
struct ShardObserver {
    std::function<void(const engine::Committed&)> on_committed;
    std::function<void(std::size_t resources, std::chrono::nanoseconds took, bool ok)> on_commit;
};

class ShardHost {
public:
    // All references must outlive the host.
    ShardHost(const engine::ShardLimits& limits, const core::ZoneBook& zones,
              const engine::Clock& clock, engine::Store& store, WorkerPool& readers,
              const ShardObserver& observer);
    ~ShardHost();
    ShardHost(const ShardHost&) = delete;
    ShardHost& operator=(const ShardHost&) = delete;

    void start(const std::vector<std::pair<core::ResourceNumber, Time>>& schedule);
    void submit(engine::Request request);
    void submit(engine::Query query);
    // Finishes what is under way, takes nothing more in, joins.
    void stop();

    // The clock was moved by hand: look again.
    void nudge();
    // Returns when nothing is left to do at the present time.
    void wait_until_idle();
    std::optional<Time> next_wake();
    engine::ShardFigures figures();
    // Waits for the shard's thread.
    std::vector<std::pair<core::ResourceNumber, std::size_t>> memory(std::size_t limit);

private:
    void run();
    void dispatch(engine::Work work);
    using Message = std::move_only_function<void(Time now)>;
    void deliver(Message message);
    bool is_quiet(Time now) const;

    const engine::Clock& clock_;
    engine::Store& store_;
    WorkerPool& readers_;
    ShardObserver observer_;
    Duration answers_kept_;
    engine::Shard shard_;  // the thread's own
    WorkerPool committer_;

    std::mutex mutex_;
    std::condition_variable woken_;  // for the thread
    std::condition_variable idle_;   // for those who wait until it has nothing to do
    // Protected by mutex_.
    std::vector<Message> inbox_;
    bool is_asleep_ = false;
    bool stopping_ = false;
    bool nudged_ = false;
    bool is_idle_ = true;
    std::optional<Time> next_wake_;
    engine::ShardFigures figures_;

    std::thread thread_;
};

}  // namespace standby::app
