// Commits that go to the log first: what was acknowledged is seen by everyone at once, and is there
// after any end.
#include "store/sqlite/commit_log.hpp"
#include "store/sqlite/failing_files_test_support.hpp"
#include "store/sqlite/maintenance.hpp"
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <thread>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::StoreError;
using testing::HasSubstr;
using testing::Not;

class SqliteLog : public testing::Test {
protected:
    SqliteLog() { start(); }

    std::string path() const { return directory_.file("standby.db"); }
    void start(const SqliteOptions& options = {.commits = CommitsTo::Log}) {
        store_.reset();
        store_ = SqliteStore::open(path(), options).value();
    }
    ResourceNumber allocate() const {
        return store_->allocate_resource(engine::AccountNumber{1}, {}, at(0)).value();
    }
    static engine::ResourceChange join(Changes& changes, core::Ticket ticket) {
        engine::ResourceChange change = changes.next(1, at(ticket));
        change.rows.entries = {entry_row(ticket, core::EntryState::Waiting, "entry")};
        change.rows.entries[0].is_new = true;
        change.people = {{.entry = ticket, .person = person("ada" + std::to_string(ticket))}};
        change.outbox = {message(engine::MessageKind::Waitlisted, ticket, at(ticket))};
        return change;
    }
    // The files as they are, as a kill or a power cut leaves them.
    std::string copy_files(const std::string& name) const {
        const std::string copy = directory_.file(name);
        for (const std::string ending : {"", "-wal", "-log-a", "-log-b"}) {
            if (std::filesystem::exists(path() + ending)) {
                std::filesystem::copy_file(path() + ending, copy + ending);
            }
        }
        return copy;
    }
    std::size_t log_bytes() const {
        std::size_t bytes = 0;
        for (const std::string& file : CommitLog::paths_beside(path())) {
            bytes += std::filesystem::exists(file) ? std::filesystem::file_size(file) : 0;
        }
        return bytes;
    }

    TemporaryDirectory directory_;
    std::unique_ptr<SqliteStore> store_;
};

TEST_F(SqliteLog, WhatIsAcknowledgedIsSeenAtOnce) {
    const ResourceNumber resource = allocate();
    Changes changes(resource);
    for (core::Ticket ticket = 1; ticket <= 50; ++ticket) {
        ASSERT_TRUE(store_->commit(batch_of(join(changes, ticket))));
        EXPECT_EQ(store_->person(core::entry_id(resource, ticket)).value(),
                  person("ada" + std::to_string(ticket)));
        EXPECT_EQ(store_->events(resource, 0, 99).value().size(), ticket);
        EXPECT_EQ(store_->messages({.resource = resource}, 0, 99).value().size(), ticket);
    }
    EXPECT_EQ(store_->due_messages({}, at(999), 99).value().rows.size(), 50u);
    EXPECT_EQ(store_->find_person("user-ada7").value().size(), 1u);
}

TEST_F(SqliteLog, AKillLosesNothingWhereverTheRowsAre) {
    const ResourceNumber resource = allocate();
    Changes changes(resource);
    for (core::Ticket ticket = 1; ticket <= 40; ++ticket) {
        ASSERT_TRUE(store_->commit(batch_of(join(changes, ticket))));
        if (ticket % 10 != 0) {
            continue;
        }
        const std::string copy = copy_files("killed-" + std::to_string(ticket) + ".db");
        const auto after = SqliteStore::open(copy, {}).value();
        EXPECT_EQ(after->events(resource, 0, 99).value().size(), ticket);
        EXPECT_EQ(after->row(engine::RowTable::Entries, resource, ticket).value()->state,
                  static_cast<std::uint8_t>(core::EntryState::Waiting));
        Changes on = changes;
        EXPECT_TRUE(after->commit(batch_of(join(on, ticket + 1)))) << "and it goes on";
    }
}

TEST_F(SqliteLog, TheFileOfAServerThatWasStoppedIsWhole) {
    const ResourceNumber resource = allocate();
    Changes changes(resource);
    ASSERT_TRUE(store_->commit(batch_of(join(changes, 1))));
    store_.reset();
    EXPECT_EQ(log_bytes(), 0u);
    const std::string copy = directory_.file("copy.db");
    std::filesystem::copy_file(path(), copy);
    EXPECT_EQ(SqliteStore::open(copy, {}).value()->events(resource, 0, 9).value().size(), 1u);
}

