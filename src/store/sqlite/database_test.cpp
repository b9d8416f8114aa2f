// A disk that fails while a commit is written: the commit is taken back, for good, as soon as the
// disk takes that.
#include "store/sqlite/database.hpp"

#include "store/sqlite/failing_files_test_support.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace standby::store {
namespace {

using engine::StoreError;

class FailingDisk : public testing::Test {
protected:
    FailingDisk() {
        std::string pattern = (std::filesystem::temp_directory_path() / "standby.XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        open();
    }
    ~FailingDisk() override {
        disk = {};
        database_.reset();
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

    FailingFiles files_;
    Disk& disk = files_.disk();
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
    ASSERT_TRUE(database_->exclusively([this](Connection& connection) -> Result<void, std::string> {
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
