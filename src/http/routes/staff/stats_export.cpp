// The figures as a table to take away.
#include "engine/history/read_events.hpp"
#include "http/api/stats_table.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/staff/stats_days.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::uint32_t days_exported = 90;

struct Format {
    std::string_view name;
    std::string_view content_type;
};
constexpr Format csv{.name = "csv", .content_type = "text/csv; charset=utf-8"};
constexpr Format xlsx{.name = "xlsx",
                      .content_type =
                          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"};

// Nothing when it cannot be read.
std::optional<std::string> name_of_resource(engine::Store& store, core::ResourceNumber resource) {
    const auto listed = store.resources({}, core::ResourceNumber{resource.value() - 1}, 1);
    if (!listed || listed->empty() || listed->front().number != resource) {
        return std::nullopt;
    }
    return listed->front().name;
}

}  // namespace

void ApiRoutes::export_stats(const CallPtr& call) {
    const auto days = parse_days(*call, days_exported);
    if (!days) {
        call->send_problem(days.error());
        return;
    }
    const std::string format = call->request.parameter("format").value_or(std::string(csv.name));
    if (format != csv.name && format != xlsx.name) {
        call->send_problem(invalid("format", "must be csv or xlsx"));
        return;
    }
    read(
        call,
        [this, call, days = *days, is_csv = format == csv.name](engine::Store& store,
                                                                engine::Registry&) {
            engine::StatsFold fold({.zone = zone_of(*call), .now = call->now, .days = days});
            const auto add = [&](const core::Event& event) { fold.add(event); };
            const auto name = name_of_resource(store, call->resource);
            if (!name || !engine::for_each_event(store, call->resource, add)) {
                call->send_problem(problem(ProblemType::Unavailable));
                return;
            }
            const Table table = stats_table(fold.result().by_day);
            auto body = is_csv ? std::optional(csv_of(table)) : workbook_of(table, *name);
            if (!body) {
                call->send_problem(
                    problem(ProblemType::Unavailable, "The workbook could not be written."));
                return;
            }
            Response response;
            response.content_type = is_csv ? csv.content_type : xlsx.content_type;
            response.body = *std::move(body);
            response.compressible = is_csv;
            response.headers.emplace_back("Cache-Control", "no-store");
            response.headers.emplace_back("Content-Disposition",
                                          attachment_named(*name, is_csv ? csv.name : xlsx.name));
            call->send(std::move(response));
        },
        engine::Effort::Long);
}

}  // namespace standby::http
