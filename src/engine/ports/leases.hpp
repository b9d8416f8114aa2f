// Who carries out which shard, for stores that several nodes share. A node owns a shard while the
// shard's row names it with the epoch that it claimed; every commit proves that (Fence), so that a
// node that was away too long can do no harm. No clock of one machine is ever compared with
// another's: a node counts its heartbeats, and the others watch whether the counter moves.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

enum class NodeState : std::uint8_t {
    Up = 1,
    Leaving = 2,  // hands its shards over and takes no new ones
};

struct NodeRow {
    std::string id;       // new at every start, never used again
    std::string address;  // where other nodes reach it: "host:port"
    std::string version;
    NodeState state = NodeState::Up;
    std::uint64_t heartbeat = 0;
    Time seen_at{};  // by its own clock, for people and for gaps in service; nothing depends on it
    friend bool operator==(const NodeRow&, const NodeRow&) = default;
};

struct ShardRow {
    ShardNumber shard = 0;
    std::uint64_t epoch = 0;
    std::string owner;  // id of a node; empty: nobody yet
    std::uint64_t commit_seq = 0;
    Time served_at{};  // it was served at least until then
    bool is_halted = false;
    friend bool operator==(const ShardRow&, const ShardRow&) = default;
};

struct ClusterView {
    std::vector<NodeRow> nodes;    // by id
    std::vector<ShardRow> shards;  // by number, without gaps
    // Grows whenever keys, members, sessions, houses or wordings change.
    std::uint64_t control_version = 0;
    friend bool operator==(const ClusterView&, const ClusterView&) = default;
};

// Each call is one small transaction. An error says nothing about whether it was done.
class Leases {
public:
    virtual ~Leases() = default;

    // A new node, with heartbeat 1.
    virtual Result<void, StoreError> add_node(const NodeRow& node) = 0;
    // Counts the heartbeat on from `heartbeat` and looks around, all in one round trip. Nothing:
    // there is no such node with that counter any more; it was expelled.
    virtual Result<std::optional<ClusterView>, StoreError>
    beat(std::string_view node, std::uint64_t heartbeat, NodeState state, Time now) = 0;
    virtual Result<ClusterView, StoreError> view() = 0;
    // Expels a node whose counter still stands at `heartbeat`; its shards remember until when it
    // was seen. False: it has moved on, or is gone.
    virtual Result<bool, StoreError> remove_node(std::string_view node,
                                                 std::uint64_t heartbeat) = 0;
    // Makes `owner` the owner in the next epoch, if the epoch is still `epoch` and the shard is not
    // halted. Waits for a commit that is under way. The row is as it is afterwards, but for
    // `served_at`, which is as it was before. Nothing: somebody was faster.
    virtual Result<std::optional<ShardRow>, StoreError>
    claim(ShardNumber shard, std::uint64_t epoch, std::string_view owner, Time now) = 0;
    // Gives the shard to another node (empty: to nobody) in the next epoch, if `owner` still owns
    // it in `epoch`. False: it does not.
    virtual Result<bool, StoreError> hand_over(ShardNumber shard, std::uint64_t epoch,
                                               std::string_view owner, std::string_view to,
                                               Time now) = 0;
    // The database has lost commits that were acknowledged: nobody may go on with the shard until
    // a person has looked.
    virtual Result<void, StoreError> halt(ShardNumber shard) = 0;
    // A person has looked. False: it was not halted.
    virtual Result<bool, StoreError> resume(ShardNumber shard) = 0;
};

}  // namespace standby::engine
