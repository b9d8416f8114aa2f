// scenarios: tells the stories of this folder to the core, to a running server or to two nodes of a
// cluster, and reports whether they come true.
#include "base/number.hpp"
#include "tests/scenarios/runner/core_driver.hpp"
#include "tests/scenarios/runner/http_story.hpp"
#include "tests/scenarios/runner/run_story.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
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
    "  --over-http <standby>     tell it to this server instead, and compare with the engine\n"
    "  --on-two-nodes <standby>  tell it to two nodes of a cluster instead, likewise; they need a\n"
    "                            PostgreSQL: tests/scenarios/on_two_nodes starts one\n"
    "  --moves-every <number>    there, tell it once, with a move after every so many sentences\n"
    "  --explain                 print the story with everything that happened\n"
    "  --help                    print this\n"
    "\n"
    "The language is described in tests/scenarios/README.md.\n";

struct Options {
    std::vector<std::string> stories;
    std::string server;  // empty: the engine alone
    bool has_two_nodes = false;
    std::uint64_t moves_every = 1;
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
        } else if (word == "--on-two-nodes" && at + 1 < words.size()) {
            options.server = words[++at];
            options.has_two_nodes = true;
        } else if (word == "--moves-every" && at + 1 < words.size() &&
                   standby::parse_number<std::uint32_t>(words[at + 1]).value_or(0) > 0) {
            options.moves_every = *standby::parse_number<std::uint32_t>(words[++at]);
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

Verdict run(const std::string& path, const Options& options) {
    if (options.server.empty()) {
        return standby::scenarios::run_story(path, make_core_driver);
    }
    if (!options.has_two_nodes) {
        return standby::scenarios::run_story_over_http(path, options.server);
    }
    const char* postgres = std::getenv("STANDBY_TEST_POSTGRES");
    return standby::scenarios::run_story_on_two_nodes(
        path, {.binary = options.server,
               .postgres = postgres == nullptr ? "" : postgres,
               .moves_every = options.moves_every});
}

// Stories by how they went.
struct Tally {
    std::size_t passed = 0;
    std::size_t failed = 0;
};

void report(const std::string& path, const Options& options, Tally& tally) {
    const Verdict verdict = run(path, options);
    if (options.explain) {
        fmt::print("{}\n\n{}\n", verdict.title, verdict.transcript);
    }
    const bool passed = verdict.findings.empty();
    fmt::print("{} {}: {}\n", passed ? "passed" : "FAILED", path, verdict.title);
    for (const std::string& finding : verdict.findings) {
        fmt::print("    {}\n", finding);
    }
    std::fflush(stdout);
    ++(passed ? tally.passed : tally.failed);
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
    Tally tally;
    for (const std::string& path : options->stories) {
        report(path, *options, tally);
    }
    if (options->stories.size() > 1) {
        fmt::print("{} passed, {} failed\n", tally.passed, tally.failed);
    }
    return tally.failed == 0 ? 0 : exit_failed;
}
