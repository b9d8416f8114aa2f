// The archive beside a Standby file: a database with the tables of ended rows and people.
#pragma once

#include "base/result.hpp"
#include "store/sqlite/connection.hpp"
#include "store/sqlite/database.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace standby::store {

enum class ArchiveUse : std::uint8_t { IfPresent, Create };

// The archive, open and up to date; null when there is none and none is to be made.
Result<std::unique_ptr<Connection>, std::string> open_archive(const Database& database,
                                                              ArchiveUse use);

}  // namespace standby::store
