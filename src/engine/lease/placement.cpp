#include "engine/lease/placement.hpp"

#include "base/prng.hpp"
#include "engine/lease/lease_keeper.hpp"

namespace standby::engine {
namespace {

std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    for (const char letter : text) {
        hash ^= static_cast<unsigned char>(letter);
        hash *= 0x100000001b3;
    }
    return hash;
}

}  // namespace

void Candidates::add(const std::string& node) {
    candidates_.push_back({.node = node, .hash = hash_of(node)});
}

const std::string& Candidates::winner(ShardNumber shard) const {
    static const std::string nobody;
    const Candidate* winner = nullptr;
    std::uint64_t highest = 0;
    const std::uint64_t of_shard = mix64(shard);
    for (const Candidate& candidate : candidates_) {
        const std::uint64_t lot = mix64(candidate.hash ^ of_shard);
        if (winner == nullptr || lot > highest ||
            (lot == highest && candidate.node > winner->node)) {
            winner = &candidate;
            highest = lot;
        }
    }
    return winner == nullptr ? nobody : winner->node;
}

std::string preferred_owner(ShardNumber shard, const std::vector<std::string>& nodes) {
    Candidates candidates;
    for (const std::string& node : nodes) {
        candidates.add(node);
    }
    return candidates.winner(shard);
}

}  // namespace standby::engine
