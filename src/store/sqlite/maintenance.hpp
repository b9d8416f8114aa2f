// What an operator does to a file beside serving it: copy, check, archive, find and erase people.
// Everything works while the server runs. Errors are sentences for people.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"
#include "store/sqlite/database.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::store {

// Writes a complete, compact copy of the file as it is at one moment to `target`, which must not
// exist, and returns when it is on the disk.
Result<void, std::string> backup_to(Database& database, const std::string& target);

// What SQLite finds wrong with the file; empty when it is whole. Reads all of it.
Result<std::vector<std::string>, std::string> integrity_check(Database& database);

struct Archived {
    std::uint64_t entries = 0;
    std::uint64_t offers = 0;
    std::uint64_t openings = 0;
    std::uint64_t people = 0;
    friend bool operator==(const Archived&, const Archived&) = default;
};

// Where the archive of a file is kept: in a file of its own beside it.
std::string archive_path(const Database& database);

// Moves the data of rows that ended and last changed before `before`, and the people beside those
// entries, into the archive. The rows stay with their state, so that everything still counts. It
// proceeds in small steps; interrupted, it can be repeated.
Result<Archived, std::string> archive(Database& database, Time before);

// The entries whose e-mail address, phone number or user id is exactly `text`, in the file and in
// its archive, ascending. E-mail addresses are kept as written: their case does not matter here.
Result<std::vector<core::EntryId>, std::string> find_people(Database& database,
                                                            std::string_view text);

// Takes people out of the file and of its archive (engine::Store::erase says what goes), and
// returns when nothing of them is left in either file. That somebody must not be written to is
// still known, by a keyed hash. Backups made before still hold them. Returns how many people were
// deleted.
Result<std::uint64_t, std::string> erase_people(Database& database,
                                                std::span<const engine::Erasure> erasures);

}  // namespace standby::store
