// `standby migrate-store`: a business moves from its file to the database of a cluster.
#include "app/commands/commands.hpp"
#include "app/commands/verification.hpp"
#include "base/json/writer.hpp"
#include "store/migrate/migrate.hpp"
#include "store/sqlite/lock_file.hpp"
#include "store/sqlite/maintenance.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <ostream>

namespace standby::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds connect_patience{10};
constexpr std::chrono::seconds progress_every{1};

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// A line about each table that takes long, and about each that is done.
class Progress {
public:
    explicit Progress(Console& console) : console_(console) {}

    void tell(const store::MigrationStep& step) {
        if (step.table != table_ || step.kind != kind_) {
            table_ = step.table;
            kind_ = step.kind;
            begun_at_ = seen_at_;
        }
        const Clock::time_point now = Clock::now();
        seen_at_ = now;
        if (now - told_at_ < progress_every) {
            return;
        }
        const double seconds = std::chrono::duration<double>(now - begun_at_).count();
        console_.errors << fmt::format(
            "{} {}: {} rows, {:.0f} rows/s\n",
            kind_ == store::MigrationStep::Kind::Copied ? "copying" : "comparing", table_,
            step.rows, static_cast<double>(step.rows) / std::max(seconds, 0.001));
        console_.errors.flush();
        told_at_ = now;
    }
    void say(std::string_view sentence) {
        console_.errors << sentence << '\n';
        console_.errors.flush();
    }

private:
    Console& console_;
    std::string table_;
    store::MigrationStep::Kind kind_ = store::MigrationStep::Kind::Copied;
    Clock::time_point begun_at_ = Clock::now();
    Clock::time_point seen_at_ = Clock::now();  // of the last step
    Clock::time_point told_at_ = Clock::now();
};

// All findings as one sentence, or what was looked at.
Result<VerifiedTotal, std::string> prove(const Pages& pages, const LoadResource& load,
                                         std::string_view what) {
    std::string first;
    const VerifiedTotal total =
        TRY(verify_all(pages, std::nullopt, load, {}, [&](const VerifiedResource& resource) {
            if (first.empty() && !resource.findings.empty()) {
                first = fmt::format("{}: {}", core::format_id(resource.resource),
                                    resource.findings.front());
            }
        }));
    if (total.findings > 0) {
        return std::unexpected(fmt::format("{} has {} problems, the first is {}; nothing was moved",
                                           what, total.findings, first));
    }
    return total;
}

Result<VerifiedTotal, std::string> prove_file(store::SqliteStore& file) {
    const auto problems = TRY(store::integrity_check(file.database()));
    if (!problems.empty()) {
        return std::unexpected(fmt::format("{} is damaged ({}); nothing was moved",
                                           file.database().path(), problems.front()));
    }
    return prove(
        file, [&](core::ResourceNumber resource) { return file.load(resource, system_now()); },
        file.database().path());
}

struct Migration {
    store::MovedStore moved;
    VerifiedTotal verified;
    std::uint32_t shards = 0;
    double seconds = 0;
};

void write(const MigrateStoreCommand& command, const Migration& outcome, std::ostream& output) {
    print_object(output, [&](JsonWriter& writer) {
        writer.boolean("moved", !command.check);
        writer.natural("rows", outcome.moved.rows);
        writer.natural("rows_from_archive", outcome.moved.from_archive);
        writer.natural("resources", outcome.verified.resources);
        writer.natural("events", outcome.verified.events);
        writer.natural("shards", outcome.shards);
        writer.begin_object("tables");
        for (const store::MovedTable& table : outcome.moved.tables) {
            writer.natural(table.name, table.rows);
        }
        writer.end_object();
    });
}

