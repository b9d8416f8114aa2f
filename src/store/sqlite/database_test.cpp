// A disk that fails while a commit is written: the commit is taken back, for good, as soon as the
// disk takes that. The failing disk is SQLite's own file system with two functions replaced.
#include "store/sqlite/database.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace standby::store {
namespace {

using engine::StoreError;

// What the disk does from now on.
struct Disk {
    int failing_syncs = 0;
    int failing_writes = 0;
    int write_error = SQLITE_IOERR_WRITE;
    int syncs = 0;  // how many it was asked for
};
Disk disk;
// Different kinds of files have different functions, but sync and write are the same for all.
const sqlite3_io_methods* real_methods = nullptr;
std::map<const sqlite3_io_methods*, sqlite3_io_methods> failing_methods;
sqlite3_vfs failing_vfs;

int sync_or_fail(sqlite3_file* file, int flags) {
    ++disk.syncs;
    if (disk.failing_syncs > 0) {
        --disk.failing_syncs;
        return SQLITE_IOERR_FSYNC;
    }
    return real_methods->xSync(file, flags);
}

int write_or_fail(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
    if (disk.failing_writes > 0) {
        --disk.failing_writes;
        return disk.write_error;
    }
    return real_methods->xWrite(file, data, size, offset);
}

int open_failing(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* given) {
    sqlite3_vfs* real = sqlite3_vfs_find(nullptr);
    const int code = real->xOpen(real, name, file, flags, given);
    if (code == SQLITE_OK && file->pMethods != nullptr) {
        real_methods = file->pMethods;
        sqlite3_io_methods& failing = failing_methods[real_methods];
        failing = *real_methods;
        failing.xSync = sync_or_fail;
        failing.xWrite = write_or_fail;
        file->pMethods = &failing;
    }
    return code;
}

class FailingDisk : public testing::Test {
protected:
    FailingDisk() {
        disk = {};
        failing_vfs = *sqlite3_vfs_find(nullptr);
        failing_vfs.zName = "failing";
        failing_vfs.xOpen = open_failing;
        sqlite3_vfs_register(&failing_vfs, 0);
        std::string pattern = (std::filesystem::temp_directory_path() / "standby.XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        open();
    }
    ~FailingDisk() override {
        disk = {};
        database_.reset();
        sqlite3_vfs_unregister(&failing_vfs);
        std::filesystem::remove_all(folder_);
    }

    void open() {
        database_.reset();
        SqliteOptions options{.vfs = "failing"};
        options.report = [this](std::string_view text) { reports_.emplace_back(text); };
        auto opened = Database::open(folder_ + "/standby.db", options);
        ASSERT_TRUE(opened.has_value()) << opened.error();
        database_ = *std::move(opened);
    }
    Result<void, StoreError> add(const std::string& name) {
        return database_->write([&](Connection& connection) -> Result<void, std::string> {
            TRY(connection.run("INSERT INTO accounts (name, created_at) VALUES (?, 0)", name));
            return {};
        });
    }
    Result<std::vector<std::string>, StoreError> names() {
        return database_->all(sql("SELECT name FROM accounts ORDER BY number"),
                              [](SqlRow& row) { return row.text(0); });
    }

    // What a new process finds when this one ends without another word.
    Result<std::vector<std::string>, StoreError> names_after_power_cut(const std::string& name) {
        const std::string copy = folder_ + "/" + name + ".db";
        std::filesystem::copy_file(folder_ + "/standby.db", copy);
        if (std::filesystem::exists(folder_ + "/standby.db-wal")) {
            std::filesystem::copy_file(folder_ + "/standby.db-wal", copy + "-wal");
        }
        auto mine = std::exchange(database_, Database::open(copy, {}).value());
        auto found = names();
        database_ = std::move(mine);
        return found;
    }

    std::string folder_;
    std::unique_ptr<Database> database_;
    std::vector<std::string> reports_;
};

TEST_F(FailingDisk, WhatMayBeLostWaitsForNoSyncAndCommitsStillDo) {
    const auto note = [&](int number) {
        return database_->write_unsynced([&](Connection& connection) {
            return connection.run("INSERT OR REPLACE INTO serving (one, until) VALUES (1, ?)",
                                  number);
        });
    };
    ASSERT_TRUE(add("one"));
    disk.syncs = 0;
    EXPECT_TRUE(note(1));
    EXPECT_TRUE(note(2));
    EXPECT_EQ(disk.syncs, 0);
    EXPECT_TRUE(add("two"));
    EXPECT_EQ(disk.syncs, 1);
    disk.failing_writes = 1;
    EXPECT_FALSE(note(3));
    const auto noted = database_->first(sql("SELECT until FROM serving"),
                                        [](SqlRow& row) { return row.integer(0); });
    EXPECT_EQ(noted.value(), std::int64_t{2});
    EXPECT_TRUE(add("three"));
    EXPECT_EQ(disk.syncs, 2) << "a note that failed leaves commits as they were";
    EXPECT_EQ(names_after_power_cut("noted"), (std::vector<std::string>{"one", "two", "three"}));
}

TEST_F(FailingDisk, TakesACommitBackWhoseSyncFails) {
    ASSERT_TRUE(add("one"));
    disk.failing_syncs = 1;
    EXPECT_EQ(add("two"), std::unexpected(StoreError::NotCommitted));
    EXPECT_EQ(disk.failing_syncs, 0);
    ASSERT_FALSE(reports_.empty());
    EXPECT_NE(reports_[0].find("The commit failed"), std::string::npos) << reports_[0];
    EXPECT_EQ(names(), std::vector<std::string>{"one"});
    open();
    EXPECT_EQ(names(), std::vector<std::string>{"one"});
    EXPECT_TRUE(add("three"));
    EXPECT_EQ(names(), (std::vector<std::string>{"one", "three"}));
}

// The log holds the commit that failed, and whoever reads it anew after a power cut would find it.
TEST_F(FailingDisk, TakesItBackSoThatAPowerCutDoesNotBringItAgain) {
    ASSERT_TRUE(add("one"));
    disk.failing_syncs = 1;
    EXPECT_EQ(add("two"), std::unexpected(StoreError::NotCommitted));
    EXPECT_EQ(names_after_power_cut("settled at once"), std::vector<std::string>{"one"});
    disk.failing_syncs = 2;
    EXPECT_EQ(add("three"), std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_TRUE(database_->settle());
    EXPECT_EQ(names_after_power_cut("settled later"), std::vector<std::string>{"one"});
}

TEST_F(FailingDisk, GoesOnWritingAfterAnUnknownOutcome) {
    ASSERT_TRUE(add("one"));
    disk.failing_syncs = 2;
    EXPECT_EQ(add("two"), std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_TRUE(add("three"));
    EXPECT_EQ(names(), (std::vector<std::string>{"one", "three"}));
    EXPECT_EQ(names_after_power_cut("written over"), (std::vector<std::string>{"one", "three"}));
}

TEST_F(FailingDisk, TakesACommitBackThatCannotBeWritten) {
    ASSERT_TRUE(add("one"));
    for (const int error : {SQLITE_IOERR_WRITE, SQLITE_FULL}) {
        disk.failing_writes = 1;
        disk.write_error = error;
        EXPECT_EQ(add("two"), std::unexpected(StoreError::NotCommitted));
        EXPECT_EQ(names(), std::vector<std::string>{"one"});
    }
}

TEST_F(FailingDisk, ReadingGoesOnWhileNothingCanBeWritten) {
    ASSERT_TRUE(add("one"));
    disk.failing_syncs = 1'000'000;
    EXPECT_EQ(add("two"), std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_EQ(names(), std::vector<std::string>{"one"});
    EXPECT_FALSE(database_->settle());
    EXPECT_EQ(add("three"), std::unexpected(StoreError::NotCommitted));
    EXPECT_EQ(names(), std::vector<std::string>{"one"});
    disk.failing_syncs = 0;
    EXPECT_TRUE(database_->settle());
    open();
    EXPECT_EQ(names(), std::vector<std::string>{"one"});
    EXPECT_TRUE(add("four"));
    EXPECT_EQ(names(), (std::vector<std::string>{"one", "four"}));
}

TEST_F(FailingDisk, KeepsWhatWasAcknowledgedWhenACheckpointFails) {
    ASSERT_TRUE(add("one"));
    ASSERT_TRUE(database_->exclusively([](Connection& connection) -> Result<void, std::string> {
        disk.failing_writes = 1;
        EXPECT_NE(connection.integer_of("PRAGMA wal_checkpoint(TRUNCATE)"), 0);
        return {};
    }));
    EXPECT_TRUE(add("two"));
    open();
    EXPECT_EQ(names().value().size(), 2u);
}

}  // namespace
}  // namespace standby::store
