// `standby backup` and `standby restore`.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/service/options.hpp"
#include "base/json/writer.hpp"
#include "store/sqlite/connection.hpp"
#include "store/sqlite/lock_file.hpp"
#include "store/sqlite/maintenance.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>
#include <ostream>

namespace standby::app {
namespace {

namespace files = std::filesystem;

constexpr std::string_view no_file =
    "this works on the file of a single server; back up and restore PostgreSQL with its own tools, "
    "pg_basebackup or pgBackRest: see docs/operating/backup.md";

void tell(Console& console, Style style, std::string_view member, const std::string& file,
          const std::string& sentence) {
    if (style == Style::Text) {
        console.output << sentence << '\n';
        return;
    }
    print_object(console.output, [&](JsonWriter& writer) { writer.text(member, file); });
}

bool sync_to_disk(const std::string& path, int flags) {
    const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
    const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
    if (descriptor >= 0) {
        ::close(descriptor);
    }
    return synced;
}

void remove_with_companions(const std::string& path) {
    std::error_code ignored;
    for (const std::string_view ending : {"", "-wal", "-shm", "-log-a", "-log-b", ".lock"}) {
        files::remove(path + std::string(ending), ignored);
    }
}

// A copy of the backup beside the place it will have, brought up to date and found whole.
Result<void, std::string> prepare_copy(const std::string& backup, const std::string& copy) {
    std::error_code error;
    if (!files::is_regular_file(backup, error)) {
        return std::unexpected(fmt::format("there is no backup {}", backup));
    }
    remove_with_companions(copy);
    if (!files::copy_file(backup, copy, error)) {
        return std::unexpected(
            fmt::format("{} cannot be copied to {}: {}", backup, copy, error.message()));
    }
    files::permissions(
        copy, files::perms::owner_read | files::perms::owner_write | files::perms::group_read,
        error);
    auto store = store::SqliteStore::open(copy, {.keeps_older = false});
    if (!store) {
        return std::unexpected(fmt::format("{} cannot be restored: {}", backup, store.error()));
    }
    const auto problems = TRY(store::integrity_check((*store)->database()));
    if (!problems.empty()) {
        return std::unexpected(
            fmt::format("{} is damaged, so it was not restored: {}", backup, problems.front()));
    }
    store->reset();
    if (files::exists(copy + "-wal", error)) {
        return std::unexpected(fmt::format("{} could not be fully written", copy));
    }
    return {};
}

// Brings what only the log holds into the file, so that the two need not travel together. A file
// too damaged for that is moved as it is.
void empty_log(const std::string& path) {
    if (const auto connection = store::Connection::open(path, {})) {
        static_cast<void>((*connection)->integer_of("PRAGMA wal_checkpoint(TRUNCATE)"));
    }
}

// Moves the present file aside, with the log that belongs to it. Returns its new name.
Result<std::string, std::string> keep_present(const std::string& path) {
    empty_log(path);
    std::error_code error;
    int number = 1;
    const auto kept_as = [&] { return fmt::format("{}.before-restore-{}", path, number); };
    while (files::exists(kept_as(), error)) {
        ++number;
    }
    for (const std::string_view ending : {"-wal", "-shm", "-log-a", "-log-b", ""}) {
        const std::string part = path + std::string(ending);
        if (!files::exists(part, error)) {
            continue;
        }
        files::rename(part, kept_as() + std::string(ending), error);
        if (error) {
            return std::unexpected(
                fmt::format("{} cannot be moved aside: {}", part, error.message()));
        }
    }
    return kept_as();
}

struct Restored {
    std::string path;
    std::string kept;  // the file that was there before; empty when there was none
};

Result<Restored, std::string> restore(const RestoreCommand& command, const std::string& path) {
    std::error_code error;
    const std::string folder = files::absolute(path, error).parent_path().string();
    // Nobody may begin to use the file meanwhile.
    auto lock = store::LockFile::take(path + ".lock", path);
    if (!lock) {
        return std::unexpected(lock.error() + ": stop the server first");
    }
    const bool is_there = files::exists(path, error);
    if (is_there && !command.replace) {
        return std::unexpected(fmt::format(
            "{} already exists; use --replace to keep it under another name and go on", path));
    }
    const std::string copy = path + ".restoring";
    if (auto prepared = prepare_copy(command.file, copy); !prepared) {
        remove_with_companions(copy);
        return std::unexpected(prepared.error());
    }
    Restored restored{.path = path};
    if (is_there) {
        restored.kept = TRY(keep_present(path));
    }
    if (!sync_to_disk(copy, O_RDWR)) {
        return std::unexpected(fmt::format("{} cannot be written to the disk", copy));
    }
    files::rename(copy, path, error);
    if (error || !sync_to_disk(folder, O_RDONLY | O_DIRECTORY)) {
        return std::unexpected(
            fmt::format("{} could not be put in place; it is in {}", path, copy));
    }
    remove_with_companions(copy);
    return restored;
}

}  // namespace

Outcome carry_out(const BackupCommand& command, Console& console) {
    if (is_cluster(command.place)) {
        return fail(no_file);
    }
    const auto store = TRY(open_to_read(command.place));
    TRY(store::backup_to(store.file()->database(), command.file));
    tell(console, command.style, "backup", command.file,
         fmt::format("Copied the data to {}.", command.file));
    return exit_ok;
}

Outcome carry_out(const RestoreCommand& command, Console& console) {
    if (is_cluster(command.place)) {
        return fail(no_file);
    }
    const auto path = TRY(or_exit(exit_unavailable, database_path(command.place)));
    if (command.place.store.empty()) {
        if (const auto made = make_data_directory(command.place.data_dir); !made) {
            return fail(made.error(), exit_unavailable);
        }
    }
    const auto restored = restore(command, path);
    if (!restored) {
        return fail(restored.error(), restored.error().find("stop the server") != std::string::npos
                                          ? exit_unavailable
                                          : exit_failed);
    }
    std::string sentence = fmt::format("Restored {} from {}.", restored->path, command.file);
    if (!restored->kept.empty()) {
        sentence += fmt::format(" The data that was there is now {}.", restored->kept);
    }
    tell(console, command.style, "restored", restored->path, sentence);
    return exit_ok;
}

}  // namespace standby::app