void print(const MigrateStoreCommand& command, const Migration& outcome, std::ostream& output) {
    for (const store::MovedTable& table : outcome.moved.tables) {
        output << fmt::format("{:<16} {:>12}\n", table.name, table.rows);
    }
    const std::string place = store::PgConnection::place(command.target.store);
    if (command.check) {
        output << fmt::format("{} resources with {} events are intact, and {} is ready for {} "
                              "rows. Nothing was moved.\n",
                              outcome.verified.resources, outcome.verified.events, place,
                              outcome.moved.rows);
        return;
    }
    output << fmt::format("Moved {} rows to {} in {:.1f} s ({:.0f} rows/s), and read each one back "
                          "the same; {} resources with {} events were verified on both sides.\n",
                          outcome.moved.rows, place, outcome.seconds,
                          static_cast<double>(outcome.moved.rows) /
                              std::max(outcome.seconds, 0.001),
                          outcome.verified.resources, outcome.verified.events);
    if (outcome.moved.from_archive > 0) {
        output << fmt::format("{} of them came from the archive beside the file.\n",
                              outcome.moved.from_archive);
    }
    output << fmt::format("Start each node with standby serve --store {} and the server's settings "
                          "(above all --public-url, so that links keep working). Keep {}, but "
                          "don't serve it again: everything new is only in the database.\n",
                          place, command.file);
}

Result<std::unique_ptr<store::PgConnection>, std::string> connect(const DataPlace& target,
                                                                  const std::string& schema) {
    auto opened = store::PgConnection::open(target.store, schema, Clock::now() + connect_patience);
    if (!opened) {
        return std::unexpected(fmt::format("{}: {}", store::PgConnection::place(target.store),
                                           opened.error().message));
    }
    return *std::move(opened);
}

Result<Migration, std::string> check_only(const MigrateStoreCommand& command,
                                          store::SqliteStore& file, Migration outcome) {
    const std::string schema = command_options(command.target).schema;
    const auto connection = TRY(connect(command.target, schema));
    TRY(store::check_empty(*connection, schema));
    outcome.moved.tables = TRY(store::count_rows(file.database()));
    for (const store::MovedTable& table : outcome.moved.tables) {
        outcome.moved.rows += table.rows;
    }
    outcome.shards = command.shards;
    return outcome;
}

// A file of an earlier version doesn't say: then it is as if it had been served until now.
Time served_until(store::SqliteStore& file) {
    const Time now = system_now();
    return std::min(file.served_until().value_or(std::nullopt).value_or(now), now);
}

Result<Migration, std::string> move(const MigrateStoreCommand& command, store::SqliteStore& file,
                                    Migration outcome, Progress& progress) {
    store::PostgresOptions options = command_options(command.target);
    options.founds = true;
    options.shards = command.shards;
    // Founds the schema; the rows come over a connection of their own.
    const auto founded = TRY(store::PostgresStore::open(command.target.store, options));
    const auto connection = TRY(connect(command.target, options.schema));
    const Clock::time_point start = Clock::now();
    outcome.moved = TRY(store::migrate_store(
        file.database(), *connection, options.schema,
        {.served_until = served_until(file),
         .progress = [&](const store::MigrationStep& step) { progress.tell(step); },
         .verify = [&](store::PgReading& reading) -> Result<void, std::string> {
             progress.say("verifying the database");
             const VerifiedTotal there = TRY(prove(reading, nullptr, "what was copied"));
             if (there.resources != outcome.verified.resources ||
                 there.events != outcome.verified.events) {
                 return std::unexpected("the database does not hold what the file holds");
             }
             return {};
         }}));
    outcome.seconds = seconds_since(start);
    outcome.shards = founded->shards();
    return outcome;
}

}  // namespace

Outcome carry_out(const MigrateStoreCommand& command, Console& console) {
    std::error_code error;
    if (!std::filesystem::exists(command.file, error)) {
        return fail(fmt::format("There is no {}", command.file), exit_unavailable);
    }
    // Nobody may use the file from here on.
    const auto lock = store::LockFile::take(command.file + ".lock", command.file);
    if (!lock) {
        return fail(is_in_use(lock.error()) ? lock.error() + ": stop the server first"
                                            : lock.error(),
                    exit_unavailable);
    }
    store::SqliteOptions options;
    options.mode = store::OpenMode::ReadOnly;
    const auto file =
        TRY(or_exit(exit_unavailable, store::SqliteStore::open(command.file, options)));
    Progress progress(console);
    progress.say(fmt::format("verifying {}", command.file));
    Migration outcome{.verified = TRY(prove_file(*file))};
    const auto done = TRY(command.check ? check_only(command, *file, std::move(outcome))
                                        : move(command, *file, std::move(outcome), progress));
    if (command.style == Style::Json) {
        write(command, done, console.output);
    } else {
        print(command, done, console.output);
    }
    return exit_ok;
}

}  // namespace standby::app
