#include "engine/lease/neighbours.hpp"

#include <algorithm>

namespace standby::engine {
namespace {

// Others count as movable targets only after this heartbeat: they have beaten twice.
constexpr std::uint64_t settled_heartbeat = 3;
constexpr std::uint64_t first_beaten = 2;

}  // namespace

bool Neighbours::look(const std::vector<NodeRow>& nodes, const std::string& self,
                      const NodeWatch& watch) {
    const auto standing_of = [&](const NodeRow& node) -> Standing {
        return {.is_up = node.state == NodeState::Up,
                .has_beaten = node.heartbeat >= first_beaten,
                .is_settled = node.heartbeat >= settled_heartbeat,
                .is_lively =
                    node.id != self && (watch.are_all_lively() || watch.is_lively(node.id))};
    };
    const auto is_as_before = [&](const auto& known, const NodeRow& node) {
        return known.first == node.id && known.second == standing_of(node);
    };
    if (std::ranges::equal(rows_, nodes, is_as_before)) {
        return false;
    }
    rows_.clear();
    standings_.clear();
    up_ = claimers_ = lively_ = {};
    for (const NodeRow& node : nodes) {
        const Standing standing = standing_of(node);
        rows_.emplace_back(node.id, standing);
        standings_.emplace(node.id, standing);
        if (!standing.is_up) {
            continue;
        }
        up_.add(node.id);
        if (standing.has_beaten) {
            claimers_.add(node.id);
        }
        if (standing.is_lively) {
            lively_.add(node.id);
        }
    }
    return true;
}

bool Neighbours::is_ready(const std::string& node) const {
    const auto known = standings_.find(node);
    return known != standings_.end() && known->second.is_up && known->second.is_settled &&
           known->second.is_lively;
}

}  // namespace standby::engine
