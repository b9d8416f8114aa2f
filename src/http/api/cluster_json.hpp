// The cluster as JSON: as a node sees it, and as the database alone tells it.
#pragma once

#include "base/json/writer.hpp"
#include "http/forward/placement.hpp"

#include <string_view>

namespace standby::http {

void write_cluster(JsonWriter& writer, const ClusterReport& report);
// With what the database knows, for those who are no node.
void write_cluster(JsonWriter& writer, const engine::ClusterView& view);
// A server alone: one node, and no shards that could move.
void write_single_server(JsonWriter& writer, std::string_view version, Time now);

}  // namespace standby::http
