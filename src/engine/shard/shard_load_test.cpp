// A shard that has much to do: the next batch is decided while one is committed, and what would
// wait too long is turned away.
#include "engine/shard/shard.hpp"
#include "engine/shard/shard_test_support.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace standby::engine {
namespace {

class ShardUnderLoad : public ::testing::Test {
protected:
    ShardBench bench;
};

TEST_F(ShardUnderLoad, DecidesAheadWhileACommitIsUnderWay) {
    bench.create(concert, 0);
    const auto first = bench.give(concert, ShardBench::person(1));
    const auto batch = bench.poll();
    const auto second = bench.give(concert, ShardBench::person(2));
    EXPECT_FALSE(bench.poll()) << "one commit at a time";
    EXPECT_EQ(bench.decisions, 3) << "but the next one is decided already";
    EXPECT_FALSE(second->reply);
    bench.keeper.write(*batch);
    bench.shard.on_commit({}, bench.now);
    EXPECT_TRUE(first->reply);
    EXPECT_FALSE(second->reply);
    EXPECT_FALSE(bench.shard.is_idle());
    bench.settle();
    EXPECT_EQ(second->reply->answer.body, "ok 3");
}

TEST_F(ShardUnderLoad, HandsOutTheNextCommitBeforeTheAnswersOfTheLastOne) {
    bench.create(concert, 0);
    const auto first = bench.give(concert, ShardBench::person(1));
    bench.keeper.write(*bench.poll());
    bench.give(concert, ShardBench::person(2));
    bench.shard.take_commit({}, bench.now);
    EXPECT_TRUE(bench.poll());
    EXPECT_FALSE(first->reply);
    bench.shard.give_answers();
    EXPECT_TRUE(first->reply);
}

TEST_F(ShardUnderLoad, DecidesAnewWhatStoodOnACommitThatFailed) {
    bench.create(concert, 0);
    const auto first = bench.give(concert, ShardBench::person(1), key(1));
    ASSERT_TRUE(bench.poll());
    const auto second = bench.give(concert, ShardBench::person(2), key(2));
    const auto repeated = bench.give(concert, ShardBench::person(2), key(2));
    EXPECT_FALSE(bench.poll());
    bench.shard.on_commit(std::unexpected(StoreError::NotCommitted), bench.now);
    EXPECT_EQ(first->reply->failure, Failure::Unavailable);
    EXPECT_FALSE(second->reply);
    bench.settle();
    EXPECT_EQ(second->reply->answer.body, "ok 2") << "as if the first had never come";
    EXPECT_EQ(second->times, 1);
    EXPECT_TRUE(repeated->reply->replayed);
    EXPECT_EQ(repeated->reply->answer, second->reply->answer);
}

TEST_F(ShardUnderLoad, AnswersARepetitionOfWhatIsBeingCommittedAfterTheCommit) {
    bench.create(concert, 0);
    const auto first = bench.give(concert, ShardBench::person(1), key(1));
    const auto batch = bench.poll();
    const auto repeated = bench.give(concert, ShardBench::person(1), key(1));
    EXPECT_FALSE(bench.poll());
    EXPECT_FALSE(repeated->reply);
    bench.keeper.write(*batch);
    bench.shard.on_commit({}, bench.now);
    ASSERT_TRUE(repeated->reply);
    EXPECT_TRUE(repeated->reply->replayed);
    EXPECT_EQ(repeated->reply->answer, first->reply->answer);
    EXPECT_EQ(bench.decisions, 2);
}

TEST_F(ShardUnderLoad, ShowsOnlyWhatIsDurableAndStopsDecidingAheadForIt) {
    bench.create(concert, 0);
    bench.give(concert, ShardBench::person(1));
    const auto first = bench.poll();
    bench.give(concert, ShardBench::person(2));
    EXPECT_FALSE(bench.poll());
    std::optional<std::uint64_t> seen;
    bench.shard.submit(
        Query{.resource = concert,
              .look = [&](const Query::View& view) { seen = view.state->last_event; }},
        bench.now);
    bench.keeper.write(*first);
    bench.shard.on_commit({}, bench.now);
    EXPECT_FALSE(seen) << "the second is decided and not durable";
    const auto second = bench.poll();
    bench.give(concert, ShardBench::person(3));
    EXPECT_FALSE(bench.poll());
    bench.keeper.write(*second);
    bench.shard.on_commit({}, bench.now);
    EXPECT_EQ(seen, 3U) << "the third waited for the look";
}

TEST_F(ShardUnderLoad, ShedsByCountButKeepsRoomForAccepts) {
    ShardBench small{{.queue_max = 3, .queue_reserved = 1}};
    small.give(concert, ShardBench::seats(0));
    small.settle();
    small.give(concert, ShardBench::person(1));
    small.give(concert, ShardBench::person(2));
    const auto shed = small.give(concert, ShardBench::person(3));
    const auto accept =
        small.give(concert, core::Accept{core::OfferNumber{1}}, std::nullopt, Priority::Reserved);
    ASSERT_TRUE(shed->reply);
    EXPECT_EQ(shed->reply->failure, Failure::Overloaded);
    EXPECT_FALSE(accept->reply);
    small.settle();
    EXPECT_EQ(accept->reply->answer.body, "unknown-offer");
    EXPECT_EQ(small.shard.figures().shed_full, 1U);
}

TEST_F(ShardUnderLoad, ShedsLooksThatWouldWaitBehindTooManyOthers) {
    ShardBench small{{.queue_max = 2}};
    small.give(concert, ShardBench::seats(0));
    small.settle();
    small.give(concert, ShardBench::person(1));
    const auto batch = small.poll();
    int shown = 0;
    int shed = 0;
    for (int count = 0; count < 3; ++count) {
        small.shard.submit(Query{.resource = concert,
                                 .look =
                                     [&](const Query::View& view) {
                                         shown += view.state != nullptr ? 1 : 0;
                                         shed += view.failure == Failure::Overloaded ? 1 : 0;
                                     }},
                           small.now);
    }
    EXPECT_EQ(shed, 1) << "at once";
    small.keeper.write(*batch);
    small.shard.on_commit({}, small.now);
    EXPECT_EQ(shown, 2);
    small.shard.submit(Query{.resource = concert, .look = [&](const Query::View&) { ++shown; }},
                       small.now);
    EXPECT_EQ(shown, 3) << "there is room again";
}

TEST_F(ShardUnderLoad, ShedsAtOnceWhatWouldWaitTooLongBehindSlowCommits) {
    ShardBench slow{{.batch_requests_max = 2}};
    slow.give(concert, ShardBench::seats(0));
    slow.settle();
    for (int round = 0; round < 8; ++round) {  // commits of 0.8 s each
        slow.give(concert, ShardBench::person(100 + static_cast<std::uint64_t>(round)));
        const auto batch = slow.poll();
        slow.now += Duration{800};
        slow.keeper.write(*batch);
        slow.shard.on_commit({}, slow.now);
    }
    for (std::uint64_t person = 1; person <= 4; ++person) {  // two commits: 0.7 s until the second
        EXPECT_FALSE(slow.give(concert, ShardBench::person(person))->reply) << person;
    }
    const auto shed = slow.give(concert, ShardBench::person(5));
    ASSERT_TRUE(shed->reply);
    EXPECT_EQ(shed->reply->failure, Failure::Overloaded);
    EXPECT_EQ(slow.shard.figures().shed_slow, 1U);
    const auto accept =
        slow.give(concert, core::Accept{core::OfferNumber{1}}, std::nullopt, Priority::Reserved);
    EXPECT_FALSE(accept->reply);
}

TEST_F(ShardUnderLoad, ShedsWhatWaitedTooLong) {
    bench.create(concert);
    bench.give(concert, ShardBench::person(1));
    const auto batch = bench.poll();
    const auto late = bench.give(concert, ShardBench::person(2));
    bench.now += std::chrono::seconds{6};
    bench.keeper.write(*batch);
    bench.shard.on_commit({}, bench.now);
    bench.settle();
    EXPECT_EQ(late->reply->failure, Failure::Overloaded);
}

}  // namespace
}  // namespace standby::engine
