// Files that are part of the binary.
#pragma once

#include <string_view>

namespace standby::app {

// docs/openapi.yaml, as it was when the binary was built.
std::string_view openapi_yaml();

}  // namespace standby::app
