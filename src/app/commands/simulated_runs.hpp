// Sets of rules that were tried: playing them on all cores, and the table and the JSON of them.
#pragma once

#include "app/commands/console.hpp"
#include "base/json/writer.hpp"
#include "core/rules/rules.hpp"
#include "engine/whatif/salon.hpp"
#include "engine/whatif/what_if.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>

namespace standby::app {

struct SimulatedRun {
    std::string name;
    core::Rules rules;
    engine::whatif::Figures figures;
};

// How far it is, on the error stream, where somebody sees it and it takes long.
class Progress {
public:
    Progress(Console& console, Style style, std::uint64_t all);
    // So many more are done; from one thread.
    void show(std::uint64_t done);
    // Takes the line away.
    void clear();

private:
    Console& console_;
    bool is_shown_;
    bool has_line_ = false;
    std::uint64_t all_;
    std::uint64_t done_ = 0;
    std::chrono::steady_clock::time_point next_;
};

engine::whatif::Figures play_on_all_cores(const engine::whatif::MonthQuestion& question,
                                          const core::Rules& rules, std::uint32_t seeds,
                                          Progress& progress);
engine::whatif::Figures play_on_all_cores(const engine::whatif::Salon& salon,
                                          const engine::whatif::ResponseModel& model,
                                          Progress& progress);

void print_runs(std::span<const SimulatedRun> runs, std::ostream& output);
// The member "runs".
void write_runs(JsonWriter& writer, std::span<const SimulatedRun> runs);

}  // namespace standby::app
