// The cluster as JSON, for /v1/cluster.
#pragma once

#include "base/json/writer.hpp"
#include "http/forward/placement.hpp"

#include <string_view>

namespace standby::http {

void write_cluster(JsonWriter& writer, const ClusterReport& report);
// A server alone: one node, and no shards that could move.
void write_single_server(JsonWriter& writer, std::string_view version, Time now);

}  // namespace standby::http
