// scenarios: tells the stories of this folder to the core, or to a running server, and reports
// whether they come true.
#include "tests/scenarios/runner/core_driver.hpp"
#include "tests/scenarios/runner/http_story.hpp"
#include "tests/scenarios/runner/run_story.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
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
    "usage: scenarios [options] <story.txt>...\n"
    "\n"
    "Tells each story to the engine, twice: as written, and with a restart after every sentence.\n"
    "\n"
    "  --over-http <standby>   tell it to this server instead, and compare with the engine\n"
    "  --explain               print the story with everything that happened\n"
    "  --help                  print this\n"
    "\n"
    "The language is described in tests/scenarios/README.md.\n";

struct Options {
    std::vector<std::string> stories;
    std::string server;  // empty: the engine alone
    bool explain = false;
    bool help = false;
};

// Nothing when the words make no sense; then it has said so.
std::optional<Options> read_options(const std::vector<std::string_view>& words) {
    Options options;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const std::string_view word = words[at];
        if (word == "--help" || word == "-h") {
            options.help = true;
        } else if (word == "--explain") {
            options.explain = true;
        } else if (word == "--over-http" && at + 1 < words.size()) {
            options.server = words[++at];
        } else if (word.starts_with("-")) {
            fmt::print(stderr, "scenarios: cannot make sense of {}\n\n{}", word, usage);
            return std::nullopt;
        } else {
            options.stories.emplace_back(word);
        }
    }
    if (options.stories.empty() && !options.help) {
        fmt::print(stderr, "{}", usage);
        return std::nullopt;
    }
    return options;
}

std::unique_ptr<Driver> make_core_driver(const standby::core::ZoneBook& zones, Restarts restarts) {
    return std::make_unique<CoreDriver>(
        zones, restarts == Restarts::AsTold ? Instants::Plain : Instants::EachRestarted);
}

// True when the story came true.
bool report(const std::string& path, const Options& options) {
    const Verdict verdict = options.server.empty()
                                ? standby::scenarios::run_story(path, make_core_driver)
                                : standby::scenarios::run_story_over_http(path, options.server);
    if (options.explain) {
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
    const auto options =
        read_options(std::vector<std::string_view>(arguments + 1, arguments + count));
    if (!options) {
        return exit_usage;
    }
    if (options->help) {
        fmt::print("{}", usage);
        return 0;
    }
    std::size_t failed = 0;
    for (const std::string& path : options->stories) {
        failed += report(path, *options) ? 0 : 1;
    }
    fmt::print("{} passed, {} failed\n", options->stories.size() - failed, failed);
    return failed == 0 ? 0 : exit_failed;
}
