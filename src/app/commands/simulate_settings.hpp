// What `standby simulate --set name=value` may name: the rules of a list, as the API writes them,
// and, where there is no history, what is assumed of a house.
#pragma once

#include "base/result.hpp"
#include "core/rules/rules.hpp"
#include "engine/whatif/salon.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace standby::app {

struct SimulateSettings {
    std::string text;  // "claim_window=10m late_yes=true": the rules only
    core::RulesPatch rules;
    engine::whatif::Salon salon = engine::whatif::usual_salon();
    engine::whatif::Lognormal answers = engine::whatif::usual_answers();
};

enum class Assumed : std::uint8_t { Nothing, ASalon };

// `typed` is what was given, each `name=value`, put together with commas. The error is a sentence
// that names the setting and what it may be.
Result<SimulateSettings, std::string> read_simulate_settings(std::string_view typed,
                                                             Assumed assumed);

}  // namespace standby::app
