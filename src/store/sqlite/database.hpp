// A Standby file that is open: one connection that writes, a few that read, and the way back after
// an error. Calls may come from any thread.
#pragma once

#include "base/result.hpp"
#include "engine/ports/store.hpp"
#include "store/sql/session.hpp"
#include "store/sqlite/connection.hpp"
#include "store/sqlite/lock_file.hpp"
#include "store/sqlite/log_calls.hpp"
#include "store/sqlite/reader_pool.hpp"
#include "store/sqlite/write_queue.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace standby::store {

enum class OpenMode : std::uint8_t {
    Exclusive,  // the one process that writes; brings the file up to date
    ReadOnly,   // beside it: the file as it was at the moment of opening
    // Beside it: for a short change of the control plane that nothing in memory depends on, such as
    // a deed in the trail. Each waits for the other's transaction.
    Beside,
};

// Where commits go. Whatever is chosen, they are on the disk when they are acknowledged.
enum class CommitsTo : std::uint8_t {
    Either,  // to the tables in calm times, and to the log while they come too fast for that
    Tables,
    Log,
};

struct SqliteOptions {
    OpenMode mode = OpenMode::Exclusive;
    CommitsTo commits = CommitsTo::Either;
    std::size_t readers_max = 4;
    std::chrono::milliseconds busy_timeout{5000};
    std::uint32_t pages_max = 0;  // of 4 KiB each; 0: as many as the disk takes
    std::string vfs;              // SQLite's name of the file system; empty for the usual one
    LogCalls log_calls{};         // what the log of commits is written with
    bool keeps_older = true;      // copies a file of an older schema before bringing it up to date
    // Told what went wrong, without personal data, from any thread.
    std::function<void(std::string_view)> report;
};

// A commit that changes nothing, for real: it shows whether the disk takes writes.
bool commit_nothing(Connection& connection);

class Database final : public SqlDatabase {
public:
    // The error is one sentence for people.
    static Result<std::unique_ptr<Database>, std::string> open(const std::string& path,
                                                               const SqliteOptions& options);
    ~Database() override;
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // Carries the job out in a transaction, which it may share with the jobs of other threads, and
    // returns when it is on the disk. A commit that fails is taken back for good; where the disk
    // does not take that either, the outcome is unknown until settle() or a write succeeds: nobody
    // sees what was written, but it would be there again after a power cut.
    Result<void, engine::StoreError> write(const Job& job);
    // Whether no outcome is unknown any more.
    bool settle();

    // Carries the job out on a connection that reads, also while nothing can be written. Every
    // failure is OutcomeUnknown.
    Result<void, engine::StoreError> read(const Job& job);

    Result<void, engine::StoreError> look(std::span<const SqlStatement> statements,
                                          const EachRow& each) override;
    Result<std::uint64_t, engine::StoreError>
    put(std::span<const SqlStatement> statements) override;
    Result<void, engine::StoreError> change(const SqlJob& job) override;

    // For maintenance: the writing connection, outside a transaction, while nobody else writes.
    Result<void, std::string> exclusively(const Job& job);

    // Carries out one statement that a power cut may take back. It doesn't wait for the disk: the
    // next commit brings it there.
    Result<void, std::string> write_unsynced(const Job& job);

    const std::string& path() const { return path_; }
    const SqliteOptions& options() const { return options_; }
    void report(std::string_view text) const;
    // How many transactions were committed; fewer than writes when they were merged.
    std::uint64_t transactions() const { return transactions_; }
    std::size_t waiting_writes() { return queue_.waiting(); }

private:
    enum class Transaction : std::uint8_t { Committed, NotBegun, JobFailed, NotCommitted, Unknown };

    Database(std::string path, SqliteOptions options);
    Result<void, std::string> prepare_files();
    Result<void, std::string> keep_older(int version);
    Result<void, std::string> open_writer();
    Result<void, std::string> open_snapshot();
    Result<void, std::string> check_is_present(int version) const;
    Result<std::unique_ptr<Connection>, SqlError> open_reader() const;
    bool make_whole();
    void carry_out(std::span<WaitingJob* const> group);
    Transaction transact(std::span<WaitingJob* const> group);
    void roll_back();

    const std::string path_;
    const SqliteOptions options_;
    std::optional<LockFile> lock_;
    ReaderPool readers_;
    WriteQueue queue_;
    std::unique_ptr<Connection> writer_;  // used by whoever the queue lets write
    std::atomic<bool> is_broken_ = false;
    std::atomic<std::uint64_t> transactions_ = 0;
};

}  // namespace standby::store
