// How long a what-if of a recorded month takes: 200 seeds of one set of rules, as standby simulate
// plays them on one thread. The month is made by the core, from people whose answers are known.
#include "bench/harness.hpp"
#include "engine/whatif/month_test_support.hpp"
#include "engine/whatif/read_month.hpp"

#include <fmt/core.h>

#include <string>

namespace standby::bench {
namespace {

namespace whatif = engine::whatif;

constexpr double seconds_max = 20;

struct Month {
    explicit Month(const whatif::TestMonth& made)
        : maker(made),
          month(maker.record(maker.play().events)),
          model(month.evidence),
          question{.month = month,
                   .model = model,
                   .zones = maker.zones,
                   .answer_window = whatif::answer_window_of(month, model)} {}

    whatif::MonthMaker maker;
    whatif::RecordedMonth month;
    whatif::ResponseModel model;
    whatif::MonthQuestion question;
};

struct Rules {
    std::string name;
    core::Rules rules;
};

std::vector<Rules> some_rules() {
    core::Rules late_yes = whatif::fixed_windows();
    late_yes.late_yes = true;
    return {{"10 min, as recorded", whatif::fixed_windows()},
            {"10 min, late yes", late_yes},
            {"auto, late yes (the default)", core::default_rules(core::Kind::Slots)}};
}

void run(const Options& options) {
    whatif::TestMonth made{.openings = 500, .entries = 2'000};
    std::uint32_t seeds = whatif::usual_seeds;
    if (options.quick) {
        made.openings = 50;
        made.entries = 200;
        seeds = 2;
    }
    const Month month(made);
    publish(options, "## A month played again, on " + machine() + "\n\n");
    Table table(
        fmt::format("{} openings, {} entries, {} seeds", made.openings, made.entries, seeds),
        {"rules", "seconds", "filled %", "target", "met"});
    for (const Rules& each : some_rules()) {
        whatif::Figures figures;
        const double seconds =
            nanoseconds_of([&] { figures = whatif::play_all(month.question, each.rules, seeds); }) /
            1e9;
        const bool is_met = seconds <= seconds_max;
        table.add_row({each.name, fmt::format("{:.1f}", seconds),
                       fmt::format("{:.1f}", 100 * figures.filled),
                       options.quick ? "" : fmt::format("<= {:.0f}", seconds_max),
                       options.quick ? ""
                       : is_met      ? "yes"
                                     : "NO"});
    }
    publish(options, table.markdown());
}

}  // namespace
}  // namespace standby::bench

int main(int argument_count, char** arguments) {
    standby::bench::run(standby::bench::parse_options(argument_count, arguments));
}
