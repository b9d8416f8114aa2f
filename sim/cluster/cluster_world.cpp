// The machines, and what goes wrong with them.
#include "sim/cluster/cluster_world.hpp"

#include "base/bytes.hpp"
#include "sim/world/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace standby::sim {
namespace {

using std::chrono::days;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::uint64_t cluster_stream = 0x434c'5553'5445'5201;
constexpr Duration call_timeout = seconds{1};

// A world with several resources and short windows, so that some end while nobody serves them.
Plan draw_small_plan(Prng& prng) {
    while (true) {
        Plan plan = draw_plan(prng);
        if (plan.resources.size() < 3 || plan.crowd != 0) {
            continue;
        }
        for (ResourcePlan& resource : plan.resources) {
            if (prng.chance(2, 3)) {
                resource.rules.set(&core::Rules::claim_window, seconds{prng.between(10, 60)});
                resource.rules.set(&core::Rules::quiet_hours, std::nullopt);
            }
        }
        return plan;
    }
}

// With a list on every fourth shard of a big cluster; none of them is closed for good.
Plan draw_cluster_plan(Prng& prng, const std::optional<Scale>& scale) {
    Plan plan = draw_small_plan(prng);
    const std::size_t wanted = scale ? scale->shards / 4 : 0;
    while (plan.resources.size() < wanted) {
        const auto number = static_cast<std::uint32_t>(plan.resources.size() + 1);
        plan.resources.push_back(draw_resource(prng, ResourceNumber{number}, plan.start));
    }
    for (ResourcePlan& resource : plan.resources) {
        if (scale) {
            resource.weights[closing] = resource.weights[cancelling] = 0;
        }
    }
    return plan;
}

}  // namespace

ClusterWorld::Rates ClusterWorld::draw_rates(Prng& prng) {
    const auto rate = [&](std::int64_t highest) {
        return static_cast<std::uint32_t>(prng.chance(1, 2) ? 0 : prng.between(1, highest));
    };
    return {.cut = rate(120),
            .pause = rate(60),
            .crash = rate(25),
            .leave = rate(25),
            .outage = rate(20),
            .lost_calls = rate(60)};
}

engine::ShardLimits ClusterWorld::draw_limits(Prng& prng) {
    engine::ShardLimits limits;
    limits.answers_kept = days{3650};
    limits.idle_before_eviction =
        pick(prng, std::array<Duration, 3>{Duration{200}, seconds{5}, minutes{10}});
    return limits;
}

