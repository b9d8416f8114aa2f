#include "interchange/view/month.hpp"

#include "base/json/writer.hpp"

#include <fmt/format.h>

namespace standby::interchange {
namespace {

double seconds_of(Duration duration) {
    return std::chrono::duration<double>(duration).count();
}

void write_figures(JsonWriter& writer, std::string_view member,
                   const engine::MonthFigures& figures) {
    const auto& times = figures.time_to_fill;
    writer.begin_object(member);
    writer.natural("freed", figures.freed);
    writer.natural("filled", figures.filled);
    writer.natural("offers", figures.offers);
    writer.natural("accepted", figures.accepted);
    writer.natural("joined", figures.joined);
    writer.fraction("average_seconds_to_fill",
                    times ? std::optional(seconds_of(times->mean)) : std::nullopt);
    writer.fraction("median_seconds_to_fill",
                    times ? std::optional(seconds_of(times->median)) : std::nullopt);
    writer.array("revenue_recovered", figures.recovered, [&](const auto& recovered) {
        writer.begin_object();
        writer.integer("amount", recovered.second);
        writer.text("currency", {recovered.first.data(), recovered.first.size()});
        writer.end_object();
    });
    writer.end_object();
}

}  // namespace

std::string month_text(const engine::MonthReport& report) {
    return json_object([&](JsonWriter& writer) {
        writer.text("month", fmt::format("{:04}-{:02}", report.month / 12, report.month % 12 + 1));
        write_figures(writer, "figures", report.figures);
        write_figures(writer, "before", report.before);
        writer.name("suggestion");
        if (!report.suggestion) {
            writer.null();
            return;
        }
        writer.begin_object();
        writer.text("resource_id", core::format_id(report.suggestion->resource));
        writer.text("list", report.suggestion->list);
        writer.text("change", engine::name_of(report.suggestion->change));
        writer.fraction("filled_now", report.suggestion->filled_now);
        writer.fraction("filled_then", report.suggestion->filled_then);
        writer.end_object();
    });
}

}  // namespace standby::interchange
