// Each part of the work is the same wherever it is done, so the figures don't depend on the cores.
#include "app/commands/simulated_runs.hpp"

#include "interchange/view/resource.hpp"
#include "interchange/view/trial.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <thread>
#include <vector>

namespace standby::app {
namespace {

namespace whatif = engine::whatif;

constexpr auto progress_after = std::chrono::seconds{2};
constexpr auto progress_every = std::chrono::milliseconds{250};
constexpr unsigned threads_max = 16;

// Calls work(part) for each part, on all cores; `show` is told of parts that are done, on this one.
template <class Work, class Show>
void on_all_cores(std::uint32_t parts, const Work& work, const Show& show) {
    std::atomic<std::uint32_t> next = 0;
    const auto take_next = [&](auto&& tell) {
        for (std::uint32_t part = next++; part < parts; part = next++) {
            work(part);
            tell(next);
        }
    };
    std::vector<std::jthread> others;
    const unsigned cores = std::clamp(std::thread::hardware_concurrency(), 1U, threads_max);
    for (unsigned core = 1; core < cores && core < parts; ++core) {
        others.emplace_back([&] { take_next([](std::uint32_t) {}); });
    }
    take_next([&](std::uint32_t begun) { show(std::min(begun, parts)); });
}

std::string length_text(const std::optional<Duration>& length) {
    if (!length) {
        return "-";
    }
    return format_duration(std::max<Duration>(std::chrono::minutes{1},
                                              std::chrono::round<std::chrono::minutes>(*length)));
}

std::string percent(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

void write_run(JsonWriter& writer, const SimulatedRun& run) {
    writer.begin_object();
    writer.text("name", run.name);
    writer.name("rules");
    interchange::write_rules(writer, run.rules, interchange::DrawSeed::Hidden);
    interchange::write_figures(writer, run.figures);
    writer.end_object();
}

}  // namespace

Progress::Progress(Console& console, Style style, std::uint64_t all)
    : console_(console),
      is_shown_(console.is_seen && style == Style::Text),
      all_(all),
      next_(std::chrono::steady_clock::now() + progress_after) {}

void Progress::show(std::uint64_t done) {
    done_ += done;
    const auto now = std::chrono::steady_clock::now();
    if (!is_shown_ || now < next_) {
        return;
    }
    next_ = now + progress_every;
    has_line_ = true;
    console_.errors << fmt::format("\r{:.0f} % played",
                                   100.0 * static_cast<double>(done_) / static_cast<double>(all_))
                    << std::flush;
}

void Progress::clear() {
    if (has_line_) {
        console_.errors << "\r             \r" << std::flush;
    }
}

whatif::Figures play_on_all_cores(const whatif::MonthQuestion& question, const core::Rules& rules,
                                  std::uint32_t seeds, Progress& progress) {
    std::vector<whatif::Tally> tallies(seeds);
    std::uint32_t shown = 0;
    on_all_cores(
        seeds, [&](std::uint32_t part) { tallies[part] = whatif::play(question, rules, part + 1); },
        [&](std::uint32_t done) {
            progress.show(done - shown);
            shown = done;
        });
    return whatif::summarise(tallies);
}

whatif::Figures play_on_all_cores(const whatif::Salon& salon, const whatif::ResponseModel& model,
                                  Progress& progress) {
    constexpr std::uint32_t at_once = 500;
    const std::uint32_t parts = (salon.openings + at_once - 1) / at_once;
    std::vector<whatif::SalonTally> tallies(parts);
    std::uint32_t shown = 0;
    on_all_cores(
        parts,
        [&](std::uint32_t part) {
            const std::uint32_t first = part * at_once;
            tallies[part] = whatif::play_salon(salon, model, 1, first,
                                               std::min(at_once, salon.openings - first));
        },
        [&](std::uint32_t done) {
            progress.show(std::uint64_t{done - shown} * at_once);
            shown = done;
        });
    return whatif::summarise(tallies).all;
}

void print_runs(std::span<const SimulatedRun> runs, std::ostream& output) {
    std::size_t width = 5;
    for (const SimulatedRun& run : runs) {
        width = std::max(width, run.name.size());
    }
    output << fmt::format("\n{:<{}}  {:>8}  {:>16}  {:>6}  {:>9}  {:>8}  {:>11}\n", "rules", width,
                          "filled", "95 of 100 in", "asked", "messages", "to fill", "order kept");
    for (const SimulatedRun& run : runs) {
        const whatif::Figures& figures = run.figures;
        output << fmt::format("{:<{}}  {:>8}  {:>16}  {:>6.1f}  {:>9.1f}  {:>8}  {:>11}\n",
                              run.name, width, percent(figures.filled),
                              fmt::format("{:.1f} to {:.1f} %", 100 * figures.interval.first,
                                          100 * figures.interval.second),
                              figures.asked, figures.messages, length_text(figures.time_to_fill),
                              figures.order_kept ? percent(*figures.order_kept) : "-");
    }
    output << "\nAsked and messages are for each place that came free; to fill is the median.\n";
}

void write_runs(JsonWriter& writer, std::span<const SimulatedRun> runs) {
    writer.begin_array("runs");
    for (const SimulatedRun& run : runs) {
        write_run(writer, run);
    }
    writer.end_array();
}

}  // namespace standby::app