TEST_F(SqliteLog, ReadersBesideTheServerSeeWhatWasAcknowledgedBefore) {
    const ResourceNumber resource = allocate();
    Changes changes(resource);
    for (core::Ticket ticket = 1; ticket <= 20; ++ticket) {
        ASSERT_TRUE(store_->commit(batch_of(join(changes, ticket))));
        const auto reader = SqliteStore::open(path(), {.mode = OpenMode::ReadOnly}).value();
        EXPECT_EQ(reader->events(resource, 0, 99).value().size(), ticket);
    }
}

TEST_F(SqliteLog, ReadersOfWhatAKilledServerLeftSeeItAll) {
    const ResourceNumber resource = allocate();
    Changes changes(resource);
    ASSERT_TRUE(store_->commit(batch_of(join(changes, 1))));
    const std::string copy = copy_files("killed.db");
    const auto reader = SqliteStore::open(copy, {.mode = OpenMode::ReadOnly}).value();
    EXPECT_EQ(reader->events(resource, 0, 99).value().size(), 1u);
}

TEST_F(SqliteLog, ABackupHasWhatWasAcknowledged) {
    const ResourceNumber resource = allocate();
    Changes changes(resource);
    for (core::Ticket ticket = 1; ticket <= 5; ++ticket) {
        ASSERT_TRUE(store_->commit(batch_of(join(changes, ticket))));
        const std::string copy = directory_.file("backup" + std::to_string(ticket));
        ASSERT_TRUE(backup_to(store_->database(), copy));
        EXPECT_EQ(SqliteStore::open(copy, {}).value()->events(resource, 0, 9).value().size(),
                  ticket);
    }
}

