// Two nodes and one shard: whatever the order in which a commit and a claim meet, an owner of the
// past writes nothing, and a commit that was acknowledged is seen by the next owner.
#include "store/postgres/commit_guard.hpp"
#include "store/postgres/postgres_rows.hpp"
#include "tests/store_contract/postgres_pair_test_support.hpp"

#include <gtest/gtest.h>

#include <future>

namespace standby::store {
namespace {

using engine::ShardRow;
using engine::StoreError;
using Claimed = Result<std::optional<ShardRow>, StoreError>;
using Committed = Result<void, StoreError>;

// A resource of a shard that "a" owns in epoch 1.
class PostgresFencing : public PostgresPair {
protected:
    void SetUp() override {
        PostgresPair::SetUp();
        if (IsSkipped()) {
            return;
        }
        resource_ = first().allocate_resource(engine::AccountNumber{1}, {}, at(0)).value();
        shard_ = first().database().shard_of(resource_);
        side_ = schema_.connect();
        ASSERT_TRUE(first().claim(shard_, 0, "a", at(0)).value());
    }

    // What "a" writes, believing that it owns the shard in epoch 1 and has committed nothing yet.
    Committed commit() {
        engine::Batch batch = batch_of(Changes(resource_).next(1, at(10)));
        batch.resources[0].rows.entries = {entry_row(1, core::EntryState::Waiting, "one")};
        batch.fence = engine::Fence{.shard = shard_, .epoch = 1, .commit_seq = 0};
        return first().commit(batch);
    }
    std::future<Committed> commit_beside() {
        return std::async(std::launch::async, [this] { return commit(); });
    }
    Claimed claim(std::string_view node = "b") { return second().claim(shard_, 1, node, at(20)); }
    std::future<Claimed> claim_beside() {
        return std::async(std::launch::async, [this] { return claim(); });
    }
    bool is_written() { return !second().events(resource_, 0, 10).value().empty(); }
    ShardRow shard() { return second().view().value().shards[shard_]; }

    // The statements of a node that stops half-way.
    PgStatement fence() { return statement(fence_sql(), shard_, 1, 0, 0, at(10)); }
    PgStatement claiming() {
        return statement("UPDATE shard SET owner = 'b', epoch = epoch + 1"
                         " WHERE shard_id = $1 AND epoch = 1",
                         shard_);
    }

