// One seed of a cluster: nodes share a database and come and go, crash, are paused in the middle of
// anything, lose touch with the database; the database goes away, and comes back, sometimes with
// its last commits lost. Clients ask whichever node is said to own what they ask for, and repeat
// under their keys what was not answered. Whatever happens, the database holds one history that
// the rules allow, with all that was acknowledged; nobody is shown a state that is older than what
// was acknowledged before they asked; and when the faults end, everything is served again.
#pragma once

#include "base/prng.hpp"
#include "sim/check/report.hpp"
#include "sim/cluster/agenda.hpp"
#include "sim/cluster/database.hpp"
#include "sim/cluster/measures.hpp"
#include "sim/cluster/network.hpp"
#include "sim/cluster/node.hpp"
#include "sim/shards/shard_host.hpp"
#include "sim/world/plan.hpp"
#include "sim/world/workload.hpp"
#include "sim/world/world.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace standby::sim {

// A big cluster for a long time, instead of a small one for as long as its commands take.
struct Scale {
    std::size_t nodes = 64;
    std::uint32_t shards = 4096;
    Duration lasts = std::chrono::days{7};
};

struct ClusterOptions {
    // What only tests change: to see what the protocol is good for.
    store::CommitGuard guard = store::CommitGuard::On;
    std::optional<Duration> serve_for;
    std::optional<Scale> scale;
};

// What a cluster did in its time.
struct ClusterFigures {
    std::uint64_t acknowledged = 0;  // writes that somebody was told of
    std::uint64_t looks = 0;
    std::uint64_t commits = 0;
    std::uint64_t fenced = 0;  // commits that the fence refused
    std::uint64_t upgrades = 0;
    std::uint64_t crashes = 0;
    std::uint64_t cuts = 0;
    std::uint64_t zombies = 0;
    std::uint64_t fail_overs = 0;
    std::uint64_t moves = 0;  // nodes that left for hours
    std::uint64_t lost = 0;   // acknowledged, and not there at the end
    std::uint64_t sold_twice = 0;
};

class ClusterWorld final : public Network {
public:
    ClusterWorld(const WorldOptions& options, const ZoneBook& zones,
                 const ClusterOptions& cluster = {});

    // Runs to the end, or until something is wrong.
    WorldResult run();
    const ClusterFigures& figures() const { return figures_; }
    const Measures& measures() const { return measures_; }

    Duration now() const override { return agenda_.now(); }
    Time wall_clock(std::size_t node) const override;
    Duration uptime(std::size_t node) const override;
    SharedDatabase& database() override { return database_; }
    void ask(std::size_t node, std::function<void()> execute, std::function<void()> answer,
             std::function<void()> give_up) override;
    void wake(std::size_t node, Duration at, std::function<void()> what) override;
    void tell(const std::string& address) override;
    void say(const std::string& line) override;
    void on_serving(std::size_t node, engine::ShardNumber shard, bool is_serving,
                    bool is_drained) override;

private:
    // In a thousand draws of mischief each; and of calls.
    struct Rates {
        std::uint32_t cut = 0;
        std::uint32_t pause = 0;
        std::uint32_t crash = 0;
        std::uint32_t leave = 0;
        std::uint32_t outage = 0;
        std::uint32_t lost_calls = 0;
    };
    // A machine. The process on it may be gone.
    struct Machine {
        std::unique_ptr<ClusterNode> node;
        Duration booted{};  // its uptime was this when the world began
        Duration skew{};
        Duration paused_until{};
        Duration cut_until{};  // from the database; clients still reach it
        bool is_leaving = false;
        bool is_away = false;  // for hours
    };
    struct Call {
        Ask ask;
        std::uint32_t sendings = 0;
        bool is_over = false;
        std::optional<engine::Answer> heard;
    };

    static Rates draw_rates(Prng& prng);
    static engine::ShardLimits draw_limits(Prng& prng);
    Duration draw_call_gap();
    Duration lasts() const { return cluster_.scale->lasts; }

    // cluster_world.cpp
    void start_node(std::size_t index);
    void stop_node(std::size_t index);
    // At the node if it is still the same process; later when it is paused.
    void deliver(std::size_t node, std::uint64_t process, std::function<void()> what);
    bool reaches_database(const Machine& machine) const;
    Duration latency() { return Duration{prng_.between(1, 30)}; }
    void make_mischief();
    void do_mischief();
    bool run_until(Duration end, const std::function<bool()>& is_reached);

    // cluster_end.cpp
    void fail_over_with_loss();
    void heal();
    void check_halts();
    bool is_settled() const;
    std::string unsettled() const;
    void finish();

    // cluster_week.cpp
    void begin_week();
    void plan_upgrades();
    void upgrade(std::size_t index);
    void restart_when_gone(std::size_t index, Duration at_the_latest);
    void make_trouble();
    void crash(std::size_t index);
    void cut_off(std::size_t first, std::size_t count, Duration duration);
    void stop_for(std::size_t index, Duration duration);
    void fail_over(Duration duration);
    void send_away(std::size_t index);
    void sample_skew();
    void pause_shards(std::size_t index, PauseKind kind);
    void resume_shards(std::size_t index);
    PauseKind cause_at(std::size_t index) const;
    void count_figures();

    // cluster_clients.cpp
    void begin_calls();
    void begin_call();
    void send(std::size_t call);
    void retry(std::size_t call);
    void on_reply(std::size_t call, bool is_first, const engine::Reply& reply);
    void begin_look();
    std::optional<std::size_t> route(ResourceNumber resource);

    WorldOptions options_;
    ClusterOptions cluster_;
    const ZoneBook& zones_;
    Prng prng_;
    Plan plan_;
    Workload workload_;
    Rates rates_;
    engine::LeaseOptions leases_;
    engine::ShardLimits limits_;
    bool loses_commits_ = false;
    Report report_;
    SharedDatabase database_;
    Measures measures_;
    ClusterFigures figures_;
    Agenda agenda_;
    std::vector<Machine> machines_;
    std::uint64_t processes_ = 0;
    Duration database_down_until_{};
    bool is_calm_ = false;  // nothing more goes wrong
    bool is_over_ = false;  // and nobody asks for anything new
    std::vector<Call> calls_;
    std::map<ResourceNumber, std::uint64_t> acknowledged_events_;  // clients were told of these
    WorldResult result_;
};

WorldResult run_cluster_world(const WorldOptions& options, const ZoneBook& zones);

}  // namespace standby::sim
