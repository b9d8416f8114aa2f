// The simulator: worlds of random commands and faults, each named by its seed, on which the core,
// alone, behind shards that fail, and in clusters of nodes that come and go, is compared with a
// naive second implementation and a list of invariants.
#include "base/probe.hpp"
#include "sim/cluster/cluster_world.hpp"
#include "sim/shards/exhaustive.hpp"
#include "sim/shards/shard_worlds.hpp"
#include "sim/world/core_target.hpp"
#include "sim/world/world.hpp"
#include "sim/world/zone_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <optional>
#include <span>
#include <string_view>

namespace standby::sim {
namespace {

constexpr int exit_violations = 1;
constexpr int exit_usage = 64;
constexpr std::uint64_t seeds_for_probes = 1000;  // fewer seeds cannot be expected to reach all
constexpr std::uint64_t repeat_every = 100;
constexpr std::uint64_t shards_in_ten = 3;   // by default; they take longer than the core alone
constexpr std::uint64_t cluster_of_ten = 5;  // by default, of ten seeds the one that ends so

constexpr std::string_view usage = R"(usage: sim --seed N [--target T] [--verbose] [--commands C]
       sim --seeds N [--first K] [--target T] [--commands C]
       sim --exhaustive

Drives the core with random commands and faults, each world drawn from its seed, and compares
everything it does with a naive second implementation and with the invariants.
  --seed N       runs the world of seed N once and prints the hash of its trace
  --verbose      with --seed: a line for each command and each event
  --seeds N      runs N worlds; ends with the line "seeds N, violations V", exit 1 if V > 0
  --first K      with --seeds: the first seed (default 1)
  --target T     core: the core alone. shard: shards over a store, with failing store calls,
                 crashes and lost replies; odd seeds give the core's worlds, even ones traffic of
                 many clients on one shard. cluster: nodes that share a database, with pauses,
                 partitions, crashes, and a database that fails. both (default): the core, and
                 with --seeds three in ten seeds once more with shards, one with a cluster
  --commands C   commands per world (default 300)
  --exhaustive   tells a few small stories once for each store call and each way it can fail
)";

// What a world drives.
enum class Driven : std::uint8_t { Core, Shard, Cluster };

struct Arguments {
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> seeds;
    std::uint64_t first = 1;
    std::uint32_t commands = WorldOptions{}.commands;
    bool on_core = true;
    bool on_shards = true;
    bool on_clusters = false;
    bool exhaustive = false;
    bool verbose = false;
    bool help = false;
};

std::optional<std::uint64_t> parse_number(std::string_view text, std::uint64_t highest) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value > highest) {
        return std::nullopt;
    }
    return value;
}

// The arguments, or what is wrong with them.
Result<Arguments, std::string> parse_arguments(std::span<char*> given) {
    Arguments arguments;
    for (std::size_t index = 0; index < given.size(); ++index) {
        const std::string_view name = given[index];
        if (name == "--help" || name == "-h") {
            arguments.help = true;
            return arguments;
        }
        if (name == "--verbose") {
            arguments.verbose = true;
            continue;
        }
        if (name == "--exhaustive") {
            arguments.exhaustive = true;
            continue;
        }
        if (name == "--target") {
            const std::string_view target = ++index < given.size() ? given[index] : "";
            if (target != "core" && target != "shard" && target != "both" && target != "cluster") {
                return std::unexpected("--target is core, shard, both or cluster");
            }
            arguments.on_core = target == "core" || target == "both";
            arguments.on_shards = target == "shard" || target == "both";
            arguments.on_clusters = target == "cluster";
            continue;
        }
        if (name != "--seed" && name != "--seeds" && name != "--first" && name != "--commands") {
            return std::unexpected(fmt::format("unknown argument {}", name));
        }
        const bool has_value = ++index < given.size();
        const std::uint64_t highest = name == "--commands" ? 1'000'000 : UINT64_MAX;
        const auto value = has_value ? parse_number(given[index], highest) : std::nullopt;
        if (!value) {
            return std::unexpected(fmt::format("{} needs a number", name));
        }
        if (name == "--seed") {
            arguments.seed = *value;
        } else if (name == "--seeds") {
            arguments.seeds = *value;
        } else if (name == "--first") {
            arguments.first = *value;
        } else {
            arguments.commands = static_cast<std::uint32_t>(*value);
        }
    }
    const int modes =
        (arguments.seed ? 1 : 0) + (arguments.seeds ? 1 : 0) + (arguments.exhaustive ? 1 : 0);
    if (modes != 1) {
        return std::unexpected("give one of --seed, --seeds and --exhaustive");
    }
    if (arguments.verbose && !arguments.seed) {
        return std::unexpected("--verbose goes with --seed");
    }
    return arguments;
}

std::atomic<std::uint64_t> current_seed = 0;
std::atomic<Driven> current_driven = Driven::Core;

std::string_view target_option(Driven driven) {
    switch (driven) {
    case Driven::Core:
        return "";
    case Driven::Shard:
        return " --target shard";
    case Driven::Cluster:
        return " --target cluster";
    }
    return "";
}

// An assertion of the core ends the program at once; the seed must not be lost with it.
void tell_seed(int) {
    fmt::print(stderr, "sim: aborted\n  replay: script/sim --seed {}{} --verbose\n",
               current_seed.load(), target_option(current_driven));
}