    core::ResourceNumber resource_;
    engine::ShardNumber shard_ = 0;
    std::unique_ptr<PgConnection> side_;
};

TEST_F(PostgresFencing, AClaimWaitsForACommitUnderWayAndSeesIt) {
    const auto half_way = schema_.connect();
    ASSERT_TRUE(half_way->begin(soon()));
    ASSERT_TRUE(half_way->run(fence(), soon()));
    auto claimed = claim_beside();
    ASSERT_NE(waiting_backend(*side_), 0);
    ASSERT_TRUE(half_way->commit(soon()));
    const std::optional<ShardRow> row = claimed.get().value();
    ASSERT_TRUE(row);
    EXPECT_EQ(row->epoch, 2u);
    EXPECT_EQ(row->commit_seq, 1u);
    EXPECT_EQ(row->owner, "b");
    EXPECT_EQ(row->served_at, at(10)) << "as it was before the claim";
}

// As a machine does that still answers for a process that does not.
TEST_F(PostgresFencing, WhoFrozeHalfWayIsEndedByWhoTakesOver) {
    ASSERT_TRUE(first().claim(shard_, 1, "frozen-1", at(5)).value());
    const auto frozen = schema_.connect();
    const auto other = schema_.connect();
    for (const auto& [connection, name] : {std::pair(&*frozen, "frozen"), {&*other, "other"}}) {
        ASSERT_TRUE(connection->run(
            statement("SELECT set_config('application_name', $1, false)", std::string_view(name)),
            soon()));
        ASSERT_TRUE(connection->begin(soon()));
    }
    ASSERT_TRUE(frozen->run(statement("UPDATE shard SET commit_seq = commit_seq + 1"
                                      " WHERE shard_id = $1",
                                      shard_),
                            soon()));
    ASSERT_TRUE(other->run(statement("UPDATE cluster SET founded_at = founded_at + 1"), soon()));
    EXPECT_EQ(second().claim(shard_, 2, "b", at(20)), std::unexpected(StoreError::NotCommitted));
    const auto claimed = second().claim(shard_, 2, "b", at(20));
    ASSERT_TRUE(claimed && *claimed);
    EXPECT_EQ((*claimed)->epoch, 3u);
    EXPECT_EQ((*claimed)->commit_seq, 0u) << "what it was about to commit was taken back";
    EXPECT_FALSE(frozen->commit(soon()));
    EXPECT_TRUE(other->commit(soon())) << "nobody else's";
}

TEST_F(PostgresFencing, ACommitAfterAClaimIsFencedAndWritesNothing) {
    ASSERT_TRUE(claim().value());
    EXPECT_EQ(commit(), std::unexpected(StoreError::Fenced));
    EXPECT_FALSE(is_written());
    EXPECT_EQ(shard().commit_seq, 0u);
    EXPECT_EQ(commit(), std::unexpected(StoreError::Fenced)) << "and again";
}

TEST_F(PostgresFencing, ACommitThatWaitsForAClaimIsFencedByIt) {
    ASSERT_TRUE(side_->begin(soon()));
    ASSERT_TRUE(side_->run(claiming(), soon()));
    auto committed = commit_beside();
    const auto watcher = schema_.connect();
    ASSERT_NE(waiting_backend(*watcher), 0);
    ASSERT_TRUE(side_->commit(soon()));
    EXPECT_EQ(committed.get(), std::unexpected(StoreError::Fenced));
    EXPECT_FALSE(is_written());
}

TEST_F(PostgresFencing, ACommitThatWaitsForAClaimThatIsTakenBackGoesThrough) {
    ASSERT_TRUE(side_->begin(soon()));
    ASSERT_TRUE(side_->run(claiming(), soon()));
    auto committed = commit_beside();
    const auto watcher = schema_.connect();
    ASSERT_NE(waiting_backend(*watcher), 0);
    ASSERT_TRUE(side_->roll_back(soon()));
    EXPECT_TRUE(committed.get());
    EXPECT_TRUE(is_written());
    EXPECT_EQ(shard().commit_seq, 1u);
    EXPECT_EQ(shard().owner, "a");
}

TEST_F(PostgresFencing, OfTwoClaimsOneWins) {
    for (std::uint64_t epoch = 1; epoch < 20; ++epoch) {
        auto other = std::async(std::launch::async,
                                [&] { return first().claim(shard_, epoch, "c", at(20)); });
        const Claimed mine = second().claim(shard_, epoch, "b", at(20));
        const Claimed theirs = other.get();
        ASSERT_TRUE(mine);
        ASSERT_TRUE(theirs);
        ASSERT_NE(mine->has_value(), theirs->has_value());
        EXPECT_EQ(shard().owner, mine->has_value() ? "b" : "c");
        EXPECT_EQ(shard().epoch, epoch + 1);
    }
}

TEST_F(PostgresFencing, AnOwnerFrozenInItsTransactionIsThrownOutByTheServer) {
    const auto frozen = schema_.connect();
    ASSERT_TRUE(frozen->script("SET idle_in_transaction_session_timeout = '300ms'", soon()));
    ASSERT_TRUE(frozen->begin(soon()));
    ASSERT_TRUE(frozen->run(fence(), soon()));
    const std::optional<ShardRow> row = claim().value();
    ASSERT_TRUE(row);
    EXPECT_EQ(row->commit_seq, 0u);
    EXPECT_FALSE(frozen->commit(soon()));
}

TEST_F(PostgresFencing, AClaimTellsWhetherACommitOfUnknownOutcomeHappened) {
    ASSERT_TRUE(commit());
    const std::optional<ShardRow> row = claim("a").value();
    ASSERT_TRUE(row);
    EXPECT_EQ(row->commit_seq, 1u);
    EXPECT_TRUE(is_written());
}

TEST_F(PostgresFencing, AnOldSnapshotIsASerializationFailure) {
    ASSERT_TRUE(
        side_->script("BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT epoch FROM shard", soon()));
    ASSERT_TRUE(claim().value());
    const auto fenced = side_->run(fence(), soon());
    ASSERT_FALSE(fenced);
    EXPECT_EQ(fenced.error().sqlstate, "40001");
    EXPECT_FALSE(fenced.error().is_unknown);
}

TEST_F(PostgresFencing, ALockedRowHoldsAClaimOff) {
    ASSERT_TRUE(side_->begin(soon()));
    ASSERT_TRUE(side_->run(
        statement("SELECT epoch FROM shard WHERE shard_id = $1 FOR SHARE", shard_), soon()));
    auto claimed = claim_beside();
    const auto watcher = schema_.connect();
    ASSERT_NE(waiting_backend(*watcher), 0);
    ASSERT_TRUE(side_->commit(soon()));
    EXPECT_TRUE(claimed.get().value());
}

TEST_F(PostgresFencing, AnOwnerCommitsOnAndOn) {
    Changes changes(resource_);
    for (std::uint64_t seq = 0; seq < 5; ++seq) {
        engine::Batch batch = batch_of(changes.next(2, at(30)));
        batch.fence = engine::Fence{.shard = shard_, .epoch = 1, .commit_seq = seq};
        ASSERT_TRUE(first().commit(batch));
        EXPECT_EQ(first().commit(batch), std::unexpected(StoreError::Fenced)) << "not twice";
    }
    EXPECT_EQ(shard().commit_seq, 5u);
    EXPECT_EQ(shard().served_at, at(30));
    EXPECT_EQ(second().events(resource_, 0, 100).value().size(), 10u);
}

TEST_F(PostgresFencing, AHaltedShardTakesNoCommits) {
    ASSERT_TRUE(second().halt(shard_));
    EXPECT_EQ(commit(), std::unexpected(StoreError::Fenced));
    EXPECT_FALSE(is_written());
    ASSERT_TRUE(second().resume(shard_).value());
    EXPECT_TRUE(commit());
}

TEST_F(PostgresFencing, AFenceIsForResourcesOfItsShardOnly) {
    engine::Batch batch = batch_of(Changes(resource_).next(1, at(10)));
    batch.fence = engine::Fence{.shard = (shard_ + 1) % 4, .epoch = 0, .commit_seq = 0};
    EXPECT_EQ(first().commit(batch), std::unexpected(StoreError::NotCommitted));
    batch.fence->shard = 99;
    EXPECT_EQ(first().commit(batch), std::unexpected(StoreError::NotCommitted));
    EXPECT_FALSE(is_written());
}

}  // namespace
}  // namespace standby::store
