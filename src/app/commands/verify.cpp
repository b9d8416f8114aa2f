// `standby verify`: the stored data against the events, and the file against SQLite's own rules.
#include "engine/history/verify.hpp"

#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "base/json/writer.hpp"
#include "engine/history/place_watch.hpp"
#include "store/sqlite/maintenance.hpp"

#include <fmt/core.h>

#include <ostream>

namespace standby::app {
namespace {

struct Report {
    core::ResourceNumber resource;
    std::uint64_t events = 0;
    std::vector<std::string> findings;
};

Result<Report, std::string> verify_resource(engine::Store& store,
                                            const engine::ResourceListing& listing) {
    Report report{.resource = listing.number};
    engine::Verifier verifier(listing.number);
    engine::PlaceWatch places;
    std::vector<std::string> oversold;
    TRY(for_each_event(
        store, listing.number, [&](const engine::EventRow& row) -> Result<bool, std::string> {
            if (!verifier.add(row)) {
                return false;
            }
            if (places.oversells(verifier.state())) {
                oversold.push_back(fmt::format(
                    "event {}: more places were given away than there are", row.number));
            }
            return true;
        }));
    for (const engine::RowTable table :
         {engine::RowTable::Entries, engine::RowTable::Offers, engine::RowTable::Openings}) {
        TRY(for_each_row(store, table, listing.number,
                         [&](const engine::StoredRow& row) -> Result<void, std::string> {
                             verifier.add(table, row);
                             return {};
                         }));
    }
    verifier.compare(listing);
    const auto loaded = store.load(listing.number, system_now());
    if (!loaded) {
        report.findings.emplace_back("the rows cannot be read back into memory");
    } else if (*loaded) {
        verifier.compare(**loaded);
    } else {
        report.findings.emplace_back("the rows are missing");
    }
    report.events = verifier.events();
    for (std::string& finding : verifier.finish()) {
        report.findings.push_back(std::move(finding));
    }
    report.findings.insert(report.findings.end(), oversold.begin(), oversold.end());
    return report;
}

void print(const Report& report, std::ostream& output) {
    output << fmt::format("{}  {} events  {}\n", core::format_id(report.resource), report.events,
                          report.findings.empty() ? "ok" : "WRONG");
    for (const std::string& finding : report.findings) {
        output << "  " << finding << '\n';
    }
}

void write(JsonWriter& writer, const Report& report) {
    writer.begin_object();
    writer.text("resource_id", core::format_id(report.resource));
    writer.natural("events", report.events);
    writer.boolean("ok", report.findings.empty());
    writer.name("findings");
    writer.begin_array();
    for (const std::string& finding : report.findings) {
        writer.text(finding);
    }
    writer.end_array();
    writer.end_object();
}

struct Total {
    std::uint64_t resources = 0;
    std::uint64_t events = 0;
    std::uint64_t findings = 0;
};

void conclude(Console& console, Style style, const std::vector<std::string>& file_problems,
              const Total& total, std::string json) {
    if (style == Style::Text) {
        for (const std::string& problem : file_problems) {
            console.output << "the file: " << problem << '\n';
        }
        console.output << fmt::format(
            "{} resources, {} events: {}\n", total.resources, total.events,
            total.findings == 0 ? std::string("all is well")
                                : fmt::format("{} things are wrong", total.findings));
        return;
    }
    std::string text;
    JsonWriter writer{text};
    writer.begin_object();
    writer.boolean("ok", total.findings == 0);
    writer.natural("events", total.events);
    writer.name("file");
    writer.begin_array();
    for (const std::string& problem : file_problems) {
        writer.text(problem);
    }
    writer.end_array();
    writer.name("resources");
    writer.raw(json);
    writer.end_object();
    console.output << text << '\n';
}

}  // namespace

int carry_out(const VerifyCommand& command, Console& console) {
    const auto store = open_to_read(command.place);
    if (!store) {
        return complain(console, store.error(), exit_unavailable);
    }
    Total total;
    std::string json;
    JsonWriter writer{json};
    writer.begin_array();
    const auto each = [&](const engine::ResourceListing& listing) -> Result<void, std::string> {
        if (listing.status == core::ResourceStatus::None) {
            return {};  // a number was given out, and nothing was made of it
        }
        const Report report = TRY(verify_resource(**store, listing));
        ++total.resources;
        total.events += report.events;
        total.findings += report.findings.size();
        if (command.style == Style::Json) {
            write(writer, report);
        } else {
            print(report, console.output);
        }
        return {};
    };
    const auto walked = for_each_resource(**store, command.resource, each);
    writer.end_array();
    if (!walked) {
        return complain(console, walked.error(), exit_failed);
    }
    const auto problems = store::integrity_check((*store)->database());
    if (!problems) {
        return complain(console, problems.error(), exit_failed);
    }
    total.findings += problems->size();
    conclude(console, command.style, *problems, total, std::move(json));
    return total.findings == 0 ? exit_ok : exit_failed;
}

}  // namespace standby::app
