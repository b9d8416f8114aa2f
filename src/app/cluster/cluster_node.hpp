// This server as one node of a cluster: makes the calls that the lease keeper asks for, each with a
// deadline, grants and revokes the engine's shards accordingly, and tells the routes who owns what.
#pragma once

#include "app/runtime/engine_host.hpp"
#include "app/runtime/worker.hpp"
#include "app/service/log.hpp"
#include "base/result.hpp"
#include "engine/lease/lease_keeper.hpp"
#include "engine/ports/clock.hpp"
#include "http/forward/placement.hpp"
#include "store/postgres/postgres_store.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace standby::app {

// A name for this process among all nodes there ever were. Its nodes' ids begin with it.
std::string make_instance();

// The times of a lease that dies after so many seconds of silence.
engine::LeaseOptions lease_options(std::uint32_t lease_seconds);

struct ClusterServices {
    store::PostgresStore& store;
    EngineHost& engine;
    const engine::Clock& clock;
    Log& log;
    std::string address;  // where other nodes reach this one
    std::string version;
    // A clock that is moved by hand jumps while shards are served. With such a one only the time
    // before this moment, at which the node began, can be a gap in service.
    std::optional<Time> gaps_before = std::nullopt;
    // Each is called from a thread of the node's own and must not wait for the node.
    std::function<void()> on_control_changed;               // keys, members, houses…
    std::function<void(engine::ShardNumber)> before_grant;  // the shard is about to be served
    std::function<void(engine::ShardNumber)> on_gained;     // it is
    std::function<void(engine::ShardNumber)> on_lost;       // it is not any more
    std::function<void(const std::string& address, const std::string& node)> tell;  // look now
};

class ClusterNode final : public http::Placement {
public:
    ClusterNode(const engine::LeaseOptions& options, ClusterServices services);
    ~ClusterNode() override;

    // Begins to register. The engine must have been started with `hooks`.
    void start();
    LeaseHooks hooks();
    // Calls the function now and again, while this node finds its place, until it returns true.
    // False: not within the patience.
    bool wait(std::chrono::milliseconds patience, const std::function<bool()>& is_done);
    // Shards are claimed from the start, but served only from here on.
    void begin_serving();
    // Hands everything over, for as long as the patience lasts.
    void leave(std::chrono::milliseconds patience);
    void stop();

    bool has_joined() const;
    bool owns(engine::ShardNumber shard) const;
    // Whether the database answers; false: nothing is served here.
    bool is_in_touch() const;
    // How many nodes share what is allowed to all of them together.
    std::size_t nodes_up() const;
    std::size_t count_own() const;     // shards
    std::size_t count_halted() const;  // shards of anybody
    // To be called now and then.
    void refresh_replicas();

    std::uint32_t shards() const override { return shards_; }
    Owner owner_of(engine::ShardNumber shard) const override;
    std::optional<engine::ShardNumber> own_shard() const override;
    void look_again() override;
    std::string node() const override;
    interchange::ClusterReport report() const override;

private:
    struct Movement {
        std::uint64_t heartbeat = 0;
        engine::Uptime moved_at{};
    };

    void run();
    void pump(std::unique_lock<std::mutex>& lock);
    void post(engine::LeaseCall call);
    void make(const engine::LeaseCall& call);
    void take(const engine::LeaseEvent& event);
    void begin_grant(const engine::LeaseEvent::Gained& gained);
    void grant(const engine::LeaseEvent::Gained& gained);
    void on_granted(const engine::Fence& fence);
    void lose(engine::ShardNumber shard);
    void note_movements(engine::Uptime now);
    void tell_of_control_changes();
    // Calls the function with the keeper and acts on what follows from it.
    template <class Use>
    void with_keeper(Use use);

    const ClusterServices services_;
    const std::uint32_t shards_;
    const Duration silent_after_;  // a node that lives is heard more often
    std::atomic<engine::Uptime::rep> serve_until_ = 0;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    // Protected by mutex_.
    engine::LeaseKeeper keeper_;
    std::map<engine::ShardNumber, engine::Fence> held_;  // gained and not lost since
    std::set<engine::ShardNumber> served_;               // of these, those that take requests
    std::map<std::string, Movement> movements_;
    std::optional<engine::Uptime> viewed_at_;
    std::uint64_t control_version_ = 0;
    std::vector<interchange::ClusterReport::Replica> replicas_;
    bool serves_ = false;
    bool stopping_ = false;

    WorkerPool beats_;   // heartbeats wait for nobody
    WorkerPool claims_;  // these wait for commits under way
    WorkerPool grants_;
    WorkerPool chores_;
    std::thread thread_;
};

}  // namespace standby::app
