#include "interchange/view/cluster.hpp"

#include <algorithm>
#include <string>

namespace standby::interchange {
namespace {

double seconds_of(Duration duration) {
    return std::chrono::duration<double>(duration).count();
}

std::string_view state_name(engine::NodeState state) {
    return state == engine::NodeState::Leaving ? "leaving" : "up";
}

// From outside a shard is halted, unowned or owned; a node can say more of those that it owns.
std::string_view state_name(const engine::ShardRow& shard, std::string_view owned = "owned") {
    return shard.is_halted ? "halted" : shard.owner.empty() ? "unowned" : owned;
}

// What the database tells of a node; `here` is what a node adds that has watched it.
void write_node(JsonWriter& writer, const engine::NodeRow& node, std::uint64_t shards,
                const ClusterReport::Node* here = nullptr) {
    writer.begin_object();
    writer.text("id", node.id);
    writer.text_or_null("address", node.address);
    writer.text("version", node.version);
    writer.text("state", state_name(node.state));
    writer.natural("heartbeat", node.heartbeat);
    writer.time("seen_at", node.seen_at);
    writer.natural("shards", shards);
    if (here != nullptr) {
        writer.boolean("is_here", here->is_here);
        writer.fraction("silent_seconds", seconds_of(here->silent_for));
        writer.boolean("is_silent", here->is_silent);
    }
    writer.end_object();
}

void write_shard(JsonWriter& writer, const engine::ShardRow& shard, std::string_view state) {
    writer.begin_object();
    writer.natural("shard", shard.shard);
    writer.text_or_null("owner", shard.owner);
    writer.natural("epoch", shard.epoch);
    writer.natural("commit_seq", shard.commit_seq);
    writer.text("state", state);
    writer.time("served_at",
                shard.served_at == Time{} ? std::nullopt : std::optional{shard.served_at});
    writer.end_object();
}

void write_replica(JsonWriter& writer, const ClusterReport::Replica& replica) {
    writer.begin_object();
    writer.text("name", replica.name);
    writer.text("state", replica.state);
    writer.text("sync", replica.sync);
    writer.fraction("lag_seconds",
                    replica.lag ? std::optional(seconds_of(*replica.lag)) : std::nullopt);
    writer.end_object();
}

const engine::ShardRow& row_of(const engine::ShardRow& shard) {
    return shard;
}
const engine::ShardRow& row_of(const ClusterReport::Shard& shard) {
    return shard.row;
}

std::uint64_t shards_of(const auto& shards, const std::string& node) {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        shards, [&](const auto& shard) { return row_of(shard).owner == node; }));
}

void write_report(JsonWriter& writer, std::string_view mode, const ClusterReport& report) {
    writer.begin_object();
    writer.text("mode", mode);
    writer.text("node", report.node);
    writer.boolean("is_serving", report.is_serving);
    writer.fraction("view_age_seconds", seconds_of(report.view_age));
    writer.array("nodes", report.nodes, [&](const ClusterReport::Node& node) {
        write_node(writer, node.row, shards_of(report.shards, node.row.id), &node);
    });
    writer.array("shards", report.shards, [&](const ClusterReport::Shard& shard) {
        write_shard(writer, shard.row,
                    state_name(shard.row, !shard.is_here    ? "elsewhere"
                                          : shard.is_served ? "served"
                                                            : "loading"));
    });
    writer.array("replicas", report.replicas, write_replica);
    writer.end_object();
}

}  // namespace

void write_cluster(JsonWriter& writer, const ClusterReport& report) {
    write_report(writer, "cluster", report);
}

void write_cluster(JsonWriter& writer, const engine::ClusterView& view) {
    writer.begin_object();
    writer.natural("control_version", view.control_version);
    writer.array("nodes", view.nodes, [&](const engine::NodeRow& node) {
        write_node(writer, node, shards_of(view.shards, node.id));
    });
    writer.array("shards", view.shards, [&](const engine::ShardRow& shard) {
        write_shard(writer, shard, state_name(shard));
    });
    writer.end_object();
}

void write_single_server(JsonWriter& writer, std::string_view version, Time now) {
    ClusterReport report{.node = "single", .is_serving = true};
    report.nodes.push_back(
        {.row = {.id = "single", .version = std::string(version), .seen_at = now},
         .is_here = true});
    write_report(writer, "single", report);
}

}  // namespace standby::interchange
