// Random settings and rules: sensible ones that meet often, and now and then senseless ones.
#pragma once

#include "base/prng.hpp"
#include "sim/model/vocabulary.hpp"

namespace standby::sim {

Settings draw_settings(Prng& prng, Time start);

// Rules for a new resource of this kind, or a change of some of them later on.
RulesPatch draw_rules(Prng& prng, Kind kind, Time now);
RulesPatch draw_rules_change(Prng& prng, Kind kind, Time now);
RulesPatch draw_bad_rules(Prng& prng);
// What a server draws for a lottery; sometimes nothing, as before servers did.
std::string draw_sealed_seed(Prng& prng);

std::optional<Money> draw_price(Prng& prng);
std::vector<WeeklyWindow> draw_weekly(Prng& prng);

}  // namespace standby::sim
