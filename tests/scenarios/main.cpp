// scenarios: tells the stories of this folder to the core and reports whether they come true.
#include "tests/scenarios/runner/core_driver.hpp"
#include "tests/scenarios/runner/run_story.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using standby::scenarios::CoreDriver;
using standby::scenarios::Driver;
using standby::scenarios::Instants;
using standby::scenarios::Restarts;
using standby::scenarios::Verdict;

constexpr int exit_failed = 1;
constexpr int exit_usage = 64;

constexpr std::string_view usage =
    "usage: scenarios [--explain] <story.txt>...\n"
    "\n"
    "Tells each story to the engine, twice: as written, and with a restart after every sentence.\n"
    "\n"
    "  --explain   print the story with everything that happened\n"
    "  --help      print this\n"
    "\n"
    "The language is described in tests/scenarios/README.md.\n";

std::unique_ptr<Driver> make_core_driver(const standby::core::ZoneBook& zones, Restarts restarts) {
    return std::make_unique<CoreDriver>(
        zones, restarts == Restarts::AsTold ? Instants::Plain : Instants::EachRestarted);
}

// True when the story came true.
bool report(const std::string& path, bool explain) {
    const Verdict verdict = standby::scenarios::run_story(path, make_core_driver);
    if (explain) {
        fmt::print("{}\n\n{}\n", verdict.title, verdict.transcript);
    }
    const bool passed = verdict.findings.empty();
    fmt::print("{} {}: {}\n", passed ? "passed" : "FAILED", path, verdict.title);
    for (const std::string& finding : verdict.findings) {
        fmt::print("    {}\n", finding);
    }
    return passed;
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<std::string> paths;
    bool explain = false;
    for (const std::string_view argument :
         std::vector<std::string_view>(arguments + 1, arguments + count)) {
        if (argument == "--help" || argument == "-h") {
            fmt::print("{}", usage);
            return 0;
        }
        if (argument == "--explain") {
            explain = true;
        } else if (argument.starts_with("-")) {
            fmt::print(stderr, "scenarios: unknown option {}\n\n{}", argument, usage);
            return exit_usage;
        } else {
            paths.emplace_back(argument);
        }
    }
    if (paths.empty()) {
        fmt::print(stderr, "{}", usage);
        return exit_usage;
    }
    std::size_t failed = 0;
    for (const std::string& path : paths) {
        failed += report(path, explain) ? 0 : 1;
    }
    fmt::print("{} passed, {} failed\n", paths.size() - failed, failed);
    return failed == 0 ? 0 : exit_failed;
}
