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
    ++looks_;
    silent_ = dead_ = 0;
    std::size_t others = 0;
    auto next = nodes_.begin();  // rows mostly come in their order
    for (const NodeRow& node : nodes) {
        if (node.id == self) {
            continue;
        }
        ++others;
        if (next == nodes_.end() || next->first != node.id) {
            next = nodes_.try_emplace(node.id).first;
        }
        Watched& watched = next->second;
        ++next;
        watched.seen_in = looks_;
        if (watched.heartbeat != node.heartbeat) {
            watched = {.heartbeat = node.heartbeat, .looks = 1, .seen_in = looks_};
            continue;
        }
        watched.still += step;
        ++watched.looks;
        silent_ += is_silent(watched) ? 1 : 0;
        dead_ += is_dead(watched) ? 1 : 0;
    }
    if (nodes_.size() != others) {
        std::erase_if(nodes_, [&](const auto& each) { return each.second.seen_in != looks_; });
    }
}

bool NodeWatch::is_silent(const Watched& watched) const {
    return watched.still >= options_.dead_after / 2;
}

bool NodeWatch::is_dead(const Watched& watched) const {
    return watched.still >= options_.dead_after && watched.looks >= options_.looks_before_dead;
}

std::vector<LeaseCall::RemoveNode> NodeWatch::take_dead(Uptime now) {
    std::vector<LeaseCall::RemoveNode> dead;
    if (dead_ == 0) {
        return dead;
    }
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
    return watched != nodes_.end() && !is_silent(watched->second);
}

std::optional<Uptime> NodeWatch::next_wake() const {
    std::optional<Uptime> wake;
    if (dead_ == 0) {
        return wake;
    }
    for (const auto& [id, watched] : nodes_) {
        if (is_dead(watched) && !watched.removing) {
            wake = wake ? std::min(*wake, watched.retry_at) : watched.retry_at;
        }
    }
    return wake;
}

}  // namespace standby::engine
