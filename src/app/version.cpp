// The only file that is compiled again for each commit; see cmake/version.cmake.
#include "app/version.hpp"

#include "standby_commit.hpp"

#include <fmt/core.h>

namespace standby::app {
namespace {

constexpr std::size_t commit_digits_shown = 10;

}  // namespace

Version version() {
    return {.number = STANDBY_VERSION, .commit = STANDBY_COMMIT, .date = STANDBY_COMMIT_DATE};
}

std::string version_text() {
    const auto [number, commit, date] = version();
    if (commit.empty()) {
        return fmt::format("standby {}\n", number);
    }
    return fmt::format("standby {} ({}, {})\n", number, commit.substr(0, commit_digits_shown),
                       date);
}

std::string version_json() {
    const auto [number, commit, date] = version();
    if (commit.empty()) {
        return fmt::format("{{\"version\":\"{}\"}}\n", number);
    }
    return fmt::format("{{\"version\":\"{}\",\"commit\":\"{}\",\"date\":\"{}\"}}\n", number, commit,
                       date);
}

}  // namespace standby::app
