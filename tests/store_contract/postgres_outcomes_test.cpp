// What a failed call tells: that nothing was written, or that nobody knows. Unknown must never be
// taken for a failure, and no call lasts longer than its deadline.
#include "store/postgres/postgres_rows.hpp"
#include "tests/store_contract/builders_test_support.hpp"
#include "tests/store_contract/postgres_test_support.hpp"

#include <gtest/gtest.h>

#include <future>

namespace standby::store {
namespace {

using engine::StoreError;
using std::chrono::milliseconds;
using Committed = Result<void, StoreError>;

class PostgresOutcomes : public testing::Test {
protected:
    void SetUp() override {
        if (postgres_address().empty()) {
            GTEST_SKIP() << "run by tests/store_contract/with_postgres";
        }
        open(schema_.options());
        resource_ = store_->allocate_resource(engine::AccountNumber{1}, {}, at(0)).value();
        side_ = schema_.connect();
    }
    void open(const PostgresOptions& options) {
        auto opened = PostgresStore::open(postgres_address(), options);
        ASSERT_TRUE(opened) << opened.error();
        store_ = *std::move(opened);
    }
    void open_with_deadline(milliseconds deadline) {
        PostgresOptions options = schema_.options();
        options.write_deadline = deadline;
        options.read_deadline = deadline;
        options.lease_deadline = deadline;
        open(options);
    }

    Committed commit() { return store_->commit(batch_of(Changes(resource_).next(1, at(10)))); }
    std::future<Committed> commit_beside() {
        return std::async(std::launch::async, [this] { return commit(); });
    }
    // What became of a transaction with this statement in it.
    StoreError error_of(std::vector<PgStatement> statements) {
        const auto rows = store_->database().write(statements);
        EXPECT_FALSE(rows);
        return rows ? StoreError::Fenced : rows.error();
    }
    std::size_t events_written() { return store_->events(resource_, 0, 10).value().size(); }

    void lock_shards() {
        ASSERT_TRUE(side_->begin(soon()));
        ASSERT_TRUE(side_->run(statement("SELECT 1 FROM shard FOR UPDATE"), soon()));
    }

    void refuse_commits_with_events() {
        ASSERT_TRUE(side_->script(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'disk' USING ERRCODE = '58030'; END $$;"
            " CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED"
            " FOR EACH ROW EXECUTE FUNCTION refuse()",
            soon()));
    }

