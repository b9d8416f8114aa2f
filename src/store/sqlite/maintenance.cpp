#include "store/sqlite/maintenance.hpp"

#include "store/sqlite/archive_file.hpp"
#include "store/sqlite/migrations.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace standby::store {
namespace {

namespace files = std::filesystem;

bool sync_path(const std::string& path, int flags) {
    const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
    if (descriptor < 0) {
        return false;
    }
    const bool synced = ::fsync(descriptor) == 0;
    ::close(descriptor);
    return synced;
}

Result<void, std::string> copy_to(Database& database, const std::string& partial) {
    auto opened =
        Connection::open(database.path(), {.mode = Connection::Mode::ReadOnly,
                                           .busy_timeout = database.options().busy_timeout,
                                           .vfs = database.options().vfs});
    if (!opened) {
        return std::unexpected(describe(database.path(), opened.error()));
    }
    const std::unique_ptr<Connection> connection = *std::move(opened);
    if (!connection->run("VACUUM INTO ?", partial)) {
        return std::unexpected(
            fmt::format("The backup failed: {}", describe(partial, connection->error())));
    }
    return {};
}

Result<std::vector<core::EntryId>, std::string> people_called(Connection& connection,
                                                              std::string_view text) {
    return connection.all(
        sql("SELECT resource, entry FROM people WHERE email = $1 COLLATE NOCASE OR phone = $1"
            " OR user_id = $1",
            text),
        [](SqlRow& row) {
            return core::entry_id(row.id<core::ResourceNumber>(0), row.number<core::Ticket>(1));
        });
}

// Runs a statement about a resource and a number for each of the entries. Returns how many rows it
// changed.
Result<std::uint64_t, std::string> run_for_each(Connection& connection, std::string_view sql,
                                                std::span<const core::EntryId> entries) {
    std::uint64_t changed = 0;
    Query query = connection.query(sql);
    for (const core::EntryId entry : entries) {
        TRY(query.bind(core::resource_of(entry), core::number_of(entry)).run());
        changed += static_cast<std::uint64_t>(connection.changes());
    }
    return changed;
}

Result<std::uint64_t, std::string> erase_in(Connection& connection, bool is_main,
                                            std::span<const core::EntryId> entries) {
    TRY(connection.run("BEGIN IMMEDIATE"));
    const std::uint64_t deleted = TRY(
        run_for_each(connection, "DELETE FROM people WHERE resource = ? AND entry = ?", entries));
    if (is_main) {
        static_assert(static_cast<int>(core::EntryState::Accepted) == 5);
        TRY(run_for_each(connection,
                         "UPDATE entries SET contacts = x'' WHERE resource = ? AND number = ?"
                         " AND state > 5",
                         entries));
        // What became of their messages stays, but no longer to whom they went.
        TRY(run_for_each(connection,
                         "UPDATE deliveries SET address = 0, provider_id = '' WHERE message IN"
                         " (SELECT id FROM outbox INDEXED BY outbox_by_resource"
                         " WHERE resource = ? AND entry = ?)",
                         entries));
    }
    TRY(connection.run("COMMIT"));
    return deleted;
}

}  // namespace

Result<void, std::string> backup_to(Database& database, const std::string& target) {
    std::error_code error;
    if (files::exists(target, error)) {
        return std::unexpected(fmt::format("{} exists already", target));
    }
    const std::string partial = target + ".partial";
    files::remove(partial, error);
    TRY(copy_to(database, partial));
    const files::path folder = files::absolute(target, error).parent_path();
    files::permissions(partial, files::perms::others_all, files::perm_options::remove, error);
    if (!sync_path(partial, O_RDWR) || ::rename(partial.c_str(), target.c_str()) != 0 ||
        !sync_path(folder.string(), O_RDONLY | O_DIRECTORY)) {
        return std::unexpected(
            fmt::format("The backup {} could not be completed: {}", target, std::strerror(errno)));
    }
    return {};
}

Result<std::vector<std::string>, std::string> integrity_check(Database& database) {
    auto found =
        database.all(sql("PRAGMA integrity_check"), [](SqlRow& row) { return row.text(0); });
    if (!found) {
        return std::unexpected(fmt::format("{} cannot be read", database.path()));
    }
    std::vector<std::string> problems = *std::move(found);
    std::erase(problems, "ok");
    return problems;
}

Result<std::vector<core::EntryId>, std::string> find_people(Database& database,
                                                            std::string_view text) {
    std::vector<core::EntryId> found;
    if (text.empty()) {
        return found;
    }
    if (!database.read([&](Connection& connection) -> Result<void, std::string> {
            found = TRY(people_called(connection, text));
            return {};
        })) {
        return std::unexpected(fmt::format("{} cannot be read", database.path()));
    }
    if (const auto archived = TRY(open_archive(database, ArchiveUse::IfPresent))) {
        std::ranges::copy(TRY(people_called(*archived, text)), std::back_inserter(found));
    }
    return each_once<core::EntryId>(found);
}

Result<std::uint64_t, std::string> erase_people(Database& database,
                                                std::span<const core::EntryId> entries) {
    std::uint64_t deleted = 0;
    TRY(database.exclusively([&](Connection& connection) -> Result<void, std::string> {
        if (const auto archived = TRY(open_archive(database, ArchiveUse::IfPresent))) {
            deleted += TRY(erase_in(*archived, false, entries));
        }
        deleted += TRY(erase_in(connection, true, entries));
        // The log still holds the pages as they were.
        if (connection.integer_of("PRAGMA wal_checkpoint(TRUNCATE)") != 0) {
            return std::unexpected(
                fmt::format("The people were deleted, but {} could not be emptied of what was "
                            "written before; erase them once more",
                            database.path() + "-wal"));
        }
        return {};
    }));
    return deleted;
}

}  // namespace standby::store
