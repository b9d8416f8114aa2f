// A server of the cluster as a process: a lease keeper, and a leased shard for every shard that was
// ever its own. It does what the application does around them, but for threads; and it thinks of
// those shards alone to which something happens, so that thousands of them cost nothing.
#pragma once

#include "engine/lease/lease_keeper.hpp"
#include "engine/lease/leased_shard.hpp"
#include "sim/cluster/network.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace standby::sim {

struct NodeSetup {
    std::size_t index = 0;      // its place in the network
    std::uint64_t process = 0;  // different for every start
    engine::LeaseOptions leases;
    engine::ShardLimits limits;
};

class ClusterNode {
public:
    // The network and the zones must outlive the node.
    ClusterNode(const NodeSetup& setup, Network& network, const ZoneBook& zones);

    void submit(engine::Request&& request);
    void submit(engine::Query query);
    void look_again();
    void leave();
    // Does what is to be done now, and asks to be woken when there is more.
    void pump();

    const engine::LeaseKeeper& keeper() const { return keeper_; }
    std::uint64_t process() const { return setup_.process; }
    bool has_left() const { return keeper_.has_left(); }
    bool is_serving(engine::ShardNumber shard) const;

private:
    struct Hosted {
        std::unique_ptr<engine::LeasedShard> shard;
        std::optional<engine::Grant> waiting;     // for the end of the last term
        std::optional<std::uint64_t> held_epoch;  // gained and not lost since
        std::optional<engine::Fence> told_fence;
        bool has_told_end = false;
        bool has_told_doubt = false;
        bool has_told_drained = false;
        bool is_draining = false;  // was told to, in this term
        bool was_serving = false;
        std::optional<Duration> wake;  // planned in wakes_
    };

    Time clock() const { return network_.wall_clock(setup_.index); }
    engine::Uptime uptime() const { return network_.uptime(setup_.index); }
    engine::ShardNumber shard_number(ResourceNumber resource) const;
    // To be worked on by the next pump.
    Hosted& hosted(engine::ShardNumber shard);

    void make(const engine::LeaseCall::AddNode& call);
    void make(const engine::LeaseCall::Beat& call);
    void make(const engine::LeaseCall::RemoveNode& call);
    void make(const engine::LeaseCall::Claim& call);
    void make(const engine::LeaseCall::HandOver& call);
    void make(const engine::LeaseCall::Halt& call);
    void take(const engine::LeaseEvent& event);
    void begin_grant(const engine::LeaseEvent::Gained& gained);
    void begin_waiting_term(Hosted& hosted);
    void watch_lease(Hosted& hosted);
    void watch_leases();
    void wake_those_due();
    bool work(engine::ShardNumber number, Hosted& each);
    void rest(engine::ShardNumber number, Hosted& each);
    void plan_wake();

    NodeSetup setup_;
    Network& network_;
    engine::LeaseKeeper keeper_;
    const ZoneBook& zones_;
    std::map<engine::ShardNumber, Hosted> shards_;
    std::set<engine::ShardNumber> busy_;
    std::set<std::pair<Duration, engine::ShardNumber>> wakes_;
    std::uint64_t changes_seen_ = 0;
    std::optional<Duration> planned_wake_;
};

}  // namespace standby::sim
