// Which Standby this is. The commit and its date come from git, or from the release's archive.
#pragma once

#include <string>
#include <string_view>

namespace standby::app {

struct Version {
    std::string_view number;  // 0.1.0
    std::string_view commit;  // in full; empty where nobody knows
    std::string_view date;    // of the commit: 2026-11-16
};

[[nodiscard]] Version version();

// As `standby version` prints it, with the end of the line.
[[nodiscard]] std::string version_text();
[[nodiscard]] std::string version_json();

}  // namespace standby::app
