// The nodes of the cluster as the last look showed them, as far as the placement of shards depends
// on them. Most looks show nothing new, and then no shard has to be thought about.
#pragma once

#include "engine/lease/lease_keeper.hpp"
#include "engine/lease/node_watch.hpp"
#include "engine/lease/placement.hpp"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace standby::engine {

class Neighbours {
public:
    // The rows of a look that the watch has seen already. Returns whether a shard may belong
    // somewhere else than before.
    bool look(const std::vector<NodeRow>& nodes, const std::string& self, const NodeWatch& watch);

    bool contains(const std::string& node) const { return standings_.contains(node); }
    // Whether it is up, was seen to move lately, and has been there for a while.
    bool is_ready(const std::string& node) const;

    // Each empty when there is none.
    const std::string& preferred(ShardNumber shard) const { return up_.winner(shard); }
    const std::string& preferred_claimer(ShardNumber shard) const {
        return claimers_.winner(shard);
    }
    const std::string& preferred_lively(ShardNumber shard) const { return lively_.winner(shard); }

private:
    struct Standing {
        bool is_up = false;
        bool has_beaten = false;
        bool is_settled = false;
        bool is_lively = false;
        friend bool operator==(const Standing&, const Standing&) = default;
    };
    std::vector<std::pair<std::string, Standing>> rows_;  // in the order of the last look
    std::unordered_map<std::string, Standing> standings_;
    Candidates up_;
    Candidates claimers_;  // those that can be expected to claim what nobody owns
    Candidates lively_;
};

}  // namespace standby::engine