ClusterWorld::ClusterWorld(const WorldOptions& options, const ZoneBook& zones,
                           const ClusterOptions& cluster)
    : options_(options),
      cluster_(cluster),
      zones_(zones),
      prng_(mix64(options.seed) ^ cluster_stream),
      plan_(draw_cluster_plan(prng_, cluster.scale)),
      workload_(plan_, prng_.fork()),
      rates_(draw_rates(prng_)),
      limits_(draw_limits(prng_)),
      loses_commits_(!cluster.scale && prng_.chance(1, 6)),
      database_(plan_,
                cluster.scale ? cluster.scale->shards
                              : static_cast<std::uint32_t>(prng_.between(4, 8)),
                cluster.guard, zones, report_),
      measures_(database_.shards()),
      machines_(cluster.scale ? cluster.scale->nodes
                              : static_cast<std::size_t>(prng_.between(2, 4))) {
    if (cluster.scale) {
        rates_ = {.lost_calls = 1};
    } else {
        leases_.hand_overs_at_once = static_cast<std::size_t>(prng_.between(1, 2));
    }
    leases_.serve_for = cluster.serve_for.value_or(leases_.serve_for);
    for (Machine& machine : machines_) {
        machine.booted = seconds{prng_.between(10, 100'000)};
        machine.skew = Duration{prng_.between(-300, 300)};
    }
    if (options_.verbose) {
        database_.on_event = [this](ResourceNumber resource, const Event& event) {
            say(fmt::format("    resource {} {}", resource.value(), describe(event)));
        };
    }
}

Time ClusterWorld::wall_clock(std::size_t node) const {
    return plan_.start + agenda_.now() + machines_[node].skew;
}

Duration ClusterWorld::uptime(std::size_t node) const {
    return machines_[node].booted + agenda_.now();
}

void ClusterWorld::say(const std::string& line) {
    if (options_.verbose) {
        options_.verbose(fmt::format("{:>8} {}", agenda_.now().count(), line));
    }
}

void ClusterWorld::start_node(std::size_t index) {
    Machine& machine = machines_[index];
    machine.is_leaving = false;
    machine.is_away = false;
    machine.node = std::make_unique<ClusterNode>(
        NodeSetup{.index = index, .process = ++processes_, .leases = leases_, .limits = limits_},
        *this, zones_);
    say(fmt::format("{} starts on machine {}", machine.node->keeper().node(), index));
    machine.node->pump();
}

void ClusterWorld::stop_node(std::size_t index) {
    if (machines_[index].node) {
        say(fmt::format("{} is gone", machines_[index].node->keeper().node()));
        pause_shards(index, PauseKind::Crash);
        machines_[index].node.reset();
    }
}

void ClusterWorld::deliver(std::size_t node, std::uint64_t process, std::function<void()> what) {
    Machine& machine = machines_[node];
    if (!machine.node || machine.node->process() != process) {
        return;
    }
    if (machine.paused_until > agenda_.now()) {
        agenda_.at(machine.paused_until, [this, node, process, what = std::move(what)]() mutable {
            deliver(node, process, std::move(what));
        });
        return;
    }
    what();
    if (machine.node && machine.node->has_left()) {
        stop_node(node);
    }
}

bool ClusterWorld::reaches_database(const Machine& machine) const {
    return machine.cut_until <= agenda_.now() && database_down_until_ <= agenda_.now();
}

void ClusterWorld::ask(std::size_t node, std::function<void()> execute,
                       std::function<void()> answer, std::function<void()> give_up) {
    const std::uint64_t process =
        machines_[node].node ? machines_[node].node->process() : processes_;
    const Duration timeout = agenda_.now() + call_timeout;
    const bool is_lost_there = prng_.chance(rates_.lost_calls, 2000);
    const bool is_lost_back = prng_.chance(rates_.lost_calls, 2000);
    // What is given up may still be on its way.
    const bool comes_late = prng_.chance(1, 3);
    const Duration late = Duration{prng_.between(500, 25'000)};
    const Duration way_back = latency();
    agenda_.after(latency(), [=, this] {
        if (is_lost_there || !reaches_database(machines_[node])) {
            if (comes_late) {
                agenda_.after(late, [this, execute] {
                    if (database_down_until_ <= agenda_.now()) {
                        execute();
                    }
                });
            }
            agenda_.at(timeout, [=, this] { deliver(node, process, give_up); });
            return;
        }
        execute();
        agenda_.after(way_back, [=, this] {
            const bool is_lost = is_lost_back || machines_[node].cut_until > agenda_.now() ||
                                 database_down_until_ > agenda_.now();
            if (is_lost) {
                agenda_.at(timeout, [=, this] { deliver(node, process, give_up); });
            } else {
                deliver(node, process, answer);
            }
        });
    });
}

void ClusterWorld::wake(std::size_t node, Duration at, std::function<void()> what) {
    const std::uint64_t process =
        machines_[node].node ? machines_[node].node->process() : processes_;
    agenda_.at(at, [this, node, process, what = std::move(what)] { deliver(node, process, what); });
}

void ClusterWorld::tell(const std::string& address) {
    const std::size_t node = std::stoul(address);
    if (machines_[node].node && !prng_.chance(rates_.lost_calls, 1000)) {
        const std::uint64_t process = machines_[node].node->process();
        agenda_.after(latency(), [this, node, process] {
            deliver(node, process, [this, node] { machines_[node].node->look_again(); });
        });
    }
}

void ClusterWorld::make_mischief() {
    if (is_calm_) {
        return;
    }
    do_mischief();
    agenda_.after(Duration{prng_.between(200, 1500)}, [this] { make_mischief(); });
}

void ClusterWorld::do_mischief() {
    const std::size_t index = prng_.below(machines_.size());
    Machine& machine = machines_[index];
    const auto is_lot = [&](std::uint32_t rate) { return prng_.chance(rate, 1000); };
    const auto until = [&](std::int64_t shortest, std::int64_t longest) {
        return agenda_.now() + Duration{prng_.between(shortest, longest)};
    };
    if (is_lot(rates_.cut)) {
        machine.cut_until = until(300, 25'000);
        say(fmt::format("machine {} is cut off", index));
    } else if (is_lot(rates_.pause)) {
        machine.paused_until = until(100, 30'000);
        say(fmt::format("machine {} is paused", index));
    } else if (is_lot(rates_.outage)) {
        database_down_until_ = until(200, 8'000);
        say("the database is down");
    } else if (is_lot(rates_.crash) && machine.node) {
        stop_node(index);
        agenda_.at(until(100, 20'000), [this, index] {
            if (!machines_[index].node) {
                start_node(index);
            }
        });
    } else if (is_lot(rates_.leave) && machine.node && !machine.is_leaving &&
               machine.paused_until <= agenda_.now()) {
        say(fmt::format("{} leaves", machine.node->keeper().node()));
        machine.is_leaving = true;
        machine.node->leave();
        agenda_.at(until(2'000, 30'000), [this, index] {
            if (!machines_[index].node || machines_[index].is_leaving) {
                stop_node(index);
                start_node(index);
            }
        });
    }
}

WorldResult ClusterWorld::run() {
    for (std::size_t index = 0; index < machines_.size(); ++index) {
        const Duration delay{prng_.chance(1, 2) ? prng_.between(0, 50) : prng_.between(0, 20'000)};
        agenda_.after(delay, [this, index] { start_node(index); });
    }
    begin_calls();
    if (cluster_.scale) {
        begin_week();
        run_until(lasts(), [] { return false; });
    } else {
        agenda_.after(seconds{2}, [this] { make_mischief(); });
        run_until(minutes{60}, [this] { return calls_.size() >= options_.commands; });
    }
    if (report_.ok()) {
        heal();
    }
    finish();
    count_figures();
    result_.commands = calls_.size();
    result_.events = database_.events();
    result_.violations = report_.violations();
    result_.trace = to_hex(database_.trace().finish());
    return std::move(result_);
}

bool ClusterWorld::run_until(Duration end, const std::function<bool()>& is_reached) {
    while (report_.ok() && agenda_.now() < end) {
        if (is_reached()) {
            return true;
        }
        agenda_.step();
    }
    return false;
}

WorldResult run_cluster_world(const WorldOptions& options, const ZoneBook& zones) {
    return ClusterWorld{options, zones}.run();
}

}  // namespace standby::sim
