// Which node carries out what, as the routes need to know it. A server that is alone has no
// placement at all.
#pragma once

#include "engine/ports/leases.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::http {

// For /v1/cluster: what people want to know of the cluster.
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

// All calls may come from any thread and return at once.
class Placement {
public:
    struct Owner {
        bool is_here = false;
        std::string node;     // empty: nobody owns it now, or it is not known
        std::string address;  // "host:port"
    };

    virtual ~Placement() = default;
    virtual std::uint32_t shards() const = 0;
    virtual Owner owner_of(engine::ShardNumber shard) const = 0;
    // A shard of this node that a new resource may go to; nothing when it has none.
    virtual std::optional<engine::ShardNumber> own_shard() const = 0;
    // What is known seems to be out of date: looks soon, however often this is called.
    virtual void look_again() = 0;
    virtual std::string node() const = 0;
    virtual ClusterReport report() const = 0;
};

}  // namespace standby::http
