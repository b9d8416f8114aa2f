// What a node of a cluster does about leases: registers, beats, watches the others, claims the
// shards that are its own, hands over those that are not, and knows when it must stop serving. It
// does no I/O and knows no wall clock: whoever drives it makes the calls that `poll` asks for, one
// after another or at the same time, and reports what came back. Times are counted since the
// machine started, sleep included (CLOCK_BOOTTIME), and never leave the machine.
#pragma once

#include "base/time.hpp"
#include "engine/ports/leases.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace standby::engine {

using Uptime = Duration;  // since the machine started

struct LeaseOptions {
    Duration beat_interval = std::chrono::seconds{2};
    // A counter that stood still for this long, over at least so many successful looks: dead.
    Duration dead_after = std::chrono::seconds{10};
    std::uint32_t looks_before_dead = 4;
    // Memory is trusted for this long after the last good heartbeat was sent. Less than dead_after.
    Duration serve_for = std::chrono::seconds{7};
    Duration retry_pause = std::chrono::milliseconds{200};  // after a call that failed
    std::size_t hand_overs_at_once = 1;  // when shards move because a node has come
};

// What to do now. Each call is answered exactly once by the function of the same name.
struct LeaseCall {
    struct AddNode {
        NodeRow node;
    };
    struct Beat {
        std::string node;
        std::uint64_t heartbeat = 0;
        NodeState state = NodeState::Up;
        Uptime sent_at{};
    };
    struct RemoveNode {
        std::string node;
        std::uint64_t heartbeat = 0;
    };
    struct Claim {
        ShardNumber shard = 0;
        std::uint64_t epoch = 0;
        std::string owner;
    };
    struct HandOver {
        ShardNumber shard = 0;
        std::uint64_t epoch = 0;
        std::string owner;
        std::string to;       // empty: nobody
        std::string address;  // of `to`, which should be told to look
    };
    struct Halt {
        ShardNumber shard = 0;
    };
    std::variant<AddNode, Beat, RemoveNode, Claim, HandOver, Halt> what;
};

// What became of a shard, for whoever carries it out.
struct LeaseEvent {
    // The shard is this node's: it may be loaded and served. Nothing of an earlier time counts.
    struct Gained {
        Fence fence;
        Time served_at{};  // it was served until then
    };
    // Claimed anew after a commit of unknown outcome: the fence tells what became of it.
    struct Renewed {
        Fence fence;
    };
    // Stop at once: what is decided and not committed is lost.
    struct Lost {
        ShardNumber shard = 0;
    };
    // Take nothing more in, finish the commit under way, then call `on_drained`.
    struct Drain {
        ShardNumber shard = 0;
    };
    // The database is behind what was acknowledged. Comes after Lost.
    struct Halted {
        ShardNumber shard = 0;
        std::uint64_t acknowledged = 0;
        std::uint64_t found = 0;
    };
    // Declared dead by the others; it goes on under a new id. Comes after Lost for every shard.
    struct Expelled {
        std::string node;
    };
    std::variant<Gained, Renewed, Lost, Drain, Halted, Expelled> what;
};

class LeaseKeeper {
public:
    // `make_id` gives a new id of a node on every call; `address` and `version` go into its row.
    LeaseKeeper(const LeaseOptions& options, std::string address, std::string version,
                std::function<std::string()> make_id);
    ~LeaseKeeper();

    std::vector<LeaseCall> poll(Uptime now);
    // When poll should be called next even if nothing happens.
    Uptime next_wake() const;

    void on_add_node(const LeaseCall::AddNode& call, Result<void, StoreError> result, Uptime now);
    // A view may leave out shards that are as they were in the one before.
    void on_beat(const LeaseCall::Beat& call, Result<std::optional<ClusterView>, StoreError> result,
                 Uptime now);
    void on_remove_node(const LeaseCall::RemoveNode& call, Result<bool, StoreError> result,
                        Uptime now);
    void on_claim(const LeaseCall::Claim& call, Result<std::optional<ShardRow>, StoreError> result,
                  Uptime now);
    void on_hand_over(const LeaseCall::HandOver& call, Result<bool, StoreError> result, Uptime now);
    void on_halt(const LeaseCall::Halt& call, Result<void, StoreError> result, Uptime now);

    // From whoever carries the shard out. Calls about an epoch that is over are ignored.
    void on_acknowledged(const Fence& fence);  // commit_seq is the one just committed
    void on_fenced(const Fence& fence, Uptime now);
    void on_unknown(const Fence& fence, Uptime now);  // commit_seq: the last acknowledged one
    void on_drained(const Fence& fence, Uptime now);  // the same

    // Somebody says that something changed: looks at the next poll.
    void look_again();
    // Hands every shard over and then leaves.
    void leave(Uptime now);
    bool has_left() const;

    // In order; each is given once.
    std::vector<LeaseEvent> take_events();

    // Until when what is in memory may be shown; in the past: not at all.
    Uptime serve_until() const;
    const std::string& node() const;  // its present id
    // As last seen; empty before the first look.
    const ClusterView& view() const;
    std::vector<ShardNumber> owned() const;
    // How often it has thought about a single shard: what its work grows with.
    std::uint64_t looks() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Which of the nodes a shard should be with: the winner of a hash over both, so that a node that
// comes or goes moves no other shards than its own. Empty when there are none.
std::string preferred_owner(ShardNumber shard, const std::vector<std::string>& nodes);

}  // namespace standby::engine
