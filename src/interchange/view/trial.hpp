// What a month would have been under other rules, as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "core/rules/rules.hpp"
#include "engine/whatif/what_if.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace standby::interchange {

struct TrialFacts {
    std::chrono::year_month month;
    std::uint64_t freed = 0;
    std::uint64_t filled = 0;
    std::uint64_t offers = 0;  // that tell how guests answer
    bool has_too_little = false;
    core::Rules rules_now;
    std::optional<engine::whatif::Figures> now;  // nothing where nothing came free
    std::optional<engine::whatif::Figures> then;
};
void write_trial(JsonWriter& writer, const TrialFacts& facts);

// The members of what came of one set of rules, in an object that is open.
void write_figures(JsonWriter& writer, const engine::whatif::Figures& figures);

}  // namespace standby::interchange