    TemporarySchema schema_;
    std::unique_ptr<PostgresStore> store_;
    std::unique_ptr<PgConnection> side_;
    core::ResourceNumber resource_;
};

TEST_F(PostgresOutcomes, AKilledSessionLeavesTheOutcomeUnknown) {
    lock_shards();
    auto committed = commit_beside();
    const auto killer = schema_.connect();
    const std::int64_t session = waiting_backend(*killer);
    ASSERT_TRUE(
        killer->run(statement("SELECT pg_terminate_backend($1::integer)", session), soon()));
    EXPECT_EQ(committed.get(), std::unexpected(StoreError::OutcomeUnknown));
    ASSERT_TRUE(side_->roll_back(soon()));
    EXPECT_EQ(events_written(), 0u);
    EXPECT_TRUE(commit()) << "on another connection";
}

TEST_F(PostgresOutcomes, SessionsThatDiedMeanwhileAreReplaced) {
    ASSERT_EQ(events_written(), 0u);
    ASSERT_TRUE(store_->view());
    ASSERT_TRUE(side_->run(statement("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                     " WHERE application_name = 'standby'"
                                     " AND pid <> pg_backend_pid()"),
                           soon()));
    number_once_there(*side_, "SELECT (count(*) = 1)::integer FROM pg_stat_activity"
                              " WHERE application_name = 'standby'");
    EXPECT_TRUE(commit());
    EXPECT_EQ(events_written(), 1u);
    EXPECT_TRUE(store_->view());
}

TEST_F(PostgresOutcomes, DeadlinesEndCallsThatWaitForALock) {
    open_with_deadline(milliseconds(300));
    lock_shards();
    const auto before = std::chrono::steady_clock::now();
    EXPECT_EQ(commit(), std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_EQ(store_->claim(0, 0, "b", at(1)), std::unexpected(StoreError::NotCommitted));
    ASSERT_TRUE(side_->script("LOCK TABLE events IN ACCESS EXCLUSIVE MODE", soon()));
    EXPECT_EQ(store_->events(resource_, 0, 10), std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(5));
}

TEST_F(PostgresOutcomes, WhatTheServerRefusedWasNotCommitted) {
    const PgStatement number =
        statement("UPDATE shard SET last_message = last_message + 1 WHERE shard_id = 0");
    for (const char* code : {"40001", "40P01", "55P03", "53100", "22012"}) {
        SCOPED_TRACE(code);
        EXPECT_EQ(error_of({number, statement(fmt::format(
                                        "DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{}';"
                                        " END $$",
                                        code))}),
                  StoreError::NotCommitted);
    }
    EXPECT_EQ(error_of({statement("SET TRANSACTION READ ONLY"), number}), StoreError::NotCommitted);
    EXPECT_EQ(error_of({number, statement("SELECT nonsense")}), StoreError::NotCommitted);
    EXPECT_EQ(number_in(*side_, "SELECT last_message FROM shard WHERE shard_id = 0"), 0);
}

TEST_F(PostgresOutcomes, ANullElsewhereIsNotTheFence) {
    EXPECT_EQ(error_of({statement("UPDATE shard SET served_at = NULL")}), StoreError::NotCommitted);
    EXPECT_EQ(error_of({statement("UPDATE cluster SET shards = NULL")}), StoreError::NotCommitted);
    EXPECT_EQ(error_of({statement("UPDATE shard SET commit_seq = NULL")}), StoreError::Fenced);
}

TEST_F(PostgresOutcomes, AFailedCommitEndsItsTransaction) {
    refuse_commits_with_events();
    const auto connection = schema_.connect();
    const PgStatement insert = statement("INSERT INTO events VALUES (0, 0, 0, 0, '', '')");
    ASSERT_TRUE(connection->begin(soon()));
    ASSERT_TRUE(connection->run(insert, soon()));
    EXPECT_FALSE(connection->commit(soon()));
    const std::int64_t session = number_in(*connection, "SELECT pg_backend_pid()");
    ASSERT_TRUE(side_->run(statement("SELECT pg_terminate_backend($1::integer)", session), soon()));
    const auto lost = connection->run(insert, soon());
    ASSERT_FALSE(lost);
    EXPECT_TRUE(lost.error().is_unknown) << "no transaction protects it";
}

TEST_F(PostgresOutcomes, AnErrorAtTheCommitItselfIsUnknown) {
    refuse_commits_with_events();
    EXPECT_EQ(commit(), std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_EQ(events_written(), 0u);
}

TEST_F(PostgresOutcomes, AnEmptyBatchShowsWhetherACommitWouldWork) {
    EXPECT_TRUE(store_->commit({}));
    open_with_deadline(milliseconds(300));
    ASSERT_TRUE(side_->script("BEGIN; LOCK TABLE cluster IN ACCESS EXCLUSIVE MODE", soon()));
    EXPECT_FALSE(store_->commit({}));
    ASSERT_TRUE(side_->script("ROLLBACK; ALTER TABLE cluster ADD CHECK (control_version < 0)"
                              " NOT VALID",
                              soon()));
    EXPECT_EQ(store_->commit({}), std::unexpected(StoreError::NotCommitted));
}

// A server that waits for a standby that is not there.
class PostgresStandby : public PostgresOutcomes {
protected:
    void SetUp() override {
        PostgresOutcomes::SetUp();
        if (!IsSkipped()) {
            changes_ = Changes(resource_);
            set_standby("nobody");
        }
    }
    void TearDown() override {
        if (!IsSkipped()) {
            set_standby("");
        }
    }
    void set_standby(const std::string& name) {
        ASSERT_TRUE(side_->script(
            fmt::format("ALTER SYSTEM SET synchronous_standby_names = '{}'", name), soon()));
        ASSERT_TRUE(side_->script("SELECT pg_reload_conf()", soon()));
    }
    // The commit that waits. The server takes its time to heed a setting, so that the first ones
    // may go through.
    std::future<Committed> commit_that_waits() {
        const Deadline deadline = soon();
        while (std::chrono::steady_clock::now() < deadline) {
            ++commits_;
            engine::Batch batch = batch_of(changes_.next(1, at(10)));
            auto committed = std::async(std::launch::async, [this, batch = std::move(batch)] {
                return store_->commit(batch);
            });
            while (committed.wait_for(milliseconds(0)) != std::future_status::ready) {
                if (waiting() != 0) {
                    return committed;
                }
            }
        }
        ADD_FAILURE() << "no commit ever waited";
        std::abort();
    }
    std::int64_t waiting() {
        return number_in(*side_, "SELECT coalesce(max(pid), 0) FROM pg_stat_activity"
                                 " WHERE wait_event = 'SyncRep'");
    }

    std::size_t commits_ = 0;
    Changes changes_{core::ResourceNumber{}};
};

TEST_F(PostgresStandby, ACancelledWaitForAStandbyIsNoSuccess) {
    auto committed = commit_that_waits();
    ASSERT_TRUE(side_->run(statement("SELECT pg_cancel_backend($1::integer)", waiting()), soon()));
    EXPECT_EQ(committed.get(), std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_EQ(events_written(), commits_) << "here it happened after all";
}

TEST_F(PostgresStandby, ADeadlineEndsTheWaitForAStandbyWithoutCancellingIt) {
    open_with_deadline(milliseconds(1000));
    auto committed = commit_that_waits();
    EXPECT_EQ(committed.get(), std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_NE(waiting(), 0) << "the server still waits";
    set_standby("");
    number_once_there(*side_, fmt::format("SELECT (count(*) = {})::integer FROM events", commits_));
}

}  // namespace
}  // namespace standby::store