WorldResult run_world(const WorldOptions& options, const ZoneBook& zones, Driven driven) {
    current_seed = options.seed;
    current_driven = driven;
    if (driven == Driven::Shard) {
        return run_shard_world(options, zones);
    }
    if (driven == Driven::Cluster) {
        return run_cluster_world(options, zones);
    }
    CoreTarget target;
    return World{options, target, zones}.run();
}

void print_violations(const WorldResult& result, std::uint64_t seed, Driven driven) {
    for (const Violation& violation : result.violations) {
        fmt::print("seed {}: {}: {}\n", seed, violation.check, violation.what);
    }
    if (!result.violations.empty()) {
        fmt::print("  replay: script/sim --seed {}{} --verbose\n", seed, target_option(driven));
    }
}

int run_one(const Arguments& arguments, const ZoneBook& zones) {
    WorldOptions options{.seed = *arguments.seed, .commands = arguments.commands, .verbose = {}};
    if (arguments.verbose) {
        options.verbose = [](const std::string& line) { fmt::print("{}\n", line); };
    }
    const Driven driven = arguments.on_clusters ? Driven::Cluster
                          : arguments.on_core   ? Driven::Core
                                                : Driven::Shard;
    const WorldResult result = run_world(options, zones, driven);
    print_violations(result, options.seed, driven);
    fmt::print("commands {}, events {}\ntrace {}\n", result.commands, result.events, result.trace);
    return result.violations.empty() ? 0 : exit_violations;
}

void print_unreached_probes() {
    for_each_probe(
        [](std::string_view name, std::string_view file, unsigned line, std::uint64_t hits) {
            if (hits == 0) {
                fmt::print("warning: never reached: {} ({}:{})\n", name, file, line);
            }
        });
}

void print_fairness(const Fairness& fairness) {
    const std::uint64_t offers = std::max<std::uint64_t>(fairness.offers, 1);
    fmt::print("offers {}, {:.2f} % to the first who fits, at most {} passed, late yeses {}\n",
               fairness.offers,
               100.0 * static_cast<double>(fairness.to_the_first) / static_cast<double>(offers),
               fairness.passed_max, fairness.late_yeses);
}

// Runs one seed, at times twice, and returns how many violations there were.
std::uint64_t run_seed(const WorldOptions& options, const ZoneBook& zones, Driven driven,
                       Fairness& fairness) {
    WorldResult result = run_world(options, zones, driven);
    fairness.add(result.fairness);
    if (options.seed % repeat_every == 0 &&
        run_world(options, zones, driven).trace != result.trace) {
        result.violations.push_back({"determinism", "the second run gave another trace"});
    }
    print_violations(result, options.seed, driven);
    return result.violations.size();
}

int run_many(const Arguments& arguments, const ZoneBook& zones) {
    std::uint64_t violations = 0;
    std::uint64_t on_shards = 0;
    Fairness fairness;
    for (std::uint64_t count = 0; count < *arguments.seeds; ++count) {
        const WorldOptions options{
            .seed = arguments.first + count, .commands = arguments.commands, .verbose = {}};
        if (arguments.on_core) {
            violations += run_seed(options, zones, Driven::Core, fairness);
        }
        const bool is_both = arguments.on_core && arguments.on_shards;
        if (arguments.on_clusters || (is_both && options.seed % 10 == cluster_of_ten)) {
            violations += run_seed(options, zones, Driven::Cluster, fairness);
        }
        if (arguments.on_shards && (!arguments.on_core || options.seed % 10 < shards_in_ten)) {
            ++on_shards;
            violations += run_seed(options, zones, Driven::Shard, fairness);
        }
    }
    if (*arguments.seeds >= seeds_for_probes && arguments.on_core && arguments.on_shards) {
        print_unreached_probes();
    }
    print_fairness(fairness);
    fmt::print("with shards: {}\nseeds {}, violations {}\n", on_shards, *arguments.seeds,
               violations);
    return violations == 0 ? 0 : exit_violations;
}

int run_exhaustive(const ZoneBook& zones) {
    const ExhaustiveResult result =
        tell_all(small_stories(), [] { return std::make_unique<Disk>(); }, zones);
    for (const std::string& violation : result.violations) {
        fmt::print("{}\n", violation);
    }
    for (const std::string& line : result.summary) {
        fmt::print("{}\n", line);
    }
    fmt::print("tellings {}, violations {}\n", result.tellings, result.violations.size());
    return result.violations.empty() ? 0 : exit_violations;
}

int run_simulator(std::span<char*> given) {
    const auto arguments = parse_arguments(given);
    if (!arguments) {
        fmt::print(stderr, "sim: {}\n{}", arguments.error(), usage);
        return exit_usage;
    }
    if (arguments->help) {
        fmt::print("{}", usage);
        return 0;
    }
    const auto zones = load_zones();
    if (!zones) {
        fmt::print(stderr, "sim: {}\n", zones.error());
        return exit_violations;
    }
    std::signal(SIGABRT, tell_seed);
    if (arguments->exhaustive) {
        return run_exhaustive(*zones);
    }
    return arguments->seed ? run_one(*arguments, *zones) : run_many(*arguments, *zones);
}

}  // namespace
}  // namespace standby::sim

int main(int count, char** values) {
    const std::span given{values, static_cast<std::size_t>(count)};
    return standby::sim::run_simulator(given.subspan(1));
}
