// How much of what comes free is filled, by sets of rules, where nobody's history is needed: ten
// people who fit each opening, of whom one in nine ever says yes, as published figures have it. The
// core decides, in virtual time. Beside it stand the figures of a small trial that was written
// apart from the core: the two should not differ by much more than a point.
#include "bench/harness.hpp"
#include "engine/whatif/salon.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace standby::bench {
namespace {

namespace whatif = engine::whatif;
using std::chrono::hours;
using std::chrono::minutes;

struct Case {
    std::string name;
    whatif::Salon salon;
    whatif::Lognormal answers = whatif::usual_answers();
    std::optional<double> trial;  // filled, in percent
    double filled_min = 0;        // targets, in percent; 0: none
    double kept_min = 0;
};

whatif::Salon with_window(Duration window, bool late_yes) {
    whatif::Salon salon = whatif::usual_salon();
    salon.rules.claim_window = window;
    salon.rules.auto_window = false;
    salon.rules.late_yes = late_yes;
    return salon;
}

whatif::Salon with_auto(bool late_yes) {
    whatif::Salon salon = with_window(minutes{10}, late_yes);
    salon.rules.auto_window = true;
    return salon;
}

whatif::Salon with_instant_yes(double share) {
    whatif::Salon salon = with_auto(true);
    salon.instant_yes_share = share;
    return salon;
}

std::vector<Case> policies() {
    return {
        {.name = "one at a time, 6 h", .salon = with_window(hours{6}, false), .trial = 27.5},
        {.name = "one at a time, 60 min", .salon = with_window(minutes{60}, false), .trial = 41.8},
        {.name = "one at a time, 10 min", .salon = with_window(minutes{10}, false), .trial = 36.0},
        {.name = "auto, no late yes", .salon = with_auto(false), .trial = 51.8},
        {.name = "10 min, late yes", .salon = with_window(minutes{10}, true), .trial = 59.3},
        {.name = "auto, late yes (the default)",
         .salon = with_auto(true),
         .trial = 64.7,
         .filled_min = 60,
         .kept_min = 90},
        {.name = "the default, 5 % instant yes",
         .salon = with_instant_yes(0.05),
         .trial = 78.8,
         .filled_min = 75,
         .kept_min = 90},
        {.name = "the default, 10 % instant yes", .salon = with_instant_yes(0.1), .trial = 87.7},
    };
}

// Each assumption changed, under the rules of before and under the default.
std::vector<Case> sensitivities() {
    struct Assumption {
        std::string name;
        std::function<void(Case&)> change;
        double before;
        double now;
    };
    const Assumption assumptions[] = {
        {"25 % say yes", [](Case& one) { one.answers.yes_share = 0.25; }, 64.1, 91.7},
        {"median 5 min", [](Case& one) { one.answers.median = minutes{5}; }, 49.3, 66.7},
        {"median 30 min", [](Case& one) { one.answers.median = minutes{30}; }, 20.1, 59.6},
        {"5 who fit", [](Case& one) { one.salon.people_who_fit = 5; }, 21.9, 41.3},
        {"20 who fit", [](Case& one) { one.salon.people_who_fit = 20; }, 52.0, 84.0},
        {"by e-mail",
         [](Case& one) { one.answers = whatif::published_answers(whatif::Medium::Mail); }, 17.1,
         55.8},
    };
    std::vector<Case> cases;
    for (const Assumption& assumption : assumptions) {
        cases.push_back({.name = assumption.name + ": one at a time, 10 min",
                         .salon = with_window(minutes{10}, false),
                         .trial = assumption.before});
        assumption.change(cases.back());
        cases.push_back({.name = assumption.name + ": the default",
                         .salon = with_auto(true),
                         .trial = assumption.now});
        assumption.change(cases.back());
    }
    return cases;
}

whatif::SalonFigures measure(const Case& one, std::uint32_t openings) {
    constexpr std::uint32_t parts = 2;
    const whatif::ResponseModel model(one.answers);
    std::vector<whatif::SalonTally> tallies(parts);
    std::vector<std::thread> threads;
    for (std::uint32_t part = 0; part < parts; ++part) {
        threads.emplace_back([&, part] {
            tallies[part] = whatif::play_salon(one.salon, model, 1, part * (openings / parts),
                                               openings / parts);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return whatif::summarise(tallies);
}

std::string percent(double share) {
    return fmt::format("{:.1f}", 100 * share);
}

// Half of the range in which a share of so many lies in 95 of 100 runs.
double error_of(double share, double count) {
    return count == 0 ? 1 : 1.96 * std::sqrt(share * (1 - share) / count);
}

// A figure that is below its target by no more than its error may as well have met it: that is
// said, and not counted as either.
std::string verdict(const Case& one, const whatif::SalonFigures& figures, bool is_judged) {
    if (!is_judged || one.filled_min == 0) {
        return "";
    }
    const double freed = static_cast<double>(figures.all.freed);
    const double filled = figures.all.filled;
    const double kept = figures.all.order_kept.value_or(0);
    const double filled_missing = one.filled_min / 100 - filled;
    const double kept_missing = one.kept_min / 100 - kept;
    if (filled_missing <= 0 && kept_missing <= 0) {
        return "yes";
    }
    return filled_missing <= error_of(filled, freed) &&
                   kept_missing <= error_of(kept, filled * freed)
               ? "within error"
               : "NO";
}

std::string target(const Case& one) {
    return one.filled_min == 0
               ? ""
               : fmt::format(">= {:.0f}, kept >= {:.0f}", one.filled_min, one.kept_min);
}

void add_table(const Options& options, const std::string& title, const std::vector<Case>& cases) {
    const std::uint32_t openings = options.quick ? 400 : 40'000;
    Table table(title, {"rules", "filled %", "+-", "trial", "asked", "order kept %",
                        "filled at 25-120 min %", "target", "met"});
    for (const Case& one : cases) {
        const whatif::SalonFigures figures = measure(one, openings);
        const double half = (figures.all.interval.second - figures.all.interval.first) / 2;
        table.add_row({one.name, percent(figures.all.filled), percent(half),
                       one.trial ? fmt::format("{:.1f}", *one.trial) : "",
                       fmt::format("{:.1f}", figures.all.asked),
                       figures.all.order_kept ? percent(*figures.all.order_kept) : "",
                       percent(figures.filled_soon), target(one),
                       verdict(one, figures, !options.quick)});
    }
    publish(options, table.markdown());
}

void run(const Options& options) {
    publish(options, "## Openings filled, by the core in virtual time\n\n");
    add_table(options, "Rules", policies());
    add_table(options, "Other assumptions", sensitivities());
}

}  // namespace
}  // namespace standby::bench

int main(int argument_count, char** arguments) {
    standby::bench::run(standby::bench::parse_options(argument_count, arguments));
}
