// Who carries out which shard, in stores that several nodes share: counters that only their own
// node moves on, owners that change in the next epoch only, and commits that prove whose they are.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using engine::ClusterView;
using engine::Fence;
using engine::NodeRow;
using engine::NodeState;
using engine::ShardRow;
using engine::StoreError;
using testing::ElementsAre;
using testing::IsEmpty;

NodeRow node(const std::string& id) {
    return {.id = id,
            .address = id + ".example:8080",
            .version = "1.2",
            .state = NodeState::Up,
            .heartbeat = 1,
            .seen_at = at(1)};
}

template <class UnderTest>
class LeaseContract : public StoreContract<UnderTest> {
protected:
    engine::Leases& leases() { return this->under_test_.leases(); }
    ShardRow shard(engine::ShardNumber number) { return leases().view().value().shards.at(number); }

    // A batch of one event for a resource of some shard, under that shard's fence.
    engine::Batch fenced(Changes& changes, Fence fence) {
        engine::Batch batch = batch_of(changes.next(1, at(20)));
        batch.fence = fence;
        return batch;
    }
    engine::ShardNumber shard_of(core::ResourceNumber resource) {
        const auto shards = static_cast<std::uint32_t>(leases().view().value().shards.size());
        return engine::shard_of(resource, shards);
    }
};
using SharedStores = testing::Types<MemoryUnderTest, PostgresUnderTest>;
TYPED_TEST_SUITE(LeaseContract, SharedStores);

TYPED_TEST(LeaseContract, BeginsWithShardsThatAreNobodys) {
    const ClusterView view = this->leases().view().value();
    EXPECT_THAT(view.nodes, IsEmpty());
    ASSERT_EQ(view.shards.size(), 3U);
    for (engine::ShardNumber number = 0; number < 3; ++number) {
        EXPECT_EQ(view.shards[number], ShardRow{.shard = number});
    }
}

TYPED_TEST(LeaseContract, ANodeBeginsAtOneAndIsThereOnce) {
    NodeRow ahead = node("b");
    ahead.heartbeat = 77;
    ASSERT_TRUE(this->leases().add_node(ahead));
    ASSERT_TRUE(this->leases().add_node(node("a")));
    EXPECT_FALSE(this->leases().add_node(node("a")));
    this->restart();
    EXPECT_THAT(this->leases().view().value().nodes, ElementsAre(node("a"), node("b")));
}

TYPED_TEST(LeaseContract, ABeatMovesTheCounterAndShowsEverything) {
    ASSERT_TRUE(this->leases().add_node(node("a")));
    ASSERT_TRUE(this->leases().add_node(node("b")));
    const auto seen = this->leases().beat("a", 1, NodeState::Leaving, at(9)).value();
    ASSERT_TRUE(seen);
    NodeRow moved = node("a");
    moved.heartbeat = 2;
    moved.state = NodeState::Leaving;
    moved.seen_at = at(9);
    EXPECT_THAT(seen->nodes, ElementsAre(moved, node("b")));
    EXPECT_EQ(seen->shards.size(), 3U);
    EXPECT_EQ(*seen, this->leases().view().value());
}

TYPED_TEST(LeaseContract, ABeatFromAnotherCounterChangesNothing) {
    ASSERT_TRUE(this->leases().add_node(node("a")));
    EXPECT_EQ(this->leases().beat("a", 2, NodeState::Up, at(9)).value(), std::nullopt);
    EXPECT_EQ(this->leases().beat("x", 1, NodeState::Up, at(9)).value(), std::nullopt);
    EXPECT_THAT(this->leases().view().value().nodes, ElementsAre(node("a")));
}

TYPED_TEST(LeaseContract, ANodeIsRemovedOnlyWhileItStandsStill) {
    ASSERT_TRUE(this->leases().add_node(node("a")));
    ASSERT_TRUE(this->leases().claim(0, 0, "a", at(2)));
    ASSERT_TRUE(this->leases().beat("a", 1, NodeState::Up, at(9)).value());
    EXPECT_FALSE(this->leases().remove_node("a", 1).value());
    EXPECT_TRUE(this->leases().remove_node("a", 2).value());
    EXPECT_FALSE(this->leases().remove_node("a", 2).value());
    EXPECT_THAT(this->leases().view().value().nodes, IsEmpty());
    EXPECT_EQ(this->shard(0).served_at, at(9)) << "until it was last heard of";
    EXPECT_EQ(this->shard(0).owner, "a") << "whoever takes it sees that this one is gone";
}

