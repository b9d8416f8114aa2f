// What a recorded month would have been under other rules: the deciding code itself, once for each
// seed. Those who were asked say what they said; where that is not known, and for those who were
// not asked, the house's own curve is drawn from.
#pragma once

#include "base/result.hpp"
#include "core/model/refusal.hpp"
#include "core/rules/rules.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/whatif/recorded_month.hpp"
#include "engine/whatif/response_model.hpp"
#include "engine/whatif/trial.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace standby::engine::whatif {

inline constexpr std::uint32_t usual_seeds = 200;

// What came of a set of rules, over all seeds.
struct Figures {
    double filled = 0;                         // of the places that came free, from 0 to 1
    std::pair<double, double> interval{0, 0};  // in which 95 of 100 seeds are
    double asked = 0;                          // offers for each place
    double messages = 0;                       // to guests, for each place
    std::optional<Duration> time_to_fill;      // the median
    std::optional<double> order_kept;          // of those filled
    std::uint64_t freed = 0;                   // places, in one seed
    std::uint32_t seeds = 0;
};

// Everything must outlive the question.
struct MonthQuestion {
    const RecordedMonth& month;
    const ResponseModel& model;
    const core::ZoneBook& zones;
    std::optional<Duration> answer_window{};  // w* of the house (see core::Context)
};

// Why the rules cannot be those of this list; nothing when they can.
std::optional<core::Refusal> objection_to(const MonthQuestion& question, const core::Rules& rules);

// One seed. The same seed gives the same; the same people say the same under all rules. The rules
// must be without objection. May run on any thread beside others.
Tally play(const MonthQuestion& question, const core::Rules& rules, std::uint64_t seed);

Figures summarise(const std::vector<Tally>& tallies);

// All seeds one after the other, as long as `go_on` says so.
using GoOn = std::function<bool(std::uint32_t done)>;
Figures play_all(const MonthQuestion& question, const core::Rules& rules, std::uint32_t seeds,
                 const GoOn& go_on = {});

}  // namespace standby::engine::whatif
