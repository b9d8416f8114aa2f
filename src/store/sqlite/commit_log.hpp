// The file behind commits that come faster than rows can be written: two files beside the database,
// which take turns. Records are numbered, each is on the disk when `append` returns, and once its
// rows are in the database for good it is let go. Used by one thread at a time.
#pragma once

#include "base/result.hpp"
#include "engine/ports/store.hpp"
#include "store/sqlite/log_calls.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace standby::store {

// Which database the files belong to; drawn when its table is made.
using LogIdentity = std::array<std::byte, 16>;

class CommitLog {
public:
    struct Options {
        std::string database;  // the files' names are made of its path
        LogIdentity identity{};
        // From so many bytes on the next file takes over, as soon as it is free.
        std::uint64_t turn_bytes = 32U << 20U;
        LogCalls calls{};
    };
    using EachRecord =
        std::function<Result<void, std::string>(std::uint64_t number, std::span<const std::byte>)>;

    explicit CommitLog(Options options);
    ~CommitLog();
    CommitLog(const CommitLog&) = delete;
    CommitLog& operator=(const CommitLog&) = delete;

    // Gives the records after `folded`, ascending. The error is a sentence: the files cannot be
    // read, or don't follow what the database has. New records are numbered on.
    Result<void, std::string> recover(std::uint64_t folded, const EachRecord& each);

    // All of them, or none: then they are taken back for good, or, where the disk does not take
    // that either, the outcome is unknown until `settle` or another `append` succeeds.
    Result<void, engine::StoreError> append(std::span<const std::vector<std::byte>> records);
    // Whether no outcome is unknown any more.
    bool settle();
    // The same without trying; of any thread.
    bool is_settled() const { return !is_broken_; }

    // Records up to this one are in the database for good.
    void let_go(std::uint64_t number);
    // Whether both files are needed, and the one at hand is full.
    bool wants_room() const;
    // Deletes both files; every record must have been let go. False: the disk doesn't take it.
    bool remove();

    std::uint64_t last_number() const { return next_ - 1; }

    // Where the files are, for whoever looks at them from outside.
    static std::array<std::string, 2> paths_beside(const std::string& database);
    // The number of the last record that is in the files; 0: none is.
    static Result<std::uint64_t, std::string> last_in(const std::string& database,
                                                      const LogIdentity& identity);

private:
    struct File {
        std::string path;
        int descriptor = -1;
        std::uint64_t salt = 0;
        std::uint64_t size = 0;   // up to here it is good
        std::uint64_t first = 0;  // number of its first record
        std::uint64_t last = 0;   // the last one that it holds; 0: it is free
    };

    bool open(File& file) const;
    bool begin(File& file);
    bool take_turn();
    bool heal();

    const Options options_;
    std::array<File, 2> files_;
    std::size_t turn_ = 0;
    bool has_begun_ = false;  // the file whose turn it is has a head
    std::atomic<bool> is_broken_ = false;
    std::uint64_t next_ = 1;
};

}  // namespace standby::store
