// Opening, transactions, and healing after a commit that failed.
#include "store/sqlite/database.hpp"

#include "store/sqlite/maintenance.hpp"
#include "store/sqlite/migrations.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

namespace standby::store {
namespace {

using engine::StoreError;
namespace files = std::filesystem;

// Full is mandatory: with less, a power cut can take back what was acknowledged. Deleted content
// is overwritten, so that an erased person is not found in free pages. A checkpoint every 1,000
// pages keeps each one short.
constexpr const char* writer_settings = "PRAGMA synchronous = FULL;"
                                        "PRAGMA foreign_keys = OFF;"
                                        "PRAGMA secure_delete = ON;"
                                        "PRAGMA wal_autocheckpoint = 1000;"
                                        "PRAGMA journal_size_limit = 67108864;"
                                        "PRAGMA cache_size = -65536;"
                                        "PRAGMA temp_store = MEMORY;";
constexpr const char* reader_settings = "PRAGMA query_only = ON;"
                                        "PRAGMA cache_size = -8192;"
                                        "PRAGMA temp_store = MEMORY;";

// A new file that only its owner and group can read, and that is still there after a power cut.
void create_private(const std::string& path, const files::path& folder) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0640);
    if (file < 0) {
        return;  // it exists, or opening it will say what is wrong
    }
    ::fsync(file);
    ::close(file);
    const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory >= 0) {
        ::fsync(directory);
        ::close(directory);
    }
}

}  // namespace

// Writes a page as it is, in a transaction that is under way or in one of its own.
bool commit_nothing(Connection& connection) {
    const std::optional<std::int64_t> version = connection.integer_of("PRAGMA user_version");
    return version && connection.execute(fmt::format("PRAGMA user_version = {}", *version));
}

Database::Database(std::string path, SqliteOptions options)
    : path_(std::move(path)),
      options_(std::move(options)),
      readers_(options_.mode == OpenMode::ReadOnly ? 1 : options_.readers_max,
               [this] { return open_reader(); }) {}

Database::~Database() {
    readers_.while_closed([this] { writer_.reset(); });
}

void Database::report(std::string_view text) const {
    if (options_.report) {
        options_.report(text);
    }
}

Result<std::unique_ptr<Database>, std::string> Database::open(const std::string& path,
                                                              const SqliteOptions& options) {
    // tidy: allow raw_new because the constructor is private and the owner takes it at once
    std::unique_ptr<Database> database(new Database(path, options));
    TRY(database->prepare_files());
    if (options.mode == OpenMode::ReadOnly) {
        TRY(database->open_snapshot());
    } else {
        TRY(database->open_writer());
    }
    return database;
}

Result<void, std::string> Database::prepare_files() {
    std::error_code ignored;
    const files::path file = files::weakly_canonical(path_, ignored);
    const files::path folder = file.parent_path();
    if (!files::is_directory(folder, ignored)) {
        return std::unexpected(fmt::format("There is no directory {} for {}", folder.string(),
                                           file.filename().string()));
    }
    if (files::is_directory(file, ignored)) {
        return std::unexpected(fmt::format("{} is a directory, not a database", path_));
    }
    if (options_.mode == OpenMode::ReadOnly) {
        if (!files::exists(file, ignored)) {
            return std::unexpected(fmt::format("There is no {}", path_));
        }
        return {};
    }
    if (options_.mode == OpenMode::Beside && !files::exists(file, ignored)) {
        return std::unexpected(fmt::format("There is no {}", path_));
    }
    const std::string& existing = files::exists(file, ignored) ? file.string() : folder.string();
    if (::access(existing.c_str(), W_OK) != 0) {
        return std::unexpected(
            fmt::format("{} cannot be written to: no permission for {}", path_, existing));
    }
    if (options_.mode == OpenMode::Beside) {
        return {};
    }
    lock_.emplace(TRY(LockFile::take(file.string() + ".lock", path_)));
    create_private(file.string(), folder);
    return {};
}

