// Taking the steps from an empty file to the tables of today. A file says in `user_version` how
// many of them it has seen, and in `application_id` whose it is.
#pragma once

#include "base/result.hpp"
#include "store/codec/migration.hpp"
#include "store/sqlite/connection.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace standby::store {

// "Stby" as a number.
inline constexpr std::int64_t application_id = 0x53746279;

// Nothing when the file is ours, or new, and not newer than the migrations. `name` is what errors
// call the file. `version` becomes the file's own.
Result<void, std::string> check_version(Connection& connection, const std::string& name,
                                        std::span<const Migration> migrations, int& version);

// Brings the file up to the last migration, each in a transaction of its own: when one fails, the
// file stays at the one before it.
Result<void, std::string> migrate(Connection& connection, const std::string& name,
                                  std::span<const Migration> migrations);

// One sentence on what went wrong with a file.
std::string describe(const std::string& name, const SqlError& error);

}  // namespace standby::store
