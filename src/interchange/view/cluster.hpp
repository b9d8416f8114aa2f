// The cluster as JSON: as a node sees it, and as the database alone tells it.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/leases.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::interchange {

// What people want to know of the cluster, as one of its nodes sees it.
struct ClusterReport {
    struct Node {
        engine::NodeRow row;
        bool is_here = false;
        Duration silent_for{};   // since its counter was last seen to move, by our own clock
        bool is_silent = false;  // for longer than a node that lives
    };
    struct Shard {
        engine::ShardRow row;
        bool is_here = false;
        bool is_served = false;  // here only: loaded and taking requests
    };
    struct Replica {
        std::string name;
        std::string state;            // "streaming"
        std::string sync;             // "sync", "quorum", "async"
        std::optional<Duration> lag;  // until it has replayed what was written
    };
    std::string node;
    std::vector<Node> nodes;
    std::vector<Shard> shards;
    std::vector<Replica> replicas;  // empty also when we may not ask
    Duration view_age{};            // how old all this is
    bool is_serving = false;        // false: this node has lost touch with the database
};

void write_cluster(JsonWriter& writer, const ClusterReport& report);
// With what the database knows, for those who are no node.
void write_cluster(JsonWriter& writer, const engine::ClusterView& view);
// A server alone: one node, and no shards that could move.
void write_single_server(JsonWriter& writer, std::string_view version, Time now);

}  // namespace standby::interchange
