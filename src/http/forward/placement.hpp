// Which node carries out what, as the routes need to know it. A server that is alone has no
// placement at all.
#pragma once

#include "engine/ports/leases.hpp"
#include "interchange/view/cluster.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace standby::http {

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
    virtual interchange::ClusterReport report() const = 0;
};

}  // namespace standby::http
