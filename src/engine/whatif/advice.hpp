// What the figures of a house tell its owner: how guests answer over time and how many yeses the
// window loses, how many people have to fit for a better share, and the one change of rules that
// would have brought most last month.
#pragma once

#include "base/time.hpp"
#include "core/rules/rules.hpp"
#include "engine/history/month_suggestion.hpp"
#include "engine/whatif/recorded_month.hpp"
#include "engine/whatif/response_model.hpp"
#include "engine/whatif/salon.hpp"
#include "engine/whatif/what_if.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::engine::whatif {

// (a) Answers over time, of all who are asked.
struct CurvePoint {
    Duration after{0};
    double yes = 0;
    double no = 0;
};
// From 0 to `until`, in steps that grow; the first point is at zero.
std::vector<CurvePoint> answer_curve(const ResponseModel& model, Medium medium,
                                     Duration until = std::chrono::days{1});
// Of those who ever say yes, the share that does so after the window.
double lost_to_window(const ResponseModel& model, Medium medium, Duration window);

// (b) What share of openings would be filled if so many people fitted each of them, under these
// rules. Quiet hours are left out. 2,000 openings: about a point either way, in some 50 ms.
struct Crowd {
    core::Rules rules;
    Notices notices;
    double instant_yes_share = 0;
    Duration answer_window = std::chrono::minutes{5};
};
double filled_with(std::uint32_t people, const Crowd& crowd, const ResponseModel& model);
// The fewest people who fit with which this share is filled; nothing when 40 are not enough.
std::optional<std::uint32_t> people_for(double filled, const Crowd& crowd,
                                        const ResponseModel& model);

// (c) The one change of rules that would have filled most last month, if it is certain enough: its
// interval lies above what the rules in force give.
struct Suggestion {
    RuleChange change = RuleChange::LateYes;
    core::Rules rules;
    Figures now;
    Figures then;
};
// Nothing when there is too little to go by, nothing came free, or nothing helps. Goes on as long
// as `go_on` says so: what was not played often enough by then is not suggested.
std::optional<Suggestion> suggest(const MonthQuestion& question, std::uint32_t seeds = 40,
                                  const GoOn& go_on = {});

}  // namespace standby::engine::whatif
