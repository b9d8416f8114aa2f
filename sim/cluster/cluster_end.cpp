// How a cluster's world ends: the faults stop, everything must find its place, and what the
// database holds is compared with what was said.
#include "sim/cluster/cluster_world.hpp"
#include "sim/shards/durable_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace standby::sim {
namespace {

using std::chrono::seconds;

constexpr std::string_view check_name = "cluster";
// After the last fault everything is where it belongs within this time.
constexpr Duration healing_max = seconds{120};
// Pauses, restarts and calls that were given up last at most so long.
constexpr Duration leftovers_max = seconds{31};
constexpr Duration still_after_healing = seconds{10};

}  // namespace

// The database comes back from a copy that lags behind.
void ClusterWorld::fail_over_with_loss() {
    const store::MemoryContent before = database_.content();
    run_until(agenda_.now() + Duration{prng_.between(50, 3000)}, [] { return false; });
    say("the database fails over, and its last commits are lost");
    database_.lose_since(before);
    for (auto& [resource, event] : acknowledged_events_) {
        event = std::min(event, database_.content(resource).last_event);
    }
    check_halts();
}

// Whoever knows better than the database must say so; then a person lets things go on.
void ClusterWorld::check_halts() {
    std::set<std::uint64_t> living;
    for (const Machine& machine : machines_) {
        if (machine.node && !machine.is_leaving) {
            living.insert(machine.node->process());
        }
    }
    const std::set<engine::ShardNumber> behind = database_.behind(living);
    const auto is_halted = [&](engine::ShardNumber shard) {
        return database_.content().shards[shard].is_halted;
    };
    run_until(agenda_.now() + seconds{9}, [&] { return std::ranges::all_of(behind, is_halted); });
    if (!report_.ok()) {
        return;
    }
    for (const engine::ShardNumber shard : behind) {
        if (!is_halted(shard)) {
            report_.fail(check_name,
                         fmt::format("shard {} goes on though commits are lost", shard));
        }
    }
    // Long enough for everyone to have seen it.
    run_until(agenda_.now() + seconds{15}, [] { return false; });
    database_.resume_all();
}

void ClusterWorld::heal() {
    say("healing: no more faults");
    is_calm_ = true;
    rates_ = {};
    database_down_until_ = {};
    for (std::size_t index = 0; index < machines_.size(); ++index) {
        machines_[index].paused_until = {};
        machines_[index].cut_until = {};
    }
    // What is on its way from before arrives within this time.
    run_until(agenda_.now() + leftovers_max, [] { return false; });
    if (loses_commits_ && report_.ok()) {
        fail_over_with_loss();
    }
    is_over_ = true;
    for (std::size_t index = 0; index < machines_.size(); ++index) {
        if (!machines_[index].node) {
            start_node(index);
        }
    }
    Duration next_check{};
    const auto has_settled = [&] {
        if (agenda_.now() < next_check) {
            return false;
        }
        next_check = agenda_.now() + Duration{100};
        return is_settled();
    };
    if (!run_until(agenda_.now() + healing_max, has_settled) && report_.ok()) {
        report_.fail(check_name, "after the faults: " + unsettled());
        return;
    }
    const std::vector<engine::ShardRow> before = database_.content().shards;
    run_until(agenda_.now() + still_after_healing, [] { return false; });
    for (const engine::ShardRow& row : database_.content().shards) {
        if (report_.ok() && row.epoch != before[row.shard].epoch) {
            report_.fail(check_name, fmt::format("shard {} moves without a reason", row.shard));
        }
    }
}

bool ClusterWorld::is_settled() const {
    return unsettled().empty();
}

// What is not as it should be; empty when all is well.
std::string ClusterWorld::unsettled() const {
    const store::MemoryContent& content = database_.content();
    std::vector<std::string> nodes;
    std::map<std::string, const ClusterNode*> processes;
    for (const auto& [id, row] : content.nodes) {
        nodes.push_back(id);
    }
    for (const Machine& machine : machines_) {
        if (!machine.node || machine.is_leaving) {
            return "a node is still leaving";
        }
        processes.emplace(machine.node->keeper().node(), machine.node.get());
    }
    if (nodes.size() != processes.size()) {
        return fmt::format("there are rows of {} nodes, and {} nodes", nodes.size(),
                           processes.size());
    }
    for (const engine::ShardRow& row : content.shards) {
        const auto owner = processes.find(row.owner);
        if (owner == processes.end() || row.owner != engine::preferred_owner(row.shard, nodes)) {
            return fmt::format("shard {} is not where it belongs", row.shard);
        }
        if (!owner->second->is_serving(row.shard)) {
            return fmt::format("shard {} is not served by its owner", row.shard);
        }
    }
    const auto open = std::ranges::find(calls_, false, &Call::is_over);
    return open == calls_.end() ? ""
                                : fmt::format("call {} is not answered", open - calls_.begin());
}

void ClusterWorld::finish() {
    for (const ResourcePlan& resource : plan_.resources) {
        check_durable(database_, resource.number, zones_, report_);
    }
    for (const Call& call : calls_) {
        if (call.heard && !database_.has_lost(call.ask.resource)) {
            check_kept(database_, call.ask.resource, call.ask.key->key, *call.heard, report_);
        }
    }
}

}  // namespace standby::sim
