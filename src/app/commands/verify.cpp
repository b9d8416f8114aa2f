// `standby verify`: the stored data against the events, and a file against SQLite's own rules.
#include "app/commands/commands.hpp"
#include "app/commands/trail.hpp"
#include "app/commands/verification.hpp"
#include "app/service/zones.hpp"
#include "base/json/writer.hpp"
#include "interchange/view/ids.hpp"
#include "store/sqlite/maintenance.hpp"

#include <fmt/core.h>

#include <ostream>

namespace standby::app {
namespace {

void print(const VerifiedResource& report, std::ostream& output) {
    const std::string kept =
        report.kept_since ? ", kept since " + in_seconds(*report.kept_since) : std::string{};
    output << fmt::format("{}  {} events{}  {}\n", core::format_id(report.resource), report.events,
                          kept, report.findings.empty() ? "ok" : "WRONG");
    for (const std::string& finding : report.findings) {
        output << "  " << finding << '\n';
    }
}

void write(JsonWriter& writer, const VerifiedResource& report) {
    writer.begin_object();
    writer.text("resource_id", core::format_id(report.resource));
    writer.natural("events", report.events);
    writer.time("kept_since", report.kept_since);
    writer.boolean("ok", report.findings.empty());
    writer.texts("findings", report.findings);
    writer.end_object();
}

// What is not about one resource.
struct Beside {
    std::vector<std::string> file_problems;
    std::vector<std::string> staff_problems;
    std::uint64_t deeds = 0;  // of staff
};

void conclude(Console& console, Style style, const Beside& beside, const VerifiedTotal& total,
              std::string json) {
    if (style == Style::Text) {
        for (const std::string& problem : beside.file_problems) {
            console.output << "the file: " << problem << '\n';
        }
        for (const std::string& problem : beside.staff_problems) {
            console.output << "the staff audit trail: " << problem << '\n';
        }
        console.output << fmt::format(
            "{} resources, {} events: {}\n", total.resources, total.events,
            total.findings == 0 ? std::string("everything is in order")
                                : fmt::format("{} problems found", total.findings));
        return;
    }
    print_object(console.output, [&](JsonWriter& writer) {
        writer.boolean("ok", total.findings == 0);
        writer.natural("events", total.events);
        writer.texts("file", beside.file_problems);
        writer.begin_object("staff");
        writer.natural("deeds", beside.deeds);
        writer.texts("findings", beside.staff_problems);
        writer.end_object();
        writer.name("resources");
        writer.raw(json);
    });
}

// A file is read as it was when it was opened; the database of a cluster in one snapshot.
Result<VerifiedTotal, std::string>
verify_data(const OpenData& data, const VerifyCommand& command,
            const std::function<void(const VerifiedResource&)>& tell) {
    const LoadResource load = [&](core::ResourceNumber resource) {
        return data.store().load(resource, system_now());
    };
    const core::ZoneBook zones = read_zones();
    const engine::FindZone find_zone = [&](std::string_view name) { return zones.find(name); };
    if (data.file() != nullptr) {
        return verify_all(data.store(), command.resource, load, find_zone, tell);
    }
    auto reading = TRY(
        store::PgReading::open(command.place.store, data.cluster()->database().options().schema));
    return verify_all(reading, command.resource, load, find_zone, tell);
}

}  // namespace

Outcome carry_out(const VerifyCommand& command, Console& console) {
    const auto data = TRY(open_to_read(command.place));
    std::string json;
    JsonWriter writer{json};
    writer.begin_array();
    auto total = verify_data(data, command, [&](const VerifiedResource& report) {
        if (command.style == Style::Json) {
            write(writer, report);
        } else {
            print(report, console.output);
        }
    });
    writer.end_array();
    if (!total) {
        return fail(total.error());
    }
    std::vector<std::string> problems;
    if (data.file() != nullptr) {
        problems = TRY(store::integrity_check(data.file()->database()));
    }
    std::vector<std::string> staff_problems;
    std::uint64_t deeds = 0;
    if (!command.resource) {
        for (const VerifiedTrail& trail : TRY(verify_trails(data.registry()))) {
            deeds += trail.deeds;
            for (const std::string& finding : trail.findings) {
                staff_problems.push_back(interchange::format_account_id(trail.account) + ", " +
                                         finding);
            }
        }
    }
    total->findings += problems.size() + staff_problems.size();
    conclude(console, command.style, {problems, staff_problems, deeds}, *total, std::move(json));
    return total->findings == 0 ? exit_ok : exit_failed;
}

}  // namespace standby::app
