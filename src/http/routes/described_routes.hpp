// The list of routes for /docs, taken from the API's own description.
#pragma once

#include "http/pages/reference_pages.hpp"

#include <string_view>
#include <vector>

namespace standby::http {

// Reads paths, methods, summaries and who may call from openapi.yaml as we write it: two spaces of
// indentation per level, one key per line.
std::vector<RouteSummary> routes_in(std::string_view openapi_yaml);

}  // namespace standby::http
