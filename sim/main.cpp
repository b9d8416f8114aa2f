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
       sim --seed N --target cluster --nodes N [--shards S] [--days D | --hours H] [--unfenced]
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
  --commands C   commands per world (default 300; with --nodes 20,000 for each day)
  --nodes N      with --target cluster and --seed: one cluster of so many nodes for a long time,
                 with rolling upgrades, crashes, zombies, partitions, nodes that leave for hours,
                 and a database that fails over; prints how long shards were not served, and how
                 evenly they lie. --shards S of them (default 4096), for --days D (default 7) or
                 --hours H of its time. --unfenced: no commit proves anything; for comparison
  --exhaustive   tells a few small stories once for each store call and each way it can fail
)";

// What a world drives.
enum class Driven : std::uint8_t { Core, Shard, Cluster };

struct Arguments {
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> seeds;
    std::uint64_t first = 1;
    std::optional<std::uint32_t> commands;
    bool on_core = true;
    bool on_shards = true;
    bool on_clusters = false;
    std::optional<std::uint64_t> nodes;  // then the world is a big cluster
    std::uint32_t shards = Scale{}.shards;
    std::optional<std::uint64_t> days;
    std::optional<std::uint64_t> hours;
    bool unfenced = false;
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

// Whether it is an option that takes a number, with one.
bool take_number(std::string_view name, std::string_view text, Arguments& arguments) {
    constexpr std::uint64_t most_commands = 1'000'000;
    constexpr std::uint64_t most_shards = 65'536;
    const std::uint64_t highest =
        name == "--commands" ? most_commands
        : name == "--nodes" || name == "--shards" || name == "--days" || name == "--hours"
            ? most_shards
            : UINT64_MAX;
    const auto value = parse_number(text, highest);
    if (!value) {
        return false;
    }
    if (name == "--seed") {
        arguments.seed = *value;
    } else if (name == "--seeds") {
        arguments.seeds = *value;
    } else if (name == "--first") {
        arguments.first = *value;
    } else if (name == "--commands") {
        arguments.commands = static_cast<std::uint32_t>(*value);
    } else if (name == "--nodes") {
        arguments.nodes = *value;
    } else if (name == "--shards") {
        arguments.shards = static_cast<std::uint32_t>(*value);
    } else if (name == "--days") {
        arguments.days = *value;
    } else if (name == "--hours") {
        arguments.hours = *value;
    } else {
        return false;
    }
    return true;
}

// What is wrong with the arguments together.
std::optional<std::string> objection_to(const Arguments& arguments) {
    const int modes =
        (arguments.seed ? 1 : 0) + (arguments.seeds ? 1 : 0) + (arguments.exhaustive ? 1 : 0);
    if (modes != 1) {
        return "give one of --seed, --seeds and --exhaustive";
    }
    if (arguments.verbose && !arguments.seed) {
        return "--verbose goes with --seed";
    }
    if (arguments.nodes && (!arguments.seed || !arguments.on_clusters)) {
        return "--nodes goes with --seed and --target cluster";
    }
    if (arguments.nodes && (*arguments.nodes < 2 || arguments.shards == 0)) {
        return "a cluster has two nodes and a shard at least";
    }
    if (arguments.days.value_or(1) == 0 || arguments.hours.value_or(1) == 0) {
        return "--days and --hours are at least 1";
    }
    if (!arguments.nodes && (arguments.days || arguments.hours || arguments.unfenced)) {
        return "--days, --hours and --unfenced go with --nodes";
    }
    return std::nullopt;
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
        if (name == "--unfenced") {
            arguments.unfenced = true;
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
        const bool has_value = index + 1 < given.size();
        if (!take_number(name, has_value ? given[index + 1] : "", arguments)) {
            return std::unexpected(fmt::format("unknown argument, or no number for {}", name));
        }
        ++index;
    }
    if (const auto objection = objection_to(arguments)) {
        return std::unexpected(*objection);
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
    WorldOptions options{.seed = *arguments.seed,
                         .commands = arguments.commands.value_or(WorldOptions{}.commands),
                         .verbose = {}};
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

void print_figures(const ClusterFigures& figures, const Measures& measures) {
    for (const std::string& line : measures.lines()) {
        fmt::print("{}\n", line);
    }
    fmt::print("upgrades of all nodes {}, crashes {}, cut off {}, zombies {}, fail-overs {}, "
               "away for long {}\n",
               figures.upgrades, figures.crashes, figures.cuts, figures.zombies, figures.fail_overs,
               figures.moves);
    fmt::print("hand-overs {}, looks {}, commits {}, refused by the fence {}\n",
               measures.hand_overs(), figures.looks, figures.commits, figures.fenced);
    fmt::print("acknowledged writes {}, lost {}, sold twice {}\n", figures.acknowledged,
               figures.lost, figures.sold_twice);
}

int run_big_cluster(const Arguments& arguments, const ZoneBook& zones) {
    constexpr std::uint32_t commands_per_day = 20'000;
    constexpr std::uint64_t usual_hours = std::uint64_t{7} * 24;
    const std::uint64_t hours =
        arguments.hours.value_or(arguments.days ? *arguments.days * 24 : usual_hours);
    const auto commands = static_cast<std::uint32_t>(hours * commands_per_day / 24);
    WorldOptions options{.seed = *arguments.seed,
                         .commands = std::max(1U, arguments.commands.value_or(commands)),
                         .verbose = {}};
    if (arguments.verbose) {
        options.verbose = [](const std::string& line) { fmt::print("{}\n", line); };
    }
    ClusterOptions cluster{
        .guard = arguments.unfenced ? store::CommitGuard::Off : store::CommitGuard::On,
        .serve_for = {},
        .scale = Scale{.nodes = *arguments.nodes,
                       .shards = arguments.shards,
                       .lasts = std::chrono::hours{static_cast<std::int64_t>(hours)}}};
    current_seed = options.seed;
    current_driven = Driven::Cluster;
    ClusterWorld world{options, zones, cluster};
    const WorldResult result = world.run();
    for (const Violation& violation : result.violations) {
        fmt::print("seed {}: {}: {}\n", options.seed, violation.check, violation.what);
    }
    print_figures(world.figures(), world.measures());
    fmt::print("nodes {}, shards {}, hours {}, commands {}, events {}, violations {}\ntrace {}\n",
               *arguments.nodes, arguments.shards, hours, result.commands, result.events,
               result.violations.size(), result.trace);
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
        const WorldOptions options{.seed = arguments.first + count,
                                   .commands = arguments.commands.value_or(WorldOptions{}.commands),
                                   .verbose = {}};
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
    if (arguments->nodes) {
        return run_big_cluster(*arguments, *zones);
    }
    return arguments->seed ? run_one(*arguments, *zones) : run_many(*arguments, *zones);
}

}  // namespace
}  // namespace standby::sim

int main(int count, char** values) {
    const std::span given{values, static_cast<std::size_t>(count)};
    return standby::sim::run_simulator(given.subspan(1));
}
