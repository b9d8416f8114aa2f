// The figures of a resource, to look at and as a table to take away. Both read its whole history,
// on a reader's thread.
#include "engine/history/stats.hpp"

#include "engine/history/history_start.hpp"
#include "engine/history/read_events.hpp"
#include "engine/history/stats_channels.hpp"
#include "http/api/attachment.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/row_filter.hpp"
#include "interchange/view/stats.hpp"
#include "interchange/view/stats_table.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::uint32_t days_shown = 30;
constexpr std::uint32_t days_exported = 90;
constexpr std::uint32_t days_max = 366;

struct Format {
    std::string_view name;
    std::string_view content_type;
};
constexpr Format csv{.name = "csv", .content_type = "text/csv; charset=utf-8"};
constexpr Format xlsx{.name = "xlsx",
                      .content_type =
                          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"};

// How many days back figures go: ?days=.
Result<std::uint32_t, Problem> asked_days(const Call& call, std::uint32_t otherwise) {
    const auto days = TRY(number_parameter(call.request, "days", 1, days_max));
    return static_cast<std::uint32_t>(days.value_or(otherwise));
}

Result<std::string, engine::StoreError> name_of_resource(engine::Store& store,
                                                         core::ResourceNumber resource) {
    const auto listed = TRY(store.resources({}, core::ResourceNumber{resource.value() - 1}, 1));
    if (listed.empty() || listed.front().number != resource) {
        return std::unexpected(engine::StoreError::OutcomeUnknown);
    }
    return listed.front().name;
}

// Folds the kept history, and tells since when it is kept.
Result<std::optional<Time>, engine::StoreError> read_figures(engine::Store& store,
                                                             core::ResourceNumber resource,
                                                             const engine::StatsOptions& options,
                                                             engine::StatsFold& fold,
                                                             engine::ChannelFold* channels) {
    std::optional<Time> since;
    TRY(engine::read_from_beginning(
        store, resource,
        [&](const engine::Beginning& beginning) -> Result<void, engine::StoreError> {
            since = beginning.since;
            fold = engine::StatsFold(options);
            fold.begin(*beginning.state);
            if (channels != nullptr) {
                *channels = {};
                channels->begin(*beginning.state);
            }
            return engine::for_each_event(
                store, resource,
                [&](const core::Event& event) {
                    fold.add(event);
                    if (channels != nullptr) {
                        channels->add(event);
                    }
                },
                beginning.event);
        }));
    return since;
}

}  // namespace

Task<Answer> get_stats(Call& call) {
    const std::uint32_t days = CO_TRY(asked_days(call, days_shown));
    const engine::StatsOptions options{.zone = call.zone(), .now = call.now, .days = days};
    engine::StatsFold fold(options);
    engine::ChannelFold channels;
    std::optional<Time> kept_since;
    auto read = co_await call.read(
        [&](engine::Store& store) -> Result<void, engine::StoreError> {
            kept_since = TRY(read_figures(store, call.about.resource, options, fold, &channels));
            return engine::add_messages(store, call.about.resource, channels);
        },
        engine::Effort::Long);
    CO_TRY(read);
    co_return call.draft(200, interchange::stats_text(call.about.resource, fold.result(),
                                                      channels.result(), kept_since));
}

Task<Answer> export_stats(Call& call) {
    const std::uint32_t days = CO_TRY(asked_days(call, days_exported));
    const std::string format = call.request.parameter("format").value_or(std::string(csv.name));
    if (format != csv.name && format != xlsx.name) {
        co_return refuse_field("format", "must be csv or xlsx");
    }
    const engine::StatsOptions options{.zone = call.zone(), .now = call.now, .days = days};
    engine::StatsFold fold(options);
    std::optional<Time> kept_since;
    auto read = co_await call.read(
        [&](engine::Store& store) -> Result<std::string, engine::StoreError> {
            kept_since = TRY(read_figures(store, call.about.resource, options, fold, nullptr));
            return name_of_resource(store, call.about.resource);
        },
        engine::Effort::Long);
    const std::string name = CO_TRY(std::move(read));
    engine::Stats stats = fold.result();
    if (kept_since) {
        const auto first =
            std::chrono::floor<std::chrono::days>(options.zone.to_local(*kept_since));
        std::erase_if(stats.by_day, [&](const engine::DayFigures& day) { return day.day < first; });
    }
    const interchange::Table table = interchange::stats_table(stats.by_day);
    const Format& wanted = format == csv.name ? csv : xlsx;
    auto body = format == csv.name ? std::optional(interchange::csv_of(table))
                                   : interchange::workbook_of(table, name);
    if (!body) {
        co_return refuse(ProblemType::Unavailable, "The workbook could not be written.");
    }
    Response response;
    response.content_type = wanted.content_type;
    response.body = *std::move(body);
    response.compressible = format == csv.name;
    response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back("Content-Disposition", attachment_named(name, wanted.name));
    co_return response;
}

}  // namespace standby::http