TEST_F(SqliteLog, NothingOfAPersonIsLeftInTheLog) {
    const ResourceNumber resource = allocate();
    Changes changes(resource);
    engine::ResourceChange change = join(changes, 1);
    change.people[0].person.name = "A name to forget";
    change.rows.entries = {entry_row(1, core::EntryState::Left, "")};
    ASSERT_TRUE(store_->commit(batch_of(change)));
    EXPECT_EQ(store_->erase({.resource = resource, .entry = 1}).value(), 1u);
    for (const std::string& file : CommitLog::paths_beside(path())) {
        std::ifstream stream(file, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        EXPECT_THAT(text, Not(HasSubstr("A name to forget")));
    }
    EXPECT_EQ(store_->person(core::entry_id(resource, 1)).value(), std::nullopt);
    EXPECT_TRUE(store_->commit(batch_of(join(changes, 2)))) << "and it goes on";
}

TEST_F(SqliteLog, CommitsGoFromTheLogToTheTablesAndBack) {
    const ResourceNumber resource = allocate();
    Changes changes(resource);
    core::Ticket ticket = 0;
    for (const CommitsTo commits :
         {CommitsTo::Log, CommitsTo::Tables, CommitsTo::Either, CommitsTo::Log}) {
        start({.commits = commits});
        for (int count = 0; count < 5; ++count) {
            ASSERT_TRUE(store_->commit(batch_of(join(changes, ++ticket))));
        }
    }
    EXPECT_EQ(store_->events(resource, 0, 99).value().size(), ticket);
}

TEST_F(SqliteLog, ACalmTimeDoesWithoutTheLogAndABusyOneUsesIt) {
    start({});
    std::vector<Changes> lists;
    for (int count = 0; count < 40; ++count) {
        lists.emplace_back(allocate());
    }
    ASSERT_TRUE(store_->commit(batch_of(join(lists[0], 1))));
    EXPECT_EQ(log_bytes(), 0u);
    for (core::Ticket ticket = 2; ticket < 60; ++ticket) {
        engine::Batch batch;
        for (Changes& each : lists) {
            batch.resources.push_back(join(each, ticket));
        }
        ASSERT_TRUE(store_->commit(batch));
    }
    EXPECT_GT(log_bytes(), 0u);
}

TEST_F(SqliteLog, ManyThreadsAtOnce) {
    constexpr int rounds = 60;
    std::vector<std::jthread> threads;
    std::vector<ResourceNumber> resources;
    for (int count = 0; count < 4; ++count) {
        resources.push_back(allocate());
    }
    for (const ResourceNumber resource : resources) {
        threads.emplace_back([this, resource] {
            Changes changes(resource);
            for (int round = 0; round < rounds; ++round) {
                engine::ResourceChange change = changes.next(1, at(round));
                change.answers = {answer(static_cast<std::uint64_t>(round) + 1, at(round))};
                change.answers[0].body = std::string(100'000, 'x');
                EXPECT_TRUE(store_->commit(batch_of(std::move(change))));
            }
        });
    }
    threads.clear();
    for (const ResourceNumber resource : resources) {
        EXPECT_EQ(store_->events(resource, 0, 999).value().size(), std::size_t{rounds});
    }
    store_.reset();
    start();
    EXPECT_EQ(store_->answer(resources[0], rounds).value()->status, 201);
}

TEST_F(SqliteLog, TablesThatAreFullKeepWhatWasAcknowledgedAndTakeNoMore) {
    start({.commits = CommitsTo::Log, .pages_max = 130});
    const ResourceNumber resource = allocate();
    Changes changes(resource);
    engine::ResourceChange large = changes.next(1, at(1));
    large.answers = {answer(1, at(1))};
    large.answers[0].body = std::string(700'000, 'x');
    ASSERT_TRUE(store_->commit(batch_of(large))) << "the log takes it";
    EXPECT_EQ(store_->events(resource, 0, 9), std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_EQ(store_->commit(batch_of(changes.next(1, at(2)))),
              std::unexpected(StoreError::NotCommitted));
    start({.commits = CommitsTo::Log});
    EXPECT_EQ(store_->events(resource, 0, 9).value().size(), 1u) << "with more room it is there";
}

// More rows than a calm time has: it goes to the log.
constexpr std::size_t many = 5'000;

TEST_F(SqliteLog, NothingGoesToTheLogBesideATableThatMayHoldAFailedCommit) {
    FailingFiles files;
    start({.commits = CommitsTo::Either, .vfs = "failing"});
    const ResourceNumber resource = allocate();
    files.disk().failing_syncs = 1'000'000;
    EXPECT_EQ(store_->commit(batch_of(Changes(resource).next(1, at(1)))),
              std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_EQ(store_->commit(batch_of(Changes(resource).next(many, at(2)))),
              std::unexpected(StoreError::NotCommitted));
    const auto killed = SqliteStore::open(copy_files("killed.db"), {});
    ASSERT_TRUE(killed.has_value()) << killed.error();
    files.disk() = {};
    EXPECT_TRUE(store_->commit(batch_of(Changes(resource).next(many, at(3)))));
    EXPECT_TRUE(SqliteStore::open(copy_files("healed.db"), {}).has_value());
    store_.reset();
}

bool log_fails = false;

TEST_F(SqliteLog, NothingGoesToTheTablesBesideALogThatMayHoldAFailedCommit) {
    const LogCalls failing{
        .sync = [](int file) { return log_fails ? -1 : ::fdatasync(file); },
        .cut = [](int file, off_t size) { return log_fails ? -1 : ::ftruncate(file, size); }};
    start({.commits = CommitsTo::Either, .log_calls = failing});
    const ResourceNumber resource = allocate();
    engine::Batch rush = batch_of(Changes(allocate()).next(many, at(1)));
    rush.resources.push_back(Changes(resource).next(1, at(1)));
    log_fails = true;
    EXPECT_EQ(store_->commit(rush), std::unexpected(StoreError::OutcomeUnknown));
    // It gets calm while these come, and what is small goes to the tables then.
    for (int count = 0; count < 2'000; ++count) {
        ASSERT_EQ(store_->commit(batch_of(Changes(resource).next(1, at(2)))),
                  std::unexpected(StoreError::NotCommitted));
    }
    log_fails = false;
    EXPECT_TRUE(store_->commit(batch_of(Changes(resource).next(2, at(4)))));
    const auto killed = SqliteStore::open(copy_files("killed.db"), {});
    ASSERT_TRUE(killed.has_value()) << killed.error();
    EXPECT_EQ((*killed)->events(resource, 0, 9).value().size(), 2u);
}

TEST_F(SqliteLog, ALogThatDoesNotFollowTheDatabaseIsRefusedInWords) {
    const ResourceNumber resource = allocate();
    Changes changes(resource);
    store_.reset();
    const std::string older = directory_.file("older.db");
    std::filesystem::copy_file(path(), older);
    start();
    ASSERT_TRUE(store_->commit(batch_of(join(changes, 1))));
    store_.reset();
    start();
    ASSERT_TRUE(store_->commit(batch_of(join(changes, 2))));
    const std::string newer = copy_files("newer.db");
    std::filesystem::copy_file(older, newer, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::remove(newer + "-wal");
    const auto opened = SqliteStore::open(newer, {});
    ASSERT_FALSE(opened.has_value());
    EXPECT_THAT(opened.error(), HasSubstr("they don't belong together"));
}

}  // namespace
}  // namespace standby::store
