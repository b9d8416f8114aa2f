// Rendezvous hashing: every node draws a lot for every shard, the highest one wins.
#include "base/prng.hpp"
#include "engine/lease/lease_keeper.hpp"

#include <tuple>

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

std::string preferred_owner(ShardNumber shard, const std::vector<std::string>& nodes) {
    const std::string* winner = nullptr;
    std::uint64_t highest = 0;
    for (const std::string& node : nodes) {
        const std::uint64_t lot = mix64(hash_of(node) ^ mix64(shard));
        if (winner == nullptr || std::tie(lot, node) > std::tie(highest, *winner)) {
            winner = &node;
            highest = lot;
        }
    }
    return winner == nullptr ? std::string{} : *winner;
}

}  // namespace standby::engine
