#include "store/sqlite/maintenance.hpp"

#include "core/model/states.hpp"
#include "engine/history/erase.hpp"
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

constexpr std::string_view erased_answer = R"({"erased":true})";

Result<void, std::string> erase_what_was_typed(Connection& connection,
                                               const engine::Erasure& erasure) {
    if (erasure.row) {
        TRY(connection.run("UPDATE entries SET data = ? WHERE resource = ? AND number = ?",
                           std::span<const std::byte>(*erasure.row), erasure.resource,
                           erasure.entry));
    }
    for (const auto& [number, data] : erasure.events) {
        TRY(connection.run("UPDATE events SET data = ? WHERE resource = ? AND number = ?",
                           std::span<const std::byte>(data), erasure.resource, number));
    }
    const std::string shown =
        '"' + core::format_id(core::entry_id(erasure.resource, erasure.entry)) + '"';
    return connection.run("UPDATE answers SET body = ? WHERE resource = ? AND instr(body, ?) > 0",
                          erased_answer, erasure.resource, std::string_view(shown));
}

// Of the row in the archive, which may have been there before wishes were erased at all.
Result<void, std::string> erase_archived_row(Connection& archive, const engine::Erasure& erasure) {
    std::optional<std::vector<std::byte>> left;
    {
        Query query = archive.query("SELECT data FROM entries WHERE resource = ? AND number = ?");
        query.bind(erasure.resource, erasure.entry);
        if (TRY(query.next())) {
            left = engine::without_person(query.blob(0));
        }
    }
    if (!left) {
        return {};
    }
    return archive.run("UPDATE entries SET data = ? WHERE resource = ? AND number = ?",
                       std::span<const std::byte>(*left), erasure.resource, erasure.entry);
}

Result<std::uint64_t, std::string> erase_in(Connection& connection, bool is_main,
                                            std::span<const engine::Erasure> erasures) {
    std::uint64_t deleted = 0;
    TRY(connection.run("BEGIN IMMEDIATE"));
    for (const engine::Erasure& erasure : erasures) {
        TRY(connection.run("DELETE FROM people WHERE resource = ? AND entry = ?", erasure.resource,
                           erasure.entry));
        deleted += static_cast<std::uint64_t>(connection.changes());
        if (!is_main) {
            TRY(erase_archived_row(connection, erasure));
            continue;
        }
        TRY(connection.run("DELETE FROM guest_notes WHERE resource = ? AND entry = ?",
                           erasure.resource, erasure.entry));
        TRY(connection.run("DELETE FROM intake_mail_pieces WHERE mail IN (SELECT number FROM"
                           " intake_mails WHERE resource = ? AND entry = ? AND entry > 0)",
                           erasure.resource, erasure.entry));
        TRY(connection.run("UPDATE intake_mails SET card = '', chosen = '' WHERE resource = ?"
                           " AND entry = ? AND entry > 0",
                           erasure.resource, erasure.entry));
        // What staff wrote to them alone; what they wrote to many is not about this one.
        TRY(connection.run("UPDATE staff_messages SET subject = '', text = '' WHERE resource = ?"
                           " AND guests = ?",
                           erasure.resource, std::to_string(erasure.entry)));
        static_assert(static_cast<int>(core::EntryState::Accepted) == 5);
        TRY(connection.run("UPDATE entries SET contacts = x'' WHERE resource = ? AND number = ?"
                           " AND state > 5",
                           erasure.resource, erasure.entry));
        // What became of their messages stays, but no longer to whom they went.
        TRY(connection.run("UPDATE deliveries SET address = 0, provider_id = '' WHERE message IN"
                           " (SELECT id FROM outbox INDEXED BY outbox_by_resource"
                           " WHERE resource = ? AND entry = ?)",
                           erasure.resource, erasure.entry));
        TRY(connection.run("DELETE FROM message_words WHERE message IN"
                           " (SELECT id FROM outbox INDEXED BY outbox_by_resource"
                           " WHERE resource = ? AND entry = ?)",
                           erasure.resource, erasure.entry));
        TRY(erase_what_was_typed(connection, erasure));
    }
    TRY(connection.run("COMMIT"));
    return deleted;
}

// In a transaction that fails nothing is left behind.
Result<std::uint64_t, std::string> erase_or_roll_back(Connection& connection, bool is_main,
                                                      std::span<const engine::Erasure> erasures) {
    auto deleted = erase_in(connection, is_main, erasures);
    if (!deleted && connection.in_transaction()) {
        (void)connection.run("ROLLBACK");
    }
    return deleted;
}

}  // namespace

Result<void, std::string> backup_to(Database& database, const std::string& target) {
    std::error_code error;
    if (target.empty()) {
        return std::unexpected("a backup needs the name of a new file");
    }
    if (files::exists(target, error)) {
        return std::unexpected(fmt::format("{} exists already", target));
    }
    const std::string partial = target + ".partial";
    files::remove(partial, error);
    if (const auto copied = copy_to(database, partial); !copied) {
        files::remove(partial, error);
        return copied;
    }
    const files::path folder = files::absolute(target, error).parent_path();
    files::permissions(partial, files::perms::others_all, files::perm_options::remove, error);
    if (!sync_path(partial, O_RDWR) || ::rename(partial.c_str(), target.c_str()) != 0 ||
        !sync_path(folder.string(), O_RDONLY | O_DIRECTORY)) {
        const int reason = errno;
        files::remove(partial, error);
        return std::unexpected(
            fmt::format("The backup {} could not be completed: {}", target, std::strerror(reason)));
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
                                                std::span<const engine::Erasure> erasures) {
    std::uint64_t deleted = 0;
    TRY(database.exclusively([&](Connection& connection) -> Result<void, std::string> {
        if (const auto archived = TRY(open_archive(database, ArchiveUse::IfPresent))) {
            deleted += TRY(erase_or_roll_back(*archived, false, erasures));
        }
        deleted += TRY(erase_or_roll_back(connection, true, erasures));
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
