// A server of the cluster as a process: a lease keeper, and a leased shard for every shard there
// is. It does what the application does around them, but for threads.
#pragma once

#include "engine/lease/lease_keeper.hpp"
#include "engine/lease/leased_shard.hpp"
#include "sim/cluster/network.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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
    };

    Time clock() const { return network_.wall_clock(setup_.index); }
    engine::Uptime uptime() const { return network_.uptime(setup_.index); }
    engine::ShardNumber shard_number(ResourceNumber resource) const;
    Hosted& hosted(ResourceNumber resource) { return shards_[shard_number(resource)]; }

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
    bool work(engine::ShardNumber number);
    void plan_wake();

    NodeSetup setup_;
    Network& network_;
    engine::LeaseKeeper keeper_;
    std::vector<Hosted> shards_;
    std::uint64_t ids_ = 0;
    std::optional<Duration> planned_wake_;
};

}  // namespace standby::sim
