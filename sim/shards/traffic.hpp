// One seed of traffic: several resources share a shard, many clients ask at once, store calls end
// in any order and fail, the process crashes, clocks step back and forth, replies get lost. What
// became durable is told to the naive reference, decision by decision, in the order in which it
// was written; so whatever went wrong in between, the disk holds a history that the rules allow,
// with every request in it at most once, and all that was acknowledged.
#pragma once

#include "base/prng.hpp"
#include "base/sha256.hpp"
#include "sim/check/ledger.hpp"
#include "sim/check/report.hpp"
#include "sim/model/naive_resource.hpp"
#include "sim/shards/disk.hpp"
#include "sim/shards/fault_rates.hpp"
#include "sim/shards/shard_host.hpp"
#include "sim/world/plan.hpp"
#include "sim/world/workload.hpp"
#include "sim/world/world.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace standby::sim {

class Traffic {
public:
    // The disk must be fresh, and outlive the traffic like the zones.
    Traffic(const WorldOptions& options, Disk& disk, const ZoneBook& zones);

    // Runs to the end, or until something is wrong.
    WorldResult run();

private:
    struct Watched {
        Watched(const ResourcePlan& resource_plan, const ZoneBook& zones)
            : plan(&resource_plan), model(resource_plan.number, zones) {}

        const ResourcePlan* plan;
        NaiveResource model;
        Ledger ledger;
        std::vector<Event> history;  // what is durable
    };
    // What one client wants. Without a key it is not asked again when its fate is unknown.
    struct Call {
        Ask ask;
        std::uint32_t waiting = 0;  // sendings that are not replied to
        bool wants_retry = false;
        bool is_over = false;                  // answered, or given up
        bool is_forgotten = false;             // its answer was dropped from the store
        std::uint32_t times_written = 0;       // durable decisions about it
        std::optional<engine::Answer> answer;  // of the durable decision
        std::optional<engine::Answer> heard;
    };
    struct Sending {
        std::size_t call = 0;
        bool is_written = false;
        bool has_events = false;  // by the latest decision about it
    };

    // traffic.cpp: the world.
    HostHooks hooks();
    void step();
    void pass_time();
    void forget_answers();
    Time clock() const { return now_ + skew_; }
    void heal();
    void run_on();
    void finish();
    void say(const std::string& line);

    // traffic_clients.cpp: what clients do and hear.
    void begin_call();
    void send(std::size_t call);
    void retry_some(std::uint64_t numerator, std::uint64_t denominator);
    void ask_again();
    void misuse_key();
    void look();
    void on_reply(std::size_t sending, const engine::Reply& reply);
    void on_answer(Call& call, const Sending& sending, const engine::Reply& reply);
    void on_crash();

    // traffic_written.cpp: what is durable.
    void on_written(const WrittenBatch& written);
    void observe(Watched& watched, const Outcome& actual, const NaiveOutcome& expected, Time at);
    std::span<const Event> observe_timers(Watched& watched, std::span<const Event> events,
                                          std::uint64_t last, std::span<const Time> polls);
    void note_call(const Decision& decision);
    void check_nothing_overdue();
    Watched& watched_at(ResourceNumber resource) { return watched_[resource.value() - 1]; }

    WorldOptions options_;
    Disk& disk_;
    const ZoneBook& zones_;
    Prng prng_;
    Plan plan_;
    Workload workload_;
    StoreFaultRates rates_;
    std::uint32_t lost_replies_ = 0;  // in a thousand
    bool has_bad_clock_ = false;
    engine::ShardLimits limits_;
    std::vector<Watched> watched_;
    std::vector<Call> calls_;
    std::vector<Sending> sendings_;
    std::uint32_t misuses_waiting_ = 0;  // not replied to
    Report report_;
    Sha256 trace_;
    Time now_{};
    Duration skew_{0};
    WorldResult result_;
    std::unique_ptr<ShardHost> host_;
};

}  // namespace standby::sim
