// A house without a history: so many people who fit each opening, who answer as published figures
// say. The deciding code is the real one.
#pragma once

#include "base/time.hpp"
#include "core/rules/rules.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/whatif/response_model.hpp"
#include "engine/whatif/what_if.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace standby::engine::whatif {

// Where an opening comes from: when its slot begins is drawn from here.
struct Notices {
    Duration shortest = std::chrono::minutes{25};
    Duration longest = std::chrono::hours{72};
    std::vector<Duration> recorded{};  // one of these instead, if there are any
};

struct Salon {
    std::uint32_t people_who_fit = 10;
    double instant_yes_share = 0;
    Notices notices;
    std::uint32_t openings = 40'000;
    core::Rules rules;
    Duration answer_window = std::chrono::minutes{5};
};
// The assumptions of the published trial: what a new list of slots has, without quiet hours.
Salon usual_salon();
Lognormal usual_answers();

struct SalonFigures {
    Figures all;
    double filled_soon = 0;  // of those with up to two hours' notice
};

// The openings from `first` on, `count` of them, in a world of the given seed.
struct SalonTally {
    Tally all;
    std::uint64_t freed_soon = 0;
    std::uint64_t filled_soon = 0;
};
SalonTally play_salon(const Salon& salon, const ResponseModel& model, std::uint64_t seed,
                      std::uint32_t first, std::uint32_t count);
SalonFigures summarise(const std::vector<SalonTally>& tallies);
// All of its openings one after the other.
SalonFigures play_salon(const Salon& salon, const ResponseModel& model, std::uint64_t seed = 1);

}  // namespace standby::engine::whatif
