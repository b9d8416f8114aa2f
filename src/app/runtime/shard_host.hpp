// Drives one shard: a thread of its own for deciding, one for committing, and the shared readers
// for loads. Whoever has the turn moves the shard on: its own thread, or the committer right after
// a commit.
#pragma once

#include "app/runtime/worker.hpp"
#include "engine/lease/lease_keeper.hpp"
#include "engine/lease/leased_shard.hpp"
#include "engine/ports/clock.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace standby::app {

// What a shard tells about its work, for metrics. Called on its own threads.
struct ShardObserver {
    std::function<void(const engine::Committed&)> on_committed;
    std::function<void(std::size_t resources, std::chrono::nanoseconds took, bool ok)> on_commit;
};

// What a shard under a lease tells whoever keeps the leases. Called with the turn; must not wait
// for the shard.
struct LeaseHooks {
    std::function<void(const engine::Fence&)> on_acknowledged;
    std::function<void(const engine::Fence&)> on_fenced;   // or served for too long
    std::function<void(const engine::Fence&)> on_unknown;  // the lease must be claimed anew
    std::function<void(const engine::Fence&)> on_drained;
    // Whether memory may still be shown.
    std::function<bool()> may_serve;
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

    // Starts the thread. Nothing is served before a grant. Hooks are needed for grants with a
    // fence.
    void start(LeaseHooks hooks = {});
    // As LeasedShard. A grant waits until what is under way of the last term has ended; `after` is
    // called with the turn when it counts, unless it was revoked before.
    void grant(engine::Grant grant, std::function<void()> after = {});
    // `after` is called with the turn when nothing is served any more.
    void revoke(std::function<void()> after = {});
    void drain();
    void renew(const engine::Fence& fence);

    void submit(engine::Request&& request);
    void submit(engine::Query query);
    // Finishes what is under way, takes nothing more in, joins.
    void stop();

    // The clock was moved by hand: look again.
    void nudge();
    // Returns when nothing is left to do at the present time.
    void wait_until_idle();
    std::optional<Time> next_wake();
    engine::ShardFigures figures();
    bool is_serving();
    // As LeasedShard.
    bool is_gap_closed();
    // Waits for the shard's thread.
    std::vector<std::pair<core::ResourceNumber, std::size_t>> memory(std::size_t limit);

private:
    void run();
    void step(Time now);
    void commit(std::uint64_t term, const engine::Batch& batch);
    void dispatch(engine::LeasedShard::TermWork work);
    using Message = std::move_only_function<void(Time now)>;
    void deliver(Message message);
    bool is_quiet(Time now) const;
    void begin_waiting_term(Time now);
    void watch_lease(Time now);

    const engine::Clock& clock_;
    engine::Store& store_;
    WorkerPool& readers_;
    ShardObserver observer_;
    LeaseHooks hooks_;
    Duration answers_kept_;
    std::mutex turn_;  // taken before mutex_
    // Protected by turn_.
    engine::LeasedShard shard_;
    std::optional<engine::Grant> waiting_grant_;
    std::function<void()> after_grant_;
    std::optional<engine::Fence> told_fence_;  // the last one that the keeper heard of
    bool has_told_end_ = false;                // fenced, or out of time
    bool has_told_doubt_ = false;
    bool has_told_drained_ = false;

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
    bool is_serving_ = false;
    bool is_gap_closed_ = false;
    std::optional<Time> next_wake_;
    engine::ShardFigures figures_;

    std::thread thread_;
};

}  // namespace standby::app
