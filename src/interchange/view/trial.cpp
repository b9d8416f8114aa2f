#include "interchange/view/trial.hpp"

#include <string>

namespace standby::interchange {
namespace {

std::string month_text(std::chrono::year_month month) {
    const std::chrono::sys_days first{month / std::chrono::day{1}};
    return format_time(Time{first}).substr(0, 7);
}

void write_run(JsonWriter& writer, std::string_view member,
               const std::optional<engine::whatif::Figures>& figures) {
    if (!figures) {
        writer.null(member);
        return;
    }
    writer.begin_object(member);
    write_figures(writer, *figures);
    writer.end_object();
}

}  // namespace

void write_figures(JsonWriter& writer, const engine::whatif::Figures& figures) {
    writer.fraction("filled", figures.filled);
    writer.begin_array("interval");
    writer.fraction(figures.interval.first);
    writer.fraction(figures.interval.second);
    writer.end_array();
    writer.fraction("asked", figures.asked);
    writer.fraction("messages", figures.messages);
    writer.fraction("time_to_fill",
                    figures.time_to_fill
                        ? std::optional(static_cast<double>(figures.time_to_fill->count()) / 1000)
                        : std::nullopt);
    writer.fraction("order_kept", figures.order_kept);
}

void write_trial(JsonWriter& writer, const TrialFacts& facts) {
    writer.begin_object();
    writer.text("month", month_text(facts.month));
    writer.natural("offers", facts.offers);
    writer.boolean("too_little", facts.has_too_little);
    writer.natural("seeds", facts.now ? facts.now->seeds : 0);
    writer.begin_object("recorded");
    writer.natural("freed", facts.freed);
    writer.natural("filled", facts.filled);
    writer.end_object();
    write_run(writer, "now", facts.now);
    write_run(writer, "then", facts.then);
    writer.end_object();
}

}  // namespace standby::interchange
