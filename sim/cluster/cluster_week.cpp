// A long time in a big cluster: every node is upgraded seven times, one after another; processes
// crash, stand still and go on as zombies; nodes and whole racks lose touch with the database,
// which fails over now and then; some nodes leave for hours, so that the shards are spread anew.
#include "sim/cluster/cluster_world.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace standby::sim {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr int upgrades = 7;
constexpr int troubles_per_node = 14;
constexpr Duration stop_patience = seconds{60};  // then a node that should leave is killed
constexpr Duration settling = seconds{10};       // after a start, before the next node is upgraded
constexpr std::size_t racks = 8;
constexpr int samples = 1008;  // of the skew; in a week one every ten minutes
// What went wrong so lately is why something stops.
constexpr Duration aftermath = seconds{12};

}  // namespace

void ClusterWorld::begin_week() {
    plan_upgrades();
    agenda_.after(minutes{1}, [this] { make_trouble(); });
    agenda_.after(minutes{1}, [this] { sample_skew(); });
}

void ClusterWorld::plan_upgrades() {
    const Duration part = lasts() / upgrades;
    for (int count = 0; count < upgrades; ++count) {
        const Duration begin = count * part + Duration{prng_.between(0, part.count() / 4)};
        agenda_.at(std::max<Duration>(begin, minutes{1}), [this] {
            ++figures_.upgrades;
            upgrade(0);
        });
    }
}

// This node and those after it. Whoever is away gets the new version when it comes back.
void ClusterWorld::upgrade(std::size_t index) {
    if (is_calm_ || index == machines_.size()) {
        return;
    }
    Machine& machine = machines_[index];
    if (!machine.node || machine.is_leaving || machine.paused_until > agenda_.now()) {
        agenda_.after(seconds{1}, [this, index] { upgrade(index + 1); });
        return;
    }
    say(fmt::format("{} is upgraded", machine.node->keeper().node()));
    machine.is_leaving = true;
    machine.node->leave();
    agenda_.after(seconds{1}, [this, index, end = agenda_.now() + stop_patience] {
        restart_when_gone(index, end);
    });
}

void ClusterWorld::restart_when_gone(std::size_t index, Duration at_the_latest) {
    Machine& machine = machines_[index];
    if (machine.node && machine.is_leaving) {
        if (agenda_.now() < at_the_latest) {
            agenda_.after(seconds{1}, [this, index, at_the_latest] {
                restart_when_gone(index, at_the_latest);
            });
            return;
        }
        stop_node(index);
    }
    agenda_.after(seconds{prng_.between(2, 20)}, [this, index] {
        if (!machines_[index].node) {
            start_node(index);
        }
        agenda_.after(settling, [this, index] { upgrade(index + 1); });
    });
}