Result<void, std::string> Database::open_writer() {
    auto opened =
        Connection::open(path_, {.busy_timeout = options_.busy_timeout, .vfs = options_.vfs});
    if (!opened) {
        return std::unexpected(describe(path_, opened.error()));
    }
    std::unique_ptr<Connection> writer = *std::move(opened);
    // Before anything is changed in a file that may not be ours.
    int version = 0;
    TRY(check_version(*writer, path_, sqlite_migrations(), version));
    if (writer->text_of("PRAGMA journal_mode = WAL") != "wal" ||
        !writer->execute(writer_settings)) {
        return std::unexpected(describe(path_, writer->error()));
    }
    if (options_.mode == OpenMode::Beside) {
        TRY(check_is_present(version));
    } else {
        TRY(keep_older(version));
        TRY(migrate(*writer, path_, sqlite_migrations()));
    }
    if (options_.pages_max > 0) {
        writer->execute(fmt::format("PRAGMA max_page_count = {}", options_.pages_max));
    }
    writer_ = std::move(writer);
    return {};
}

// Going back to an older Standby is going back to this copy, so an earlier one is left alone.
Result<void, std::string> Database::keep_older(int version) {
    const int known = static_cast<int>(sqlite_migrations().size());
    if (version == 0 || version >= known || !options_.keeps_older) {
        return {};
    }
    const std::string name = fmt::format("{}.schema-{}", path_, version);
    std::string target = name;
    std::error_code ignored;
    for (int again = 2; files::exists(target, ignored); ++again) {
        target = fmt::format("{}.{}", name, again);
    }
    TRY(backup_to(*this, target));
    report(fmt::format("{} is brought from schema {} to {}; as it was before, it is kept in {}",
                       path_, version, known, target));
    return {};
}

Result<std::unique_ptr<Connection>, SqlError> Database::open_reader() const {
    std::unique_ptr<Connection> reader =
        TRY(Connection::open(path_, {.mode = Connection::Mode::ReadOnly,
                                     .busy_timeout = options_.busy_timeout,
                                     .vfs = options_.vfs}));
    const bool is_snapshot = options_.mode == OpenMode::ReadOnly;
    const bool ready = reader->execute(reader_settings) &&
                       (!is_snapshot || (reader->execute("BEGIN") &&
                                         reader->integer_of("SELECT count(*) FROM sqlite_schema")));
    if (!ready) {
        return std::unexpected(reader->error());
    }
    return reader;
}

Result<void, std::string> Database::open_snapshot() {
    auto borrowed = readers_.borrow();
    if (!borrowed) {
        return std::unexpected(describe(path_, borrowed.error()));
    }
    std::unique_ptr<Connection> reader = *std::move(borrowed);
    int version = 0;
    const Result<void, std::string> checked =
        check_version(*reader, path_, sqlite_migrations(), version);
    readers_.give_back(std::move(reader));
    if (!checked) {
        return checked;
    }
    return check_is_present(version);
}

Result<void, std::string> Database::check_is_present(int version) const {
    const int known = static_cast<int>(sqlite_migrations().size());
    if (version < known) {
        return std::unexpected(
            fmt::format("{} was written by an older Standby (schema {}, this one needs {}): start "
                        "the server once to bring it up to date",
                        path_, version, known));
    }
    return {};
}

// Called by whoever may write. After a failed commit the log may hold all of it, while no
// connection sees it: it is not there, but a power cut would bring it back. The next commit is
// written over it, so one that changes nothing settles that it never was.
bool Database::make_whole() {
    if (writer_ != nullptr && writer_->in_transaction()) {
        writer_.reset();  // It could not even be rolled back.
    }
    if (writer_ == nullptr) {
        if (const Result<void, std::string> opened = open_writer(); !opened) {
            report(opened.error());
            return false;
        }
    }
    if (is_broken_ && !commit_nothing(*writer_)) {
        report(describe(path_, writer_->error()));
        return false;
    }
    is_broken_ = false;
    return true;
}

void Database::roll_back() {
    if (writer_->in_transaction() && !writer_->execute("ROLLBACK")) {
        is_broken_ = true;
    }
}

