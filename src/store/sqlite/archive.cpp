// Moving ended rows out of the main file. Each step first puts its rows into the archive, which is
// then on the disk, and only afterwards empties them in the main file.
#include "store/sql/rows.hpp"
#include "store/sqlite/archive_file.hpp"
#include "store/sqlite/maintenance.hpp"
#include "store/sqlite/migrations.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>

namespace standby::store {
namespace {

// So many rows are moved before the server gets its turn again.
constexpr std::int64_t moved_at_once_max = 2'000;

struct Row {
    std::uint32_t resource = 0;
    std::uint32_t number = 0;
    std::uint8_t state = 0;
    Time changed_at{};
    std::vector<std::byte> data;
};

struct PersonRow {
    std::uint32_t resource = 0;
    engine::PersonChange found;
};

// The statements that move one table.
struct Table {
    const char* select;
    const char* insert;
    const char* empty;
    std::uint64_t Archived::* count;
};
constexpr Table tables[] = {
    {"SELECT resource, number, state, changed_at, data FROM entries"
     " WHERE (resource, number) > ($1, $2) AND state > 5 AND changed_at < $3 AND data <> x''"
     " ORDER BY resource, number LIMIT $4",
     "INSERT OR REPLACE INTO entries (resource, number, state, changed_at, data)"
     " VALUES (?, ?, ?, ?, ?)",
     "UPDATE entries SET data = x'', contacts = x'' WHERE resource = ? AND number = ?",
     &Archived::entries},
    {"SELECT resource, number, state, changed_at, data FROM offers"
     " WHERE (resource, number) > ($1, $2) AND state > 2 AND changed_at < $3 AND data <> x''"
     " ORDER BY resource, number LIMIT $4",
     "INSERT OR REPLACE INTO offers (resource, number, state, changed_at, data)"
     " VALUES (?, ?, ?, ?, ?)",
     "UPDATE offers SET data = x'' WHERE resource = ? AND number = ?", &Archived::offers},
    {"SELECT resource, number, state, changed_at, data FROM openings"
     " WHERE (resource, number) > ($1, $2) AND state > 2 AND changed_at < $3 AND data <> x''"
     " ORDER BY resource, number LIMIT $4",
     "INSERT OR REPLACE INTO openings (resource, number, state, changed_at, data)"
     " VALUES (?, ?, ?, ?, ?)",
     "UPDATE openings SET data = x'' WHERE resource = ? AND number = ?", &Archived::openings},
};
static_assert(static_cast<int>(core::EntryState::Accepted) == 5);
static_assert(static_cast<int>(core::OfferState::Confirming) == 2);
static_assert(static_cast<int>(core::OpeningState::Open) == 2);

Row row_from(SqlRow& row) {
    return {.resource = row.number<std::uint32_t>(0),
            .number = row.number<std::uint32_t>(1),
            .state = row.number<std::uint8_t>(2),
            .changed_at = row.time(3),
            .data = row.bytes(4)};
}

// Whether an opening is over cannot be told by its state: a booked one may still be cancelled.
bool is_history(const Row& opening) {
    const auto decoded = core::decode_opening_row(opening.data);
    return decoded && !decoded->in_memory;
}

Result<std::vector<PersonRow>, std::string> people_of(Connection& connection,
                                                      const std::vector<Row>& rows) {
    std::vector<PersonRow> people;
    for (const Row& row : rows) {
        if (auto found = TRY(connection.first(
                sql("SELECT entry, name, email, phone, user_id, time_zone, locale, consent_text,"
                    " consent_source, consent_at, '', '' FROM people WHERE resource = $1"
                    " AND entry = $2",
                    row.resource, row.number),
                person_from))) {
            people.push_back({.resource = row.resource, .found = *std::move(found)});
        }
    }
    return people;
}

Result<void, std::string> put_into_archive(Connection& archived, const Table& table,
                                           const std::vector<Row>& rows,
                                           const std::vector<PersonRow>& people) {
    TRY(archived.run("BEGIN IMMEDIATE"));
    for (const Row& row : rows) {
        TRY(archived.run(table.insert, row.resource, row.number, row.state, row.changed_at,
                         row.data));
    }
    for (const auto& [resource, found] : people) {
        const engine::Person& person = found.person;
        TRY(archived.run("INSERT OR REPLACE INTO people (resource, entry, name, email, phone,"
                         " user_id, time_zone, locale, consent_text, consent_source, consent_at)"
                         " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                         resource, found.entry, person.name, person.email, person.phone,
                         person.user_id, person.time_zone, person.locale, person.consent_text,
                         person.consent_source, person.consent_at));
    }
    return archived.run("COMMIT");
}

Result<void, std::string> empty_in_main(Connection& connection, const Table& table,
                                        const std::vector<Row>& rows,
                                        const std::vector<PersonRow>& people) {
    TRY(connection.run("BEGIN IMMEDIATE"));
    for (const Row& row : rows) {
        TRY(connection.run(table.empty, row.resource, row.number));
    }
    for (const PersonRow& person : people) {
        TRY(connection.run("DELETE FROM people WHERE resource = ? AND entry = ?", person.resource,
                           person.found.entry));
    }
    return connection.run("COMMIT");
}

// Moves the next rows after `last`, which becomes the last one looked at. False when none were
// left.
Result<bool, std::string> move_some(Connection& connection, Connection& archived,
                                    const Table& table, Time before, Row& last,
                                    Archived& archived_rows) {
    std::vector<Row> rows = TRY(connection.all(
        sql(table.select, last.resource, last.number, before, moved_at_once_max), row_from));
    if (rows.empty()) {
        return false;
    }
    last = {.resource = rows.back().resource, .number = rows.back().number};
    if (table.count == &Archived::openings) {
        std::erase_if(rows, [](const Row& row) { return !is_history(row); });
    }
    std::vector<PersonRow> people;
    if (table.count == &Archived::entries) {
        people = TRY(people_of(connection, rows));
    }
    TRY(put_into_archive(archived, table, rows, people));
    TRY(empty_in_main(connection, table, rows, people));
    archived_rows.*table.count += rows.size();
    archived_rows.people += people.size();
    return true;
}

}  // namespace

std::string archive_path(const Database& database) {
    return database.path() + "-archive.db";
}

Result<std::unique_ptr<Connection>, std::string> open_archive(const Database& database,
                                                              ArchiveUse use) {
    const std::string path = archive_path(database);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        if (use == ArchiveUse::IfPresent) {
            return nullptr;
        }
        const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640);
        if (file >= 0) {
            ::close(file);
        }
    }
    auto opened = Connection::open(
        path, {.busy_timeout = database.options().busy_timeout, .vfs = database.options().vfs});
    if (!opened) {
        return std::unexpected(describe(path, opened.error()));
    }
    std::unique_ptr<Connection> connection = *std::move(opened);
    if (!connection->execute("PRAGMA synchronous = EXTRA; PRAGMA secure_delete = ON")) {
        return std::unexpected(describe(path, connection->error()));
    }
    TRY(migrate(*connection, path, sqlite_archive_migrations()));
    return connection;
}

Result<Archived, std::string> archive(Database& database, Time before) {
    const std::unique_ptr<Connection> archived = TRY(open_archive(database, ArchiveUse::Create));
    Archived counts;
    for (const Table& table : tables) {
        Row last;
        bool is_more = true;
        while (is_more) {
            TRY(database.exclusively([&](Connection& connection) -> Result<void, std::string> {
                is_more = TRY(move_some(connection, *archived, table, before, last, counts));
                return {};
            }));
        }
    }
    return counts;
}

}  // namespace standby::store
