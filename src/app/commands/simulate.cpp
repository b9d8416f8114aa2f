// `standby simulate`: what a month would have been under other rules, beside those in force; or,
// for a house without a history, what published figures let expect.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/simulated_runs.hpp"
#include "app/service/zones.hpp"
#include "base/json/writer.hpp"
#include "core/state/rows.hpp"
#include "engine/whatif/read_month.hpp"
#include "engine/whatif/what_if.hpp"
#include "interchange/view/resource.hpp"

#include <fmt/core.h>

#include <ostream>
#include <utility>

namespace standby::app {
namespace {

namespace whatif = engine::whatif;

struct FoundList {
    core::ResourceNumber number;
    std::string name;
    core::ResourceRow row;
};

Result<std::vector<FoundList>, std::string> all_lists(engine::Store& store) {
    std::vector<FoundList> lists;
    TRY(for_each_resource(store, std::nullopt,
                          [&](const engine::ResourceListing& listing) -> Result<void, std::string> {
                              if (listing.status == core::ResourceStatus::None) {
                                  return {};
                              }
                              auto row = core::decode_resource_row(listing.data);
                              if (!row) {
                                  return std::unexpected(
                                      fmt::format("{} cannot be read; run standby verify",
                                                  core::format_id(listing.number)));
                              }
                              lists.push_back({listing.number, listing.name, *std::move(row)});
                              return {};
                          }));
    return lists;
}

Result<FoundList, Complaint> find_list(engine::Store& store, const std::string& wanted) {
    auto lists = TRY(all_lists(store));
    const auto number = core::parse_resource_id(wanted);
    std::vector<FoundList> found;
    for (FoundList& list : lists) {
        if (wanted.empty() || list.name == wanted || (number && list.number == *number)) {
            found.push_back(std::move(list));
        }
    }
    if (found.size() == 1) {
        return std::move(found.front());
    }
    if (found.empty()) {
        return fail(wanted.empty() ? "there is no list"
                                   : fmt::format("there is no list {}", wanted));
    }
    std::string ids;
    for (const FoundList& list : found) {
        ids += fmt::format("{}{}", ids.empty() ? "" : ", ", core::format_id(list.number));
    }
    return fail(fmt::format("--list must say which one: {}", ids), exit_usage);
}

// A time, or the midnight with which a date begins there.
Time time_in(const Zone& zone, const std::string& typed) {
    constexpr std::size_t date_length = 10;
    if (typed.size() != date_length) {
        return *parse_time(typed);
    }
    const Time midnight = *parse_time(typed + "T00:00:00Z");
    return zone.to_utc(LocalTime{midnight.time_since_epoch()});
}

Result<whatif::Stretch, Complaint> stretch_of(const SimulateCommand& command, const Zone& zone) {
    const Time now = system_now();
    if (command.from.empty()) {
        return whatif::month_in(zone, whatif::last_whole_month(zone, now));
    }
    const whatif::Stretch stretch{.from = time_in(zone, command.from),
                                  .to = command.to.empty() ? now : time_in(zone, command.to)};
    if (stretch.from >= stretch.to) {
        return fail(fmt::format("--from must be before {}: {} is not",
                                command.to.empty() ? "now" : "--to", command.from),
                    exit_usage);
    }
    return stretch;
}

std::string day_text(const Zone& zone, Time at) {
    return format_time(Time{zone.to_local(at).time_since_epoch()}).substr(0, 10);
}

Result<whatif::RecordedMonth, Complaint> recorded(engine::Store& store, const FoundList& list,
                                                  const SimulateCommand& command, const Zone& zone,
                                                  const core::ZoneBook& zones) {
    whatif::Stretch stretch = TRY(stretch_of(command, zone));
    auto read = whatif::read_month(store, list.number, stretch, zones);
    if (!read || !read->month) {
        return fail(fmt::format("the history of {} cannot be read; run standby verify",
                                core::format_id(list.number)));
    }
    if (read->kept_since && stretch.from < *read->kept_since) {
        return fail(fmt::format("--from must not be before {}: {}", in_seconds(*read->kept_since),
                                kept_since_text(list.number, *read->kept_since)));
    }
    if (read->month->figures.freed == 0) {
        return fail(fmt::format("no place came free on {} from {} to {}: --from and --to must be "
                                "days on which some did",
                                core::format_id(list.number), day_text(zone, stretch.from),
                                day_text(zone, stretch.to)));
    }
    return *std::move(read->month);
}

std::string sentence_of(const core::Refusal& refusal) {
    constexpr std::string_view prefix = "rules.";
    const bool is_rule = refusal.field.starts_with(prefix);
    return is_rule ? fmt::format("--set {} {}", refusal.field.substr(prefix.size()), refusal.detail)
                   : std::string(refusal.detail);
}

void print_introduction(const FoundList& list, const whatif::RecordedMonth& month,
                        const whatif::ResponseModel& model, const Zone& zone,
                        std::ostream& output) {
    const whatif::RecordedFigures& figures = month.figures;
    output << fmt::format("{} ({}), {} to {}: {} places came free, {:.1f} % were filled, {:.1f} "
                          "people were asked for each.\n",
                          list.name, core::format_id(list.number), day_text(zone, month.from),
                          day_text(zone, month.to), figures.freed,
                          100.0 * static_cast<double>(figures.filled) /
                              static_cast<double>(figures.freed),
                          static_cast<double>(figures.asked) / static_cast<double>(figures.freed));
    if (model.has_too_little()) {
        output << fmt::format("Too little to go by: {} offers are on record, and it takes {}. How "
                              "guests answer is taken from published figures.\n",
                              model.offers(), whatif::offers_to_go_by);
    } else {
        output << fmt::format("Guests answer as they did to {} offers of this list.\n",
                              model.offers());
    }
    if (month.rules_changed) {
        output << "The rules changed meanwhile; each run has its own from the first day on.\n";
    }
}

void write_facts(JsonWriter& writer, const FoundList& list, const whatif::RecordedMonth& month,
                 const whatif::ResponseModel& model, std::uint32_t seeds) {
    writer.text("resource_id", core::format_id(list.number));
    writer.time("from", month.from);
    writer.time("to", month.to);
    writer.natural("seeds", seeds);
    writer.natural("offers", model.offers());
    writer.boolean("too_little", model.has_too_little());
    writer.begin_object("recorded");
    writer.natural("freed", month.figures.freed);
    writer.fraction("filled", static_cast<double>(month.figures.filled) /
                                  static_cast<double>(month.figures.freed));
    writer.fraction("asked", static_cast<double>(month.figures.asked) /
                                 static_cast<double>(month.figures.freed));
    writer.end_object();
}

Outcome simulate_month(const SimulateCommand& command, Console& console) {
    const auto data = TRY(open_to_read(command.place));
    const FoundList list = TRY(find_list(data.store(), command.list));
    const core::ZoneBook zones = read_zones();
    const Zone* known = zones.find(list.row.settings.time_zone);
    const Zone zone = known != nullptr ? *known : Zone::utc();
    const whatif::RecordedMonth month = TRY(recorded(data.store(), list, command, zone, zones));
    const whatif::ResponseModel model(month.evidence);
    const whatif::MonthQuestion question{.month = month,
                                         .model = model,
                                         .zones = zones,
                                         .answer_window = whatif::answer_window_of(month, model)};

    std::vector<SimulatedRun> runs;
    if (!command.settings.text.empty()) {
        runs.push_back({.name = command.settings.text,
                        .rules = command.settings.rules.merged_into(list.row.rules)});
    }
    runs.push_back({.name = "rules in force", .rules = list.row.rules});
    for (const SimulatedRun& run : runs) {
        if (const auto refusal = whatif::objection_to(question, run.rules)) {
            return fail(sentence_of(*refusal), exit_usage);
        }
    }
    Progress progress(console, command.style, runs.size() * command.seeds);
    for (SimulatedRun& run : runs) {
        run.figures = play_on_all_cores(question, run.rules, command.seeds, progress);
    }
    progress.clear();
    if (command.style == Style::Json) {
        print_object(console.output, [&](JsonWriter& writer) {
            write_runs(writer, runs);
            write_facts(writer, list, month, model, command.seeds);
        });
        return exit_ok;
    }
    print_introduction(list, month, model, zone, console.output);
    print_runs(runs, console.output);
    return exit_ok;
}

Outcome simulate_salon(const SimulateCommand& command, Console& console) {
    const whatif::Salon& usual = command.settings.salon;
    const whatif::ResponseModel model(command.settings.answers);
    std::vector<SimulatedRun> runs;
    if (!command.settings.text.empty()) {
        runs.push_back({.name = command.settings.text,
                        .rules = command.settings.rules.merged_into(usual.rules)});
    }
    runs.push_back({.name = "the usual rules", .rules = usual.rules});
    for (const SimulatedRun& run : runs) {
        if (const auto refusal = core::check_rules(run.rules)) {
            return fail(sentence_of(*refusal), exit_usage);
        }
    }
    Progress progress(console, command.style, runs.size() * usual.openings);
    for (SimulatedRun& run : runs) {
        whatif::Salon salon = usual;
        salon.rules = run.rules;
        run.figures = play_on_all_cores(salon, model, progress);
    }
    progress.clear();
    if (command.style == Style::Json) {
        print_object(console.output, [&](JsonWriter& writer) {
            write_runs(writer, runs);
            writer.natural("openings", usual.openings);
        });
        return exit_ok;
    }
    console.output << fmt::format("A salon by published figures: {} openings, {} people who fit "
                                  "each, of whom {:.0f} % ever say yes.\n",
                                  usual.openings, usual.people_who_fit,
                                  100 * command.settings.answers.yes_share);
    print_runs(runs, console.output);
    return exit_ok;
}

}  // namespace

Outcome carry_out(const SimulateCommand& command, Console& console) {
    return command.has_model ? simulate_salon(command, console) : simulate_month(command, console);
}

}  // namespace standby::app
