// Rendezvous hashing: every node draws a lot for every shard, the highest one wins.
#pragma once

#include "engine/ports/leases.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace standby::engine {

// Nodes among which a shard may be placed. Whoever asks about many shards keeps this.
class Candidates {
public:
    void add(const std::string& node);
    // The one that the shard should be with; empty when there are none.
    const std::string& winner(ShardNumber shard) const;

private:
    struct Candidate {
        std::string node;
        std::uint64_t hash = 0;
    };
    std::vector<Candidate> candidates_;
};

}  // namespace standby::engine
