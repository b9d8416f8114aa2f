// Files that only their owner reads.
#pragma once

#include "base/result.hpp"

#include <string>
#include <string_view>

namespace standby::app {

// Replaces what was there, whole or not at all. The error is a sentence.
Result<void, std::string> write_secret_file(const std::string& path, std::string_view content);

}  // namespace standby::app
