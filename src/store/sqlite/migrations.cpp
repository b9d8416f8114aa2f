#include "store/sqlite/migrations.hpp"

#include <fmt/core.h>

namespace standby::store {
namespace {

Result<void, std::string> apply(Connection& connection, const std::string& name,
                                const Migration& migration) {
    const bool done =
        connection.execute("BEGIN IMMEDIATE") && connection.execute(std::string(migration.sql)) &&
        connection.execute(fmt::format("PRAGMA user_version = {}", migration.number)) &&
        connection.execute(fmt::format("PRAGMA application_id = {}", application_id)) &&
        connection.execute("COMMIT");
    if (done) {
        return {};
    }
    const SqlError error = connection.error();
    if (connection.in_transaction()) {
        connection.execute("ROLLBACK");
    }
    if (error.is_full()) {
        return std::unexpected(describe(name, error));
    }
    return std::unexpected(fmt::format("{} could not be brought up to schema {} ({}): {}", name,
                                       migration.number, migration.name, error.text));
}

}  // namespace

std::string describe(const std::string& name, const SqlError& error) {
    if (error.is_not_a_database()) {
        return fmt::format("{} is not a database", name);
    }
    if (error.is_damaged()) {
        return fmt::format("{} is damaged ({}); restore it from a backup", name, error.text);
    }
    if (error.is_full()) {
        return fmt::format("There is no space left for {}", name);
    }
    if (error.is_read_only()) {
        return fmt::format("{} cannot be written to", name);
    }
    if (error.is_busy()) {
        return fmt::format("{} is locked by another program", name);
    }
    return fmt::format("{} cannot be opened: {} (SQLite code {})", name, error.text, error.code);
}

Result<void, std::string> check_version(Connection& connection, const std::string& name,
                                        std::span<const Migration> migrations, int& version) {
    const auto stored = connection.integer_of("PRAGMA user_version");
    const auto owner = connection.integer_of("PRAGMA application_id");
    const auto tables = connection.integer_of("SELECT count(*) FROM sqlite_schema");
    if (!stored || !owner || !tables) {
        return std::unexpected(describe(name, connection.error()));
    }
    const bool is_new = *stored == 0 && *owner == 0 && *tables == 0;
    if (!is_new && *owner != application_id) {
        return std::unexpected(fmt::format("{} is a database of another program", name));
    }
    version = static_cast<int>(*stored);
    const int known = static_cast<int>(migrations.size());
    if (version > known) {
        return std::unexpected(
            fmt::format("{} was written by a newer Standby (schema {}, this one knows up to {})",
                        name, version, known));
    }
    return {};
}

Result<void, std::string> migrate(Connection& connection, const std::string& name,
                                  std::span<const Migration> migrations) {
    int version = 0;
    TRY(check_version(connection, name, migrations, version));
    for (const Migration& migration : migrations.subspan(static_cast<std::size_t>(version))) {
        TRY(apply(connection, name, migration));
    }
    return {};
}

}  // namespace standby::store
