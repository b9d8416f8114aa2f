// `standby import`: everyone in a table joins a list. Rows end up as bodies of the API, so what the
// API would refuse is refused here, and said with the row and the column. A file that nobody uses
// is changed here; a server that runs does it itself (import_online.cpp).
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/import_report.hpp"
#include "app/commands/offline_engine.hpp"
#include "app/commands/running_server.hpp"
#include "app/imports/import_plan.hpp"
#include "app/service/clocks.hpp"
#include "app/service/zones.hpp"
#include "intake/table/table_job.hpp"

#include <fmt/core.h>

#include <fstream>
#include <iterator>
#include <optional>

namespace standby::app {
namespace {

constexpr std::size_t rows_at_once = 1'000;
constexpr std::size_t file_bytes_max = 100 * 1024 * 1024;

Result<std::string, std::string> bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return std::unexpected(fmt::format("{} cannot be read", path));
    }
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    if (bytes.size() > file_bytes_max) {
        return std::unexpected(
            fmt::format("{} has more than {} MB", path, file_bytes_max / (1024 * 1024)));
    }
    return bytes;
}

// The table joins a list in a file, or is only looked at.
class Import {
public:
    Import(const ImportCommand& command, Console& console, const OpenData& data)
        : command_(command), data_(data), zones_(read_zones()), report_(command, console) {}

    Outcome run(const intake::Table& table);

private:
    Result<void, std::string> prepare();
    void let_join();
    engine::Request request_for(const intake::TablePerson& person);

    const ImportCommand& command_;
    const OpenData& data_;
    const core::ZoneBook zones_;
    ImportReport report_;
    ListFacts facts_;
    std::optional<http::ContactHasher> hasher_;
    ImportPlan plan_;
    ImportCounts counts_;
    std::vector<intake::RowNote> refused_;
    std::optional<engine::Failure> failure_;
};

Result<void, std::string> Import::prepare() {
    TRY(for_each_resource(data_.store(), command_.resource,
                          [&](const engine::ResourceListing& listing) -> Result<void, std::string> {
                              const auto row = TRY(core::decode_resource_row(listing.data));
                              facts_ = TRY(list_facts(data_.registry(), zones_, listing.account,
                                                      row.settings.time_zone));
                              return {};
                          }));
    const auto secrets = data_.registry().secrets();
    if (!secrets) {
        return std::unexpected("the database could not be read");
    }
    for (const engine::Secret& secret : *secrets) {
        if (secret.purpose == engine::SecretPurpose::Contacts && !secret.retired_at) {
            hasher_.emplace(secret);
        }
    }
    if (!hasher_) {
        return std::unexpected("the server has never been started with this data: start it once");
    }
    return {};
}

engine::Request Import::request_for(const intake::TablePerson& person) {
    // It could be read when the plan was made, of the same values.
    auto body = join_body(person, plan_.mapping.source, facts_, system_now());
    engine::Request request =
        join_request(command_.resource, body ? *std::move(body) : http::JoinBody{}, *hasher_,
                     {.kind = core::ActorKind::Staff, .id = 0});
    request.make_answer = [](const core::ResourceState&, const core::Outcome& outcome) {
        if (outcome.refusal) {
            return engine::Answer{409, std::string(core::name_of(outcome.refusal->code))};
        }
        return engine::Answer{static_cast<std::uint16_t>(outcome.answer.repeated ? 200 : 201), ""};
    };
    request.done = [this, row = person.row](engine::Reply reply) {
        if (reply.failure) {
            failure_ = reply.failure;
        } else if (reply.answer.status == 201) {
            ++counts_.joined;
        } else if (reply.answer.status == 200) {
            ++counts_.already_there;
        } else {
            ++counts_.refused;
            refused_.push_back({.row = row,
                                .field = {},
                                .heading = {},
                                .words = "was refused: " + reply.answer.body});
        }
    };
    return request;
}

void Import::let_join() {
    const SystemClock clock;
    OfflineEngine engine(data_.store(), zones_, clock,
                         command_.notify ? OfflineMessages::AreSent : OfflineMessages::StayHere,
                         data_.served_until());
    const auto& people = plan_.found.people;
    for (std::size_t done = 0; done < people.size() && !failure_;) {
        std::vector<engine::Request> requests;
        for (; done < people.size() && requests.size() < rows_at_once; ++done) {
            requests.push_back(request_for(people[done]));
        }
        engine.carry_out(std::move(requests));
        report_.tell_progress(done, people.size());
    }
}

Outcome Import::run(const intake::Table& table) {
    TRY(prepare());
    plan_ = plan_import(table, command_.settings, facts_, system_now());
    counts_.good = plan_.found.people.size();
    if (!plan_.objection.empty()) {
        return fail(fmt::format("{}: {}", command_.file, plan_.objection));
    }
    report_.tell_plan(plan_);
    for (const auto* notes : {&plan_.found.problems, &plan_.found.passed_over}) {
        for (const intake::RowNote& note : *notes) {
            report_.tell(note);
        }
    }
    const bool has_bad = !plan_.found.problems.empty();
    if (command_.dry_run || (has_bad && !command_.skip_bad)) {
        return report_.conclude(plan_, counts_, refused_, has_bad ? exit_failed : exit_ok);
    }
    let_join();
    for (const intake::RowNote& note : refused_) {
        report_.tell(note);
    }
    const int exit_code = failure_ || counts_.refused > 0 ? exit_failed : exit_ok;
    report_.conclude(plan_, counts_, refused_, exit_code);
    if (failure_) {
        return fail("the database did not take everything; run the import again: whoever has "
                    "joined keeps their place in line");
    }
    return exit_code;
}

Result<OpenData, Complaint> open_for(const ImportCommand& command) {
    const DataPlace place = place_of(command.options);
    // A dry run changes nothing, so it may happen beside a running server.
    return command.dry_run ? open_to_read(place) : open_to_write(place, Missing::IsAnError);
}

}  // namespace

Outcome carry_out(const ImportCommand& command, Console& console) {
    const std::string bytes = TRY(bytes_of(command.file));
    const auto data = open_for(command);
    if (!data) {
        if (!is_in_use(data.error().sentence)) {
            return std::unexpected(data.error());
        }
        if (command.options.api_key.empty()) {
            return fail(ask_server(command.options, {}).error(), exit_unavailable);
        }
        return import_online(command, console, bytes, listen_address(command.options));
    }
    if (data->cluster() != nullptr && !command.dry_run) {
        const auto view = data->cluster()->view();
        const std::string node = view ? reachable_node(*view) : std::string();
        if (command.options.api_key.empty() || node.empty()) {
            return fail("the nodes of a cluster take people in themselves: start one, and pass an "
                        "API key with --api-key or STANDBY_API_KEY");
        }
        return import_online(command, console, bytes, node);
    }
    intake::Sandbox sandbox;
    const auto table = intake::read_table_apart(sandbox, bytes, {.sheet = command.settings.sheet},
                                                import_limits());
    if (!table) {
        return fail(fmt::format("{}: {}", command.file, table.error().words));
    }
    return Import(command, console, *data).run(*table);
}

}  // namespace standby::app