void ClusterWorld::make_trouble() {
    if (is_calm_) {
        return;
    }
    const std::size_t index = prng_.below(machines_.size());
    const std::uint64_t lot = prng_.below(100);
    if (lot < 25) {
        crash(index);
    } else if (lot < 50) {
        const bool is_rack = prng_.chance(1, 5);
        const std::size_t count = is_rack ? std::max<std::size_t>(1, machines_.size() / racks) : 1;
        cut_off(index / count * count, count, Duration{prng_.between(300, 30'000)});
    } else if (lot < 80) {
        stop_for(index, Duration{prng_.between(100, 30'000)});
    } else if (lot < 88) {
        fail_over(Duration{prng_.between(500, 20'000)});
    } else {
        send_away(index);
    }
    const auto troubles = static_cast<std::int64_t>(machines_.size() * troubles_per_node);
    agenda_.after(Duration{prng_.between(1, 2 * lasts().count() / troubles)},
                  [this] { make_trouble(); });
}

void ClusterWorld::crash(std::size_t index) {
    if (!machines_[index].node) {
        return;
    }
    ++figures_.crashes;
    stop_node(index);
    agenda_.after(Duration{prng_.between(500, 120'000)}, [this, index] {
        if (!machines_[index].node && !machines_[index].is_away) {
            start_node(index);
        }
    });
}

void ClusterWorld::cut_off(std::size_t first, std::size_t count, Duration duration) {
    ++figures_.cuts;
    for (std::size_t index = first; index < std::min(first + count, machines_.size()); ++index) {
        Machine& machine = machines_[index];
        machine.cut_until = std::max(machine.cut_until, agenda_.now() + duration);
        say(fmt::format("machine {} is cut off", index));
        pause_shards(index, PauseKind::Partition);
        agenda_.at(machine.cut_until, [this, index] { resume_shards(index); });
    }
}

void ClusterWorld::stop_for(std::size_t index, Duration duration) {
    Machine& machine = machines_[index];
    ++figures_.zombies;
    machine.paused_until = std::max(machine.paused_until, agenda_.now() + duration);
    say(fmt::format("machine {} stands still", index));
    pause_shards(index, PauseKind::Zombie);
    agenda_.at(machine.paused_until, [this, index] { resume_shards(index); });
}

// A copy takes over that has everything; nobody is answered until it has.
void ClusterWorld::fail_over(Duration duration) {
    ++figures_.fail_overs;
    database_down_until_ = std::max(database_down_until_, agenda_.now() + duration);
    say("the database fails over");
    for (std::size_t index = 0; index < machines_.size(); ++index) {
        pause_shards(index, PauseKind::Database);
    }
    agenda_.at(database_down_until_, [this] {
        for (std::size_t index = 0; index < machines_.size(); ++index) {
            resume_shards(index);
        }
    });
}

// A machine is taken away for maintenance, or because there is little to do.
void ClusterWorld::send_away(std::size_t index) {
    Machine& machine = machines_[index];
    const auto here = std::ranges::count_if(
        machines_, [](const Machine& each) { return each.node && !each.is_leaving; });
    if (!machine.node || machine.is_leaving || machine.paused_until > agenda_.now() || here < 4) {
        return;
    }
    ++figures_.moves;
    say(fmt::format("{} leaves for long", machine.node->keeper().node()));
    machine.is_leaving = true;
    machine.is_away = true;
    machine.node->leave();
    agenda_.after(stop_patience, [this, index, process = machine.node->process()] {
        if (machines_[index].node && machines_[index].node->process() == process) {
            stop_node(index);
        }
        if (is_calm_ && !machines_[index].node) {
            start_node(index);
        }
    });
    const std::int64_t longest = lasts().count() / 28;
    agenda_.after(stop_patience + Duration{prng_.between(longest / 10, longest)}, [this, index] {
        if (!machines_[index].node) {
            start_node(index);
        }
    });
}

void ClusterWorld::sample_skew() {
    if (is_calm_) {
        return;
    }
    std::vector<std::string> up;
    for (const auto& [id, node] : database_.content().nodes) {
        if (node.state == engine::NodeState::Up) {
            up.push_back(id);
        }
    }
    measures_.sample(database_.content().shards, up, agenda_.now());
    agenda_.after(lasts() / samples, [this] { sample_skew(); });
}

void ClusterWorld::on_serving(std::size_t node, engine::ShardNumber shard, bool is_serving,
                              bool is_drained) {
    const std::uint64_t process = machines_[node].node->process();
    if (is_serving) {
        measures_.on_served(shard, process, agenda_.now());
    } else {
        measures_.on_stopped(shard, process, is_drained ? PauseKind::Planned : cause_at(node),
                             agenda_.now());
    }
}

PauseKind ClusterWorld::cause_at(std::size_t index) const {
    const Machine& machine = machines_[index];
    const auto was_lately = [&](Duration until) { return until + aftermath > agenda_.now(); };
    if (database_down_until_ != Duration{} && was_lately(database_down_until_)) {
        return PauseKind::Database;
    }
    if (machine.paused_until != Duration{} && was_lately(machine.paused_until)) {
        return PauseKind::Zombie;
    }
    const bool was_cut = machine.cut_until != Duration{} && was_lately(machine.cut_until);
    return was_cut ? PauseKind::Partition : PauseKind::Other;
}

// From the moment of the fault on: nothing can be decided there any more.
void ClusterWorld::pause_shards(std::size_t index, PauseKind kind) {
    const Machine& machine = machines_[index];
    for (engine::ShardNumber shard = 0; machine.node && shard < database_.shards(); ++shard) {
        measures_.on_stopped(shard, machine.node->process(), kind, agenda_.now());
    }
}

// What nobody else has taken meanwhile goes on, if nothing else is wrong.
void ClusterWorld::resume_shards(std::size_t index) {
    const Machine& machine = machines_[index];
    if (!machine.node || machine.paused_until > agenda_.now() || !reaches_database(machine)) {
        return;
    }
    for (engine::ShardNumber shard = 0; shard < database_.shards(); ++shard) {
        if (measures_.is_last_server(shard, machine.node->process()) &&
            machine.node->is_serving(shard)) {
            measures_.on_served(shard, machine.node->process(), agenda_.now());
        }
    }
}

void ClusterWorld::count_figures() {
    figures_.commits = database_.commits();
    figures_.fenced = database_.fenced();
    for (const Violation& violation : report_.violations()) {
        figures_.lost += violation.what.find("is lost") != std::string::npos ? 1 : 0;
        figures_.sold_twice += violation.check == "capacity" ? 1 : 0;
    }
}

}  // namespace standby::sim