TYPED_TEST(LeaseContract, OnlyOneClaimOfAnEpochSucceeds) {
    const auto first = this->leases().claim(1, 0, "a", at(5)).value();
    ASSERT_TRUE(first);
    EXPECT_EQ(*first, (ShardRow{.shard = 1, .epoch = 1, .owner = "a", .commit_seq = 0}));
    EXPECT_EQ(this->leases().claim(1, 0, "b", at(6)).value(), std::nullopt);
    const auto second = this->leases().claim(1, 1, "b", at(8)).value();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->epoch, 2U);
    EXPECT_EQ(second->owner, "b");
    EXPECT_EQ(second->served_at, at(5)) << "as it was before";
    EXPECT_EQ(this->shard(1).served_at, at(8));
    EXPECT_EQ(this->shard(0).epoch, 0U);
}

TYPED_TEST(LeaseContract, OnlyTheOwnerHandsOverAndOnlyOnce) {
    ASSERT_TRUE(this->leases().claim(2, 0, "a", at(5)).value());
    EXPECT_FALSE(this->leases().hand_over(2, 1, "b", "c", at(6)).value());
    EXPECT_FALSE(this->leases().hand_over(2, 0, "a", "c", at(6)).value());
    EXPECT_TRUE(this->leases().hand_over(2, 1, "a", "c", at(6)).value());
    EXPECT_FALSE(this->leases().hand_over(2, 1, "a", "c", at(6)).value());
    EXPECT_EQ(this->shard(2), (ShardRow{.shard = 2, .epoch = 2, .owner = "c", .served_at = at(6)}));
    EXPECT_TRUE(this->leases().hand_over(2, 2, "c", "", at(7)).value());
    EXPECT_EQ(this->shard(2).owner, "");
}

TYPED_TEST(LeaseContract, AHaltedShardIsNotClaimedUntilItIsResumed) {
    ASSERT_TRUE(this->leases().claim(0, 0, "a", at(5)).value());
    ASSERT_TRUE(this->leases().halt(0));
    EXPECT_TRUE(this->shard(0).is_halted);
    EXPECT_EQ(this->leases().claim(0, 1, "b", at(6)).value(), std::nullopt);
    this->restart();
    EXPECT_TRUE(this->leases().resume(0).value());
    EXPECT_FALSE(this->leases().resume(0).value());
    EXPECT_TRUE(this->leases().claim(0, 1, "b", at(6)).value());
}

TYPED_TEST(LeaseContract, ACommitCountsOnFromItsFence) {
    const core::ResourceNumber resource = this->allocate();
    const engine::ShardNumber shard = this->shard_of(resource);
    ASSERT_TRUE(this->leases().claim(shard, 0, "a", at(5)).value());
    Changes changes(resource);
    for (std::uint64_t count = 0; count < 3; ++count) {
        ASSERT_TRUE(this->store().commit(
            this->fenced(changes, {.shard = shard, .epoch = 1, .commit_seq = count})));
    }
    EXPECT_EQ(this->shard(shard).commit_seq, 3U);
    EXPECT_EQ(this->leases().claim(shard, 1, "b", at(6)).value()->commit_seq, 3U);
    EXPECT_EQ(this->store().events(resource, 0, 10).value().size(), 3U);
}

TYPED_TEST(LeaseContract, ACommitWhoseFenceDoesNotHoldLeavesNothing) {
    const core::ResourceNumber resource = this->allocate();
    const engine::ShardNumber shard = this->shard_of(resource);
    ASSERT_TRUE(this->leases().claim(shard, 0, "a", at(5)).value());
    Changes changes(resource);
    ASSERT_TRUE(
        this->store().commit(this->fenced(changes, {.shard = shard, .epoch = 1, .commit_seq = 0})));
    ASSERT_TRUE(this->leases().claim(shard, 1, "b", at(6)).value());
    const engine::Batch late = this->fenced(changes, {.shard = shard, .epoch = 1, .commit_seq = 1});
    for (const Fence& fence :
         {Fence{.shard = shard, .epoch = 1, .commit_seq = 1},     // an old epoch
          Fence{.shard = shard, .epoch = 3, .commit_seq = 1},     // none yet
          Fence{.shard = shard, .epoch = 2, .commit_seq = 0},     // was there
          Fence{.shard = shard, .epoch = 2, .commit_seq = 2}}) {  // leaves a gap
        engine::Batch batch = late;
        batch.fence = fence;
        const auto result = this->store().commit(batch);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error(), StoreError::Fenced);
    }
    EXPECT_EQ(this->shard(shard).commit_seq, 1U);
    EXPECT_EQ(this->store().events(resource, 0, 10).value().size(), 1U);
    engine::Batch right = late;
    right.fence = Fence{.shard = shard, .epoch = 2, .commit_seq = 1};
    EXPECT_TRUE(this->store().commit(right));
}

}  // namespace
}  // namespace standby::store
