#include "engine/lease/node_watch.hpp"

#include "base/probe.hpp"

#include <algorithm>
#include <utility>

namespace standby::engine {

void NodeWatch::look(const std::vector<NodeRow>& nodes, const std::string& self, Uptime now) {
    const Duration since_last = looked_at_ ? now - *looked_at_ : Duration{0};
    const Duration step = std::min(since_last, 2 * options_.beat_interval);
    if (step < since_last) {
        PROBE("a watcher was away itself");
    }
    looked_at_ = now;
    std::map<std::string, Watched> seen;
    for (const NodeRow& node : nodes) {
        if (node.id == self) {
            continue;
        }
        const auto known = nodes_.find(node.id);
        if (known == nodes_.end() || known->second.heartbeat != node.heartbeat) {
            seen.emplace(node.id, Watched{.heartbeat = node.heartbeat, .looks = 1});
            continue;
        }
        Watched& watched = seen.emplace(node.id, known->second).first->second;
        watched.still += step;
        ++watched.looks;
    }
    nodes_ = std::move(seen);
}

bool NodeWatch::is_dead(const Watched& watched) const {
    return watched.still >= options_.dead_after && watched.looks >= options_.looks_before_dead;
}

std::vector<LeaseCall::RemoveNode> NodeWatch::take_dead(Uptime now) {
    std::vector<LeaseCall::RemoveNode> dead;
    for (auto& [id, watched] : nodes_) {
        if (is_dead(watched) && !watched.removing && now >= watched.retry_at) {
            watched.removing = true;
            dead.push_back({.node = id, .heartbeat = watched.heartbeat});
        }
    }
    return dead;
}

void NodeWatch::on_not_removed(const std::string& node, Uptime try_again_at) {
    if (const auto watched = nodes_.find(node); watched != nodes_.end()) {
        watched->second.removing = false;
        watched->second.retry_at = try_again_at;
    }
}

bool NodeWatch::is_lively(const std::string& node) const {
    const auto watched = nodes_.find(node);
    return watched != nodes_.end() && watched->second.still < options_.dead_after / 2;
}

std::optional<Uptime> NodeWatch::next_wake() const {
    std::optional<Uptime> wake;
    for (const auto& [id, watched] : nodes_) {
        if (is_dead(watched) && !watched.removing) {
            wake = wake ? std::min(*wake, watched.retry_at) : watched.retry_at;
        }
    }
    return wake;
}

}  // namespace standby::engine
