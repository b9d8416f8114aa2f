// One seed: a world drawn from it, a phase of random commands and faults, then a phase in which
// everything works again and all that was begun must come to an end.
#pragma once

#include "base/prng.hpp"
#include "base/sha256.hpp"
#include "core/audit/hash_chain.hpp"
#include "sim/check/command_checks.hpp"
#include "sim/check/ledger.hpp"
#include "sim/check/report.hpp"
#include "sim/model/naive_resource.hpp"
#include "sim/world/plan.hpp"
#include "sim/world/target.hpp"
#include "sim/world/workload.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace standby::sim {

struct WorldOptions {
    std::uint64_t seed = 1;
    std::uint32_t commands = 300;
    // Called with a line for each command and event; nothing is written when unset.
    std::function<void(const std::string&)> verbose;
};

// How the order was kept, over all offers that the line made.
struct Fairness {
    std::uint64_t offers = 0;
    std::uint64_t to_the_first = 0;  // nobody ahead would have fitted
    std::uint64_t late_yeses = 0;    // places given to those who answered too late
    std::uint64_t passed_max = 0;    // people ahead who would have fitted, at most

    void add(const Fairness& other);
};

struct WorldResult {
    std::vector<Violation> violations;
    std::string trace;  // a hash over all events and refusals, in hexadecimal
    std::uint64_t commands = 0;
    std::uint64_t events = 0;
    Fairness fairness;
};

class World {
public:
    // The target must be fresh, and outlive the world like the zones.
    World(const WorldOptions& options, Target& target, const ZoneBook& zones);

    // Runs to the end, or to the first command after which something is wrong.
    WorldResult run();

private:
    // One resource with everyone who watches it.
    struct Watched {
        Watched(const ResourcePlan& resource_plan, const ZoneBook& zones)
            : plan(&resource_plan),
              model(resource_plan.number, zones),
              shadow(resource_plan.number, zones) {}

        const ResourcePlan* plan;
        NaiveResource model;
        NaiveResource shadow;  // follows the events one by one
        Ledger ledger;
        std::vector<Event> history;
        core::HashChain chain;
        core::RowKeeper rows;
        std::optional<std::uint64_t> fingerprint{};  // since the last command; several checks ask
    };

    void gather_crowd();
    void random_phase();
    void healing_phase();
    void heal(Watched& watched);
    bool answer_what_waits(Watched& watched);
    void pass_time(Watched& watched);
    void perform(Watched& watched, const Command& command);
    void catch_up(Watched& watched);
    void observe(Watched& watched, const Outcome& actual, const NaiveOutcome& expected);
    void observe_event(Watched& watched, const Event& event);
    void measure_fairness(const NaiveResource& before, const Event& event);
    void sample(Watched& watched);
    Scene scene_of(Watched& watched);
    Context context_of(const Watched& watched, Time now) const;
    Context context_for(const Watched& watched, const Command& command);
    void say(const std::string& line);

    WorldOptions options_;
    Target& target_;
    const ZoneBook& zones_;
    Prng prng_;
    Plan plan_;
    Workload workload_;
    Prng sampling_;  // of its own, so that more checks do not change the commands
    std::vector<Watched> watched_;
    Report report_;
    Sha256 trace_;
    std::vector<std::byte> encoded_;
    Time now_{};
    WorldResult result_;
};

}  // namespace standby::sim
