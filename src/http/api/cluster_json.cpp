// Nodes, shards and replicas, and in one word how each stands.
#include "http/api/cluster_json.hpp"

#include <algorithm>
#include <string>

namespace standby::http {
namespace {

double seconds_of(Duration duration) {
    return std::chrono::duration<double>(duration).count();
}

void write_seconds(JsonWriter& writer, std::string_view name, Duration duration) {
    writer.name(name);
    writer.fraction(seconds_of(duration));
}

std::string_view state_name(engine::NodeState state) {
    return state == engine::NodeState::Leaving ? "leaving" : "up";
}

std::string_view state_name(const ClusterReport::Shard& shard) {
    if (shard.row.is_halted) {
        return "halted";
    }
    if (shard.row.owner.empty()) {
        return "unowned";
    }
    if (!shard.is_here) {
        return "elsewhere";
    }
    return shard.is_served ? "served" : "loading";
}

void write_node(JsonWriter& writer, const ClusterReport::Node& node, std::uint64_t shards) {
    writer.begin_object();
    writer.text("id", node.row.id);
    writer.text_or_null("address", node.row.address);
    writer.text("version", node.row.version);
    writer.text("state", state_name(node.row.state));
    writer.boolean("is_here", node.is_here);
    writer.natural("heartbeat", node.row.heartbeat);
    writer.time("seen_at", node.row.seen_at);
    write_seconds(writer, "silent_seconds", node.silent_for);
    writer.boolean("is_silent", node.is_silent);
    writer.natural("shards", shards);
    writer.end_object();
}

void write_shard(JsonWriter& writer, const ClusterReport::Shard& shard) {
    writer.begin_object();
    writer.natural("shard", std::uint64_t{shard.row.shard});
    writer.text_or_null("owner", shard.row.owner);
    writer.natural("epoch", shard.row.epoch);
    writer.natural("commit_seq", shard.row.commit_seq);
    writer.text("state", state_name(shard));
    writer.time("served_at",
                shard.row.served_at == Time{} ? std::nullopt : std::optional{shard.row.served_at});
    writer.end_object();
}

void write_replica(JsonWriter& writer, const ClusterReport::Replica& replica) {
    writer.begin_object();
    writer.text("name", replica.name);
    writer.text("state", replica.state);
    writer.text("sync", replica.sync);
    if (replica.lag) {
        write_seconds(writer, "lag_seconds", *replica.lag);
    } else {
        writer.null("lag_seconds");
    }
    writer.end_object();
}

template <class Items, class Write>
void write_list(JsonWriter& writer, std::string_view name, const Items& items, Write write) {
    writer.name(name);
    writer.begin_array();
    for (const auto& item : items) {
        write(item);
    }
    writer.end_array();
}

void write_report(JsonWriter& writer, std::string_view mode, const ClusterReport& report) {
    const auto shards_of = [&](const std::string& node) {
        return static_cast<std::uint64_t>(std::ranges::count_if(
            report.shards, [&](const auto& shard) { return shard.row.owner == node; }));
    };
    writer.begin_object();
    writer.text("mode", mode);
    writer.text("node", report.node);
    writer.boolean("is_serving", report.is_serving);
    write_seconds(writer, "view_age_seconds", report.view_age);
    write_list(writer, "nodes", report.nodes, [&](const ClusterReport::Node& node) {
        write_node(writer, node, shards_of(node.row.id));
    });
    write_list(writer, "shards", report.shards,
               [&](const ClusterReport::Shard& shard) { write_shard(writer, shard); });
    write_list(writer, "replicas", report.replicas,
               [&](const ClusterReport::Replica& replica) { write_replica(writer, replica); });
    writer.end_object();
}

}  // namespace

void write_cluster(JsonWriter& writer, const ClusterReport& report) {
    write_report(writer, "cluster", report);
}

void write_single_server(JsonWriter& writer, std::string_view version, Time now) {
    ClusterReport report{.node = "single", .is_serving = true};
    report.nodes.push_back(
        {.row = {.id = "single", .version = std::string(version), .seen_at = now},
         .is_here = true});
    write_report(writer, "single", report);
}

}  // namespace standby::http
