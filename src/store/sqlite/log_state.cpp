#include "store/sqlite/log_state.hpp"

#include "store/sqlite/sqlite_store.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

namespace standby::store {
namespace {

constexpr std::chrono::milliseconds look_again_after{20};
constexpr std::chrono::seconds patience{20};

bool has_log(const std::string& path) {
    const auto paths = CommitLog::paths_beside(path);
    return std::ranges::any_of(paths, [](const std::string& each) {
        std::error_code ignored;
        return std::filesystem::exists(each, ignored);
    });
}

// Whether everything up to the record is in the tables; what is newer is not waited for.
Result<bool, std::string> has_rows(const std::string& path, const SqliteOptions& options,
                                   std::uint64_t& last) {
    const auto database = TRY(Database::open(path, options));
    const LogState state = TRY(log_state(*database));
    if (last == 0) {
        last = TRY(CommitLog::last_in(path, state.identity));
    }
    return state.folded >= last;
}

}  // namespace

Result<LogState, std::string> log_state(Database& database) {
    const auto found =
        database.first(sql("SELECT identity, folded FROM commit_log"), [](SqlRow& row) {
            LogState state{.folded = row.number<std::uint64_t>(1)};
            const auto identity = row.blob(0);
            std::ranges::copy(identity.first(std::min(identity.size(), state.identity.size())),
                              state.identity.begin());
            return state;
        });
    if (!found || !*found) {
        return std::unexpected(fmt::format("{} cannot be read", database.path()));
    }
    return **found;
}

Result<void, std::string> wait_for_rows(const std::string& path, const SqliteOptions& options) {
    if (!has_log(path)) {
        return {};
    }
    const auto until = std::chrono::steady_clock::now() + patience;
    std::uint64_t last = 0;
    while (!TRY(has_rows(path, options, last))) {
        if (LockFile::take(path + ".lock", path)) {
            // Nobody else brings it there. Opening does.
            TRY(SqliteStore::open(path, {.vfs = options.vfs}));
            return {};
        }
        if (std::chrono::steady_clock::now() > until) {
            return std::unexpected(fmt::format(
                "{} is so busy that its latest changes can't be read now; try again", path));
        }
        std::this_thread::sleep_for(look_again_after);
    }
    return {};
}

}  // namespace standby::store