Database::Transaction Database::transact(std::span<WaitingJob* const> group) {
    if (!writer_->run("BEGIN IMMEDIATE")) {
        report(fmt::format("Not begun: {}", writer_->error().text));
        return Transaction::NotBegun;
    }
    for (const WaitingJob* each : group) {
        const Result<void, std::string> done = (*each->job)(*writer_);
        if (!done) {
            roll_back();
            if (group.size() == 1) {
                report(fmt::format("Not committed: {}", done.error()));
            }
            return Transaction::JobFailed;
        }
    }
    if (!writer_->run("COMMIT")) {
        const SqlError error = writer_->error();
        report(fmt::format("The commit failed: {} (SQLite code {})", error.text, error.code));
        roll_back();
        if (error.is_busy()) {
            return Transaction::NotCommitted;
        }
        is_broken_ = true;
        return Transaction::Unknown;
    }
    ++transactions_;
    return Transaction::Committed;
}

void Database::carry_out(std::span<WaitingJob* const> group) {
    Transaction outcome = make_whole() ? transact(group) : Transaction::NotBegun;
    if (outcome == Transaction::Unknown && make_whole()) {
        outcome = Transaction::NotCommitted;
    }
    if (outcome == Transaction::JobFailed && group.size() > 1) {
        // One of them is wrong; the others must not suffer from it.
        for (WaitingJob* const& each : group) {
            carry_out(std::span(&each, 1));
        }
        return;
    }
    for (WaitingJob* each : group) {
        if (outcome == Transaction::Committed) {
            each->result = {};
        } else {
            each->result =
                std::unexpected(outcome == Transaction::Unknown ? StoreError::OutcomeUnknown
                                                                : StoreError::NotCommitted);
        }
    }
}

Result<void, StoreError> Database::write(const Job& job) {
    if (options_.mode == OpenMode::ReadOnly) {
        return std::unexpected(StoreError::NotCommitted);
    }
    return queue_.submit(job, [this](std::span<WaitingJob* const> group) { carry_out(group); });
}

Result<void, StoreError> Database::read(const Job& job) {
    auto borrowed = readers_.borrow();
    if (!borrowed) {
        report(describe(path_, borrowed.error()));
        return std::unexpected(StoreError::OutcomeUnknown);
    }
    std::unique_ptr<Connection> reader = *std::move(borrowed);
    const Result<void, std::string> done = job(*reader);
    if (!done) {
        report(fmt::format("Not read: {}", done.error()));
        reader.reset();
    }
    readers_.give_back(std::move(reader));
    if (!done) {
        return std::unexpected(StoreError::OutcomeUnknown);
    }
    return {};
}

bool Database::settle() {
    if (is_broken_) {
        queue_.exclusively([this] { make_whole(); });
    }
    return !is_broken_;
}

// The log is then synced by the next commit, and before it is checkpointed.
Result<void, std::string> Database::write_unsynced(const Job& job) {
    Result<void, std::string> done =
        std::unexpected(fmt::format("{} cannot be written to now", path_));
    queue_.exclusively([&] {
        if (options_.mode == OpenMode::ReadOnly || !make_whole()) {
            return;
        }
        if (writer_->execute("PRAGMA synchronous = NORMAL")) {
            done = job(*writer_);
            roll_back();
        }
        if (!writer_->execute("PRAGMA synchronous = FULL")) {
            writer_.reset();  // it is opened anew, as it should be
        }
    });
    return done;
}

Result<void, std::string> Database::exclusively(const Job& job) {
    if (options_.mode == OpenMode::ReadOnly) {
        return std::unexpected(fmt::format("{} is open for reading only", path_));
    }
    Result<void, std::string> done =
        std::unexpected(fmt::format("{} cannot be opened again after an error", path_));
    queue_.exclusively([&] {
        if (make_whole()) {
            done = job(*writer_);
            roll_back();  // of what a failed job left open
        }
    });
    return done;
}

}  // namespace standby::store
