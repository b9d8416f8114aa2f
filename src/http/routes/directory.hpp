// What must be known of a resource before its shard is asked: whose it is, and its time zone. A
// small table in memory, filled at start and kept up to date by the commits.
#pragma once

#include "base/guarded.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"
#include "engine/shard/shard.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace standby::http {

class Directory {
public:
    struct Facts {
        engine::AccountNumber account;
        std::string time_zone = "UTC";
    };

    void add(core::ResourceNumber resource, engine::AccountNumber account,
             std::string_view time_zone);
    // Takes a new or changed time zone from the events.
    void on_committed(const engine::Committed& committed);
    // Forgets what may have changed elsewhere: the resources of a shard that this node did not own
    // until now. They are looked up when they are asked for.
    void forget_shard(engine::ShardNumber shard, std::uint32_t shards);
    // Nothing when the resource is unknown.
    std::optional<Facts> find(core::ResourceNumber resource) const;

private:
    using Table = std::unordered_map<core::ResourceNumber, Facts>;
    Guarded<Table> table_;
};

}  // namespace standby::http
