// A business moves from one SQLite file to a PostgreSQL database. Everything is copied in one
// transaction, read back and compared before it is committed; whatever goes wrong before that
// leaves the database as it was. The file is only read.
#pragma once

#include "base/result.hpp"
#include "store/migrate/pg_reading.hpp"
#include "store/sqlite/database.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::store {

struct MigrationStep {
    enum class Kind : std::uint8_t { Copied, Compared } kind = Kind::Copied;
    std::string_view table;
    std::uint64_t rows = 0;  // of this table so far
};

struct MigrationHooks {
    Time served_until{};  // the file was: what ended since then gets that time back
    std::function<void(const MigrationStep&)> progress;
    // Called when all rows are there and the same on both sides, and nothing is committed yet. Its
    // error takes everything back.
    std::function<Result<void, std::string>(PgReading&)> verify;
};

struct MovedTable {
    std::string name;
    std::uint64_t rows = 0;
};
struct MovedStore {
    std::vector<MovedTable> tables;
    std::uint64_t rows = 0;
    std::uint64_t from_archive = 0;  // rows whose data was in the archive beside the file
};

// What stands in the way of moving into this database: not UTF-8, or accounts, resources or nodes
// in it. `connection` need not have a Standby schema yet. Nothing is changed.
Result<void, std::string> check_empty(PgConnection& connection, const std::string& schema);

// Copies and commits. The target has an up-to-date schema without anybody in it.
Result<MovedStore, std::string> migrate_store(Database& source, PgConnection& target,
                                              const std::string& schema,
                                              const MigrationHooks& hooks);

// How many rows there are to be moved, those of the archive included, table by table.
Result<std::vector<MovedTable>, std::string> count_rows(Database& source);

}  // namespace standby::store
