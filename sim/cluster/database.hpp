// The database that all nodes share, and what is known of its history: each commit that happened is
// held against the invariants at the moment at which it happens.
#pragma once

#include "base/sha256.hpp"
#include "engine/lease/lease_keeper.hpp"
#include "sim/check/ledger.hpp"
#include "sim/check/report.hpp"
#include "sim/model/naive_resource.hpp"
#include "sim/shards/disk.hpp"
#include "sim/world/plan.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace standby::sim {

class SharedDatabase : public Disk {
public:
    // The plan, the zones and the report must outlive it.
    SharedDatabase(const Plan& plan, std::uint32_t shards, store::CommitGuard guard,
                   const ZoneBook& zones, Report& report);

    store::MemoryStore& store() { return store_; }
    std::uint32_t shards() const { return shards_; }

    // What a heartbeat shows: all nodes, and the shards that changed since another look.
    struct Look {
        engine::ClusterView view;
        std::uint64_t changes = 0;  // there were so many then
    };
    Result<std::optional<Look>, engine::StoreError> beat(const engine::LeaseCall::Beat& call,
                                                         Time now, std::uint64_t changes_seen);
    Result<bool, engine::StoreError> remove_node(const std::string& node, std::uint64_t heartbeat);
    // Makes a commit of this process (a node from start to crash).
    Result<void, engine::StoreError> commit_of(std::uint64_t process, const engine::Batch& batch);
    // The process knows that its last commit of the shard was made.
    void note_acknowledged(std::uint64_t process, const engine::Fence& fence);
    // After anything was done that may change the row of the shard: its epoch did not go back.
    void note_change(engine::ShardNumber shard);
    void resume_all();

    // Goes back to how it was; what was committed since is gone.
    void lose_since(store::MemoryContent before);
    // The shards of which a living process knows more than there is now.
    std::set<engine::ShardNumber> behind(const std::set<std::uint64_t>& living) const;
    // Commits of this shard were lost at some time.
    bool has_lost(ResourceNumber resource) const {
        return lost_.contains(engine::shard_of(resource, shards_));
    }

    const NaiveResource& model(ResourceNumber resource) const {
        return watched_.at(resource).model;
    }
    std::uint64_t events() const { return events_; }
    std::uint64_t commits() const { return commits_; }
    // Commits that the fence refused.
    std::uint64_t fenced() const { return fenced_; }
    Sha256& trace() { return trace_; }
    // Called with each event.
    std::function<void(ResourceNumber, const Event&)> on_event;

private:
    struct Watched {
        Watched(ResourceNumber number, const ZoneBook& zones) : model(number, zones) {}
        NaiveResource model;
        Ledger ledger;
    };
    void observe(Watched& watched, const Event& event);
    void note_all_changed();

    std::uint32_t shards_;
    const ZoneBook& zones_;
    Report& report_;
    std::map<ResourceNumber, Watched> watched_;
    std::vector<std::uint64_t> epochs_;
    std::map<engine::ShardNumber, std::map<std::uint64_t, std::uint64_t>> committed_;  // seq: who
    std::map<engine::ShardNumber, std::map<std::uint64_t, std::uint64_t>> acknowledged_;
    std::set<engine::ShardNumber> lost_;
    // Which shards changed last, in order; each is there once.
    std::map<std::uint64_t, engine::ShardNumber> changes_;
    std::vector<std::uint64_t> changed_in_;
    std::uint64_t last_change_ = 0;
    std::uint64_t events_ = 0;
    std::uint64_t commits_ = 0;
    std::uint64_t fenced_ = 0;
    Sha256 trace_;
};

}  // namespace standby::sim
