// What a database knows of the log beside it.
#pragma once

#include "base/result.hpp"
#include "store/sqlite/commit_log.hpp"
#include "store/sqlite/database.hpp"

#include <cstdint>
#include <string>

namespace standby::store {

struct LogState {
    LogIdentity identity{};
    std::uint64_t folded = 0;  // up to this record everything is in the tables
};
Result<LogState, std::string> log_state(Database& database);

// For whoever reads the file beside the process that writes it, or after one that was killed:
// returns when all that was in the log is in the tables. The error is one sentence for people.
Result<void, std::string> wait_for_rows(const std::string& path, const SqliteOptions& options);

}  // namespace standby::store
