// The figures of a list, or of all lists of an account, to look at and as tables to take away. They
// are kept day by day, so that nobody waits for a history to be read.
#include "engine/history/stats.hpp"

#include "core/state/rows.hpp"
#include "engine/history/month.hpp"
#include "engine/ports/listings.hpp"
#include "http/api/attachment.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/stats_query.hpp"
#include "interchange/view/month.hpp"
#include "interchange/view/stats.hpp"
#include "interchange/view/stats_table.hpp"

#include <utility>

namespace standby::http {
namespace {

using std::chrono::local_days;

constexpr std::uint32_t days_shown = 30;
constexpr std::uint32_t days_exported = 90;
constexpr std::size_t lists_max = 500;

struct Format {
    std::string_view name;
    std::string_view content_type;
};
constexpr Format csv{.name = "csv", .content_type = "text/csv; charset=utf-8"};
constexpr Format xlsx{.name = "xlsx",
                      .content_type =
                          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"};

local_days today_in(const Zone& zone, Time now) {
    return std::chrono::floor<std::chrono::days>(zone.to_local(now));
}

Result<engine::RollupContext, engine::StoreError>
rollup_context(const Call& call, engine::Registry& registry, engine::AccountNumber account) {
    const engine::House house = TRY(registry.house(account));
    return engine::RollupContext{
        .find_zone = [&zones = call.shared.services.zones](
                         std::string_view name) { return zones.find(name); },
        .opens = house.open_tracking ? engine::OpensCounted::Yes : engine::OpensCounted::No};
}

// Only the days that are told or added up are read.
Result<engine::Selection, engine::StoreError>
read_asked(engine::Store& store, engine::Registry& registry, core::ResourceNumber resource,
           const engine::StatsQuestion& question, const engine::RollupContext& context) {
    engine::DayNumber from = question.first_day;
    engine::DayNumber to = question.last_day;
    if (question.range) {
        from = std::min(from, question.range->first);
        to = std::max(to, question.range->second);
    }
    engine::Selection selection =
        engine::select(TRY(engine::read_counted(store, resource, from, to, context)), question);
    const auto range =
        question.range.value_or(std::pair{engine::first_day_ever, engine::last_day_ever});
    selection.add(TRY(registry.late_looks(resource, range.first, range.second)));
    return selection;
}

Result<std::string, engine::StoreError> name_of_resource(engine::Store& store,
                                                         core::ResourceNumber resource) {
    auto listing = TRY(engine::listing_of(store, resource));
    if (!listing) {
        return std::unexpected(engine::StoreError::OutcomeUnknown);
    }
    return std::move(listing->name);
}

// What the lists of an account come to.
struct AccountFigures {
    std::vector<interchange::ListFigures> lists;
    engine::Selection total;
    std::size_t left_out = 0;
};

Result<AccountFigures, engine::StoreError>
read_account(engine::Store& store, engine::Registry& registry, engine::AccountNumber account,
             const StatsQuery& query, Time now, const engine::RollupContext& context) {
    AccountFigures found;
    const auto add =
        [&](const engine::ResourceListing& list) -> Result<engine::GoOn, engine::StoreError> {
        const auto row = core::decode_resource_row(list.data);
        if (!row || found.lists.size() == lists_max) {
            ++found.left_out;
            return engine::GoOn::Yes;
        }
        const Zone* zone = context.find_zone(row->settings.time_zone);
        const engine::StatsQuestion question =
            query.question(today_in(zone == nullptr ? Zone::utc() : *zone, now));
        const engine::Selection selection =
            TRY(read_asked(store, registry, list.number, question, context));
        engine::StatsQuestion without_days = question;
        without_days.last_day = without_days.first_day - 1;
        found.lists.push_back({.resource = list.number,
                               .name = list.name,
                               .kind = row->settings.kind,
                               .stats = engine::make_stats(selection, without_days)});
        found.total.add(selection);
        return engine::GoOn::Yes;
    };
    TRY(engine::for_each_list(store, account, add));
    return found;
}

Answer table_answer(const interchange::Table& table, const std::string& format,
                    const std::string& name) {
    const Format& wanted = format == csv.name ? csv : xlsx;
    auto body = format == csv.name ? std::optional(interchange::csv_of(table))
                                   : interchange::workbook_of(table, name);
    if (!body) {
        return refuse(ProblemType::Unavailable, "The workbook could not be written.");
    }
    Response response;
    response.content_type = wanted.content_type;
    response.body = *std::move(body);
    response.compressible = format == csv.name;
    response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back("Content-Disposition", attachment_named(name, wanted.name));
    return response;
}

// Days before what is counted begins have nothing to tell.
void leave_out_unknown_days(engine::Stats& stats, const Zone& zone) {
    if (stats.kept_since) {
        const auto first = std::chrono::floor<std::chrono::days>(zone.to_local(*stats.kept_since));
        std::erase_if(stats.by_day, [&](const engine::DayFigures& day) { return day.day < first; });
    }
}

}  // namespace

Task<Answer> get_stats(Call& call) {
    const StatsQuery query = CO_TRY(read_stats_query(call.request, days_shown));
    const local_days today = today_in(call.zone(), call.now);
    const engine::StatsQuestion question = query.question(today);
    auto read = co_await call.read(
        [&](engine::Store& store,
            engine::Registry& registry) -> Result<engine::Selection, engine::StoreError> {
            const auto context = TRY(rollup_context(call, registry, call.caller->account));
            return read_asked(store, registry, call.about.resource, question, context);
        },
        engine::Effort::Long);
    const engine::Selection selection = CO_TRY(std::move(read));
    const engine::Stats stats = engine::make_stats(selection, question);
    CO_TRY(check_names(query, stats.services, stats.staff));
    co_return call.draft(200,
                         interchange::stats_text(call.about.resource, stats, query.about(today)));
}

Task<Answer> export_stats(Call& call) {
    const StatsQuery query = CO_TRY(read_stats_query(call.request, days_exported));
    const std::string format = call.request.parameter("format").value_or(std::string(csv.name));
    if (format != csv.name && format != xlsx.name) {
        co_return refuse_field("format", "must be csv or xlsx");
    }
    const std::string which = call.request.parameter("table").value_or("days");
    if (which != "days" && which != "figures") {
        co_return refuse_field("table", "must be days or figures");
    }
    const engine::StatsQuestion question = query.question(today_in(call.zone(), call.now));
    std::string name;
    auto read = co_await call.read(
        [&](engine::Store& store,
            engine::Registry& registry) -> Result<engine::Selection, engine::StoreError> {
            name = TRY(name_of_resource(store, call.about.resource));
            const auto context = TRY(rollup_context(call, registry, call.caller->account));
            return read_asked(store, registry, call.about.resource, question, context);
        },
        engine::Effort::Long);
    const engine::Selection selection = CO_TRY(std::move(read));
    engine::Stats stats = engine::make_stats(selection, question);
    CO_TRY(check_names(query, stats.services, stats.staff));
    leave_out_unknown_days(stats, call.zone());
    co_return table_answer(which == "days" ? interchange::stats_table(stats)
                                           : interchange::figures_table(stats),
                           format, name);
}

Task<Answer> get_account_stats(Call& call) {
    StatsQuery query = CO_TRY(read_stats_query(call.request, days_shown));
    query.is_last_days = true;
    auto read = co_await call.read(
        [&](engine::Store& store,
            engine::Registry& registry) -> Result<AccountFigures, engine::StoreError> {
            const auto context = TRY(rollup_context(call, registry, call.caller->account));
            return read_account(store, registry, call.caller->account, query, call.now, context);
        },
        engine::Effort::Long);
    const AccountFigures found = CO_TRY(std::move(read));
    const engine::Stats total = engine::make_stats(found.total, {});
    CO_TRY(check_names(query, total.services, total.staff));
    // Which days these are may differ by one between lists in different zones.
    co_return call.draft(
        200, interchange::account_stats_text(found.lists, found.left_out, total,
                                             query.about(today_in(Zone::utc(), call.now))));
}

Task<Answer> get_month(Call& call) {
    const auto asked = CO_TRY(month_parameter(call.request));
    std::optional<engine::MonthNumber> month;
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry)
            -> Result<std::optional<engine::MonthReport>, engine::StoreError> {
            const engine::AccountNumber account = call.caller->account;
            const auto context = TRY(rollup_context(call, registry, account));
            const engine::House house = TRY(registry.house(account));
            const Zone* zone = context.find_zone(TRY(engine::month_zone(store, house)));
            const engine::MonthNumber last =
                engine::last_month(zone == nullptr ? Zone::utc() : *zone, call.now);
            month = asked.value_or(last);
            if (*month > last) {
                return std::nullopt;
            }
            return TRY(engine::month_report(store, registry, account, *month, context));
        },
        engine::Effort::Long);
    const auto report = CO_TRY(std::move(read));
    if (!report) {
        co_return refuse_field("month", "must be a month that is over");
    }
    co_return call.draft(200, interchange::month_text(*report));
}

}  // namespace standby::http
