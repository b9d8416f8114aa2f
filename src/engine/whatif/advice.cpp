#include "engine/whatif/advice.hpp"

#include <algorithm>
#include <utility>

namespace standby::engine::whatif {
namespace {

constexpr std::uint32_t crowd_openings = 2'000;
constexpr std::uint32_t people_max = 40;
// A change that fills less than this more is not worth a letter.
constexpr double worth_it = 0.02;

using Change = RuleChange;
// Fewer seeds than this say too little.
constexpr std::uint32_t seeds_min = 20;

// What could be tried; only what the rules do not say already.
std::vector<std::pair<Change, core::Rules>> changes_of(const core::Rules& now, core::Kind kind) {
    std::vector<std::pair<Change, core::Rules>> changes;
    const auto add = [&](Change change, auto&& edit) {
        core::Rules rules = now;
        edit(rules);
        if (rules != now && !core::check_rules(rules)) {
            changes.emplace_back(change, std::move(rules));
        }
    };
    add(Change::LateYes, [](core::Rules& rules) { rules.late_yes = true; });
    if (kind == core::Kind::Slots) {
        if (now.late_yes) {
            add(Change::AutoWindow, [](core::Rules& rules) { rules.auto_window = true; });
        } else if (!now.auto_window) {
            add(Change::LateYesAndAutoWindow, [](core::Rules& rules) {
                rules.late_yes = true;
                rules.auto_window = true;
            });
        }
    }
    add(Change::ShorterCutoff, [](core::Rules& rules) { rules.cutoff /= 2; });
    return changes;
}

}  // namespace

std::vector<CurvePoint> answer_curve(const ResponseModel& model, Medium medium, Duration until) {
    const Curve& curve = model.curve(medium);
    std::vector<CurvePoint> points{CurvePoint{}};
    for (std::size_t bin = 0; bin < curve_bins && end_of_bin(bin) < until; ++bin) {
        const Duration after = end_of_bin(bin);
        points.push_back({after, curve.yes_by(after), curve.no_by(after)});
    }
    points.push_back({until, curve.yes_by(until), curve.no_by(until)});
    return points;
}

double lost_to_window(const ResponseModel& model, Medium medium, Duration window) {
    const Curve& curve = model.curve(medium);
    return curve.eventual_yes() <= 0 ? 0 : 1 - curve.yes_by(window) / curve.eventual_yes();
}

double filled_with(std::uint32_t people, const Crowd& crowd, const ResponseModel& model) {
    Salon salon{.people_who_fit = people,
                .instant_yes_share = crowd.instant_yes_share,
                .notices = crowd.notices,
                .openings = crowd_openings,
                .rules = crowd.rules,
                .answer_window = crowd.answer_window};
    salon.rules.quiet_hours = std::nullopt;
    return play_salon(salon, model).all.filled;
}

std::optional<std::uint32_t> people_for(double filled, const Crowd& crowd,
                                        const ResponseModel& model) {
    std::uint32_t low = 0;
    std::uint32_t high = people_max;
    if (filled_with(high, crowd, model) < filled) {
        return std::nullopt;
    }
    while (high - low > 1) {
        const std::uint32_t middle = low + (high - low) / 2;
        (filled_with(middle, crowd, model) < filled ? low : high) = middle;
    }
    return high;
}

std::optional<Suggestion> suggest(const MonthQuestion& question, std::uint32_t seeds,
                                  const GoOn& go_on) {
    const RecordedMonth& month = question.month;
    if (question.model.has_too_little() || objection_to(question, month.rules)) {
        return std::nullopt;
    }
    const std::uint32_t enough = std::min(seeds, seeds_min);
    const Figures now = play_all(question, month.rules, seeds, go_on);
    std::optional<Suggestion> best;
    if (now.freed == 0 || now.seeds < enough) {
        return best;
    }
    for (auto& [change, rules] : changes_of(month.rules, month.before->settings.kind)) {
        if (objection_to(question, rules)) {
            continue;
        }
        const Figures then = play_all(question, rules, seeds, go_on);
        const bool is_certain = then.seeds >= enough && then.interval.first >= now.filled &&
                                then.filled - now.filled >= worth_it;
        if (is_certain && (!best || then.filled > best->then.filled)) {
            best =
                Suggestion{.change = change, .rules = std::move(rules), .now = now, .then = then};
        }
    }
    return best;
}

}  // namespace standby::engine::whatif
