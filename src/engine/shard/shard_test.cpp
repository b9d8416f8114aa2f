// What a shard promises to those who call it: answers only of what is durable, each request carried
// out at most once under its key, and no resource waiting for another one's disk.
#include "engine/shard/shard.hpp"

#include "engine/shard/shard_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr core::ResourceNumber salon{2};

class ShardTest : public ::testing::Test {
protected:
    ShardBench bench;

    // Fails the commit that comes next; what is written is up to the caller.
    void fail_next_commit(StoreError error, bool is_written) {
        const auto batch = bench.poll();
        ASSERT_TRUE(batch);
        if (is_written) {
            bench.keeper.write(*batch);
        }
        bench.shard.on_commit(std::unexpected(error), bench.now);
    }
};

TEST_F(ShardTest, AnswersAndPublishesOnlyAfterTheCommit) {
    bench.create(concert);
    bench.committed.clear();
    const auto told = bench.give(concert, ShardBench::person(1));
    const auto batch = bench.poll();
    ASSERT_TRUE(batch);
    EXPECT_FALSE(told->reply);
    EXPECT_THAT(bench.committed, IsEmpty());

    bench.shard.on_commit({}, bench.now);
    ASSERT_TRUE(told->reply);
    EXPECT_EQ(told->reply->answer.status, 200);
    ASSERT_THAT(bench.committed, SizeIs(1));
    EXPECT_EQ(bench.committed[0].events.size(), bench.committed[0].links.size());
}

TEST_F(ShardTest, GathersWhatArrivesDuringACommitIntoTheNextBatch) {
    bench.create(concert);
    bench.give(concert, ShardBench::person(1));
    const auto batch = bench.poll();
    ASSERT_TRUE(batch);
    const auto second = bench.give(concert, ShardBench::person(2));
    const auto third = bench.give(concert, ShardBench::person(3));
    EXPECT_FALSE(bench.poll());
    EXPECT_FALSE(second->reply);

    bench.keeper.write(*batch);
    bench.shard.on_commit({}, bench.now);
    const auto next = bench.poll();
    ASSERT_TRUE(next);
    EXPECT_THAT(next->resources, SizeIs(1));
    bench.shard.on_commit({}, bench.now);
    EXPECT_TRUE(second->reply && third->reply);
}

TEST_F(ShardTest, SaysUnavailableAndReadsBackWhenNothingWasCommitted) {
    bench.create(concert);
    const auto told = bench.give(concert, ShardBench::person(1));
    fail_next_commit(StoreError::NotCommitted, false);
    ASSERT_TRUE(told->reply);
    EXPECT_EQ(told->reply->failure, Failure::Unavailable);

    bench.loads = 0;
    const auto again = bench.give(concert, ShardBench::person(1));
    bench.settle();
    EXPECT_EQ(bench.loads, 1);
    ASSERT_TRUE(again->reply);
    EXPECT_EQ(again->reply->answer.status, 200);
    EXPECT_EQ(again->reply->answer.body, "ok 2");  // the failed join left nothing behind
}

TEST_F(ShardTest, FindsOutThatACommitOfUnknownOutcomeHappened) {
    bench.create(concert);
    bench.committed.clear();
    const auto told = bench.give(concert, ShardBench::person(1));
    fail_next_commit(StoreError::OutcomeUnknown, true);
    EXPECT_FALSE(told->reply);
    bench.settle();
    ASSERT_TRUE(told->reply);
    EXPECT_FALSE(told->reply->failure);
    EXPECT_EQ(told->reply->answer.body, "ok 2");
    EXPECT_THAT(bench.committed, SizeIs(1));
}

TEST_F(ShardTest, FindsOutThatACommitOfUnknownOutcomeDidNotHappen) {
    bench.create(concert);
    bench.committed.clear();
    const auto told = bench.give(concert, ShardBench::person(1));
    fail_next_commit(StoreError::OutcomeUnknown, false);
    bench.settle();
    ASSERT_TRUE(told->reply);
    EXPECT_EQ(told->reply->failure, Failure::Unavailable);
    EXPECT_THAT(bench.committed, IsEmpty());
    EXPECT_EQ(told->times, 1);
}

TEST_F(ShardTest, FindsOutThatACommitHappenedThoughOlderAnswersAreForgotten) {
    bench.create(concert);
    bench.give(concert, ShardBench::person(1), key(1));
    bench.settle();
    const auto told = bench.give(concert, ShardBench::person(2));
    fail_next_commit(StoreError::OutcomeUnknown, true);
    ASSERT_THAT(bench.shard.poll(bench.now).loads, SizeIs(1));
    auto loaded = bench.keeper.load(concert);
    loaded->head.last_answer = 0;
    loaded->answers.clear();
    bench.shard.on_loaded(concert, std::move(loaded), bench.now);
    ASSERT_TRUE(told->reply);
    EXPECT_FALSE(told->reply->failure);
}

TEST_F(ShardTest, SaysUnknownWhenTheRowsCannotBeReadBack) {
    bench.create(concert);
    const auto told = bench.give(concert, ShardBench::person(1));
    fail_next_commit(StoreError::OutcomeUnknown, true);
    const Work work = bench.shard.poll(bench.now);
    ASSERT_THAT(work.loads, SizeIs(1));
    bench.shard.on_loaded(concert, std::unexpected(StoreError::OutcomeUnknown), bench.now);
    ASSERT_TRUE(told->reply);
    EXPECT_EQ(told->reply->failure, Failure::Unknown);
}

TEST_F(ShardTest, CarriesOutARequestOnceUnderItsKey) {
    bench.create(concert);
    bench.decisions = 0;
    const auto first = bench.give(concert, ShardBench::person(1), key(1));
    const auto same_batch = bench.give(concert, ShardBench::person(1), key(1));
    bench.settle();
    const auto later = bench.give(concert, ShardBench::person(1), key(1));
    bench.settle();
    EXPECT_EQ(bench.decisions, 1);
    for (const auto& repeated : {same_batch, later}) {
        ASSERT_TRUE(repeated->reply);
        EXPECT_TRUE(repeated->reply->replayed);
        EXPECT_EQ(repeated->reply->answer, first->reply->answer);
    }
    EXPECT_FALSE(first->reply->replayed);
}

TEST_F(ShardTest, RemembersKeysWhenTheResourceIsReadBack) {
    bench.create(concert);
    const auto first = bench.give(concert, ShardBench::person(1), key(1));
    fail_next_commit(StoreError::OutcomeUnknown, true);
    bench.settle();
    bench.decisions = 0;
    const auto retry = bench.give(concert, ShardBench::person(1), key(1));
    bench.settle();
    EXPECT_EQ(bench.decisions, 0);
    ASSERT_TRUE(retry->reply);
    EXPECT_TRUE(retry->reply->replayed);
    EXPECT_EQ(retry->reply->answer, first->reply->answer);
}

TEST_F(ShardTest, RefusesAnotherRequestUnderTheSameKey) {
    bench.create(concert);
    bench.give(concert, ShardBench::person(1), key(1, 10));
    const auto same_batch = bench.give(concert, ShardBench::person(2), key(1, 11));
    bench.settle();
    const auto later = bench.give(concert, ShardBench::person(2), key(1, 11));
    bench.settle();
    EXPECT_EQ(same_batch->reply->failure, Failure::KeyReused);
    EXPECT_EQ(later->reply->failure, Failure::KeyReused);
}

TEST_F(ShardTest, KeepsARefusalUnderItsKey) {
    bench.create(concert);
    const auto refused = bench.give(concert, core::Leave{.entry = 9}, key(1));
    bench.settle();
    EXPECT_EQ(refused->reply->answer.status, 409);
    const auto again = bench.give(concert, core::Leave{.entry = 9}, key(1));
    bench.settle();
    EXPECT_TRUE(again->reply->replayed);
    EXPECT_EQ(again->reply->answer, refused->reply->answer);
}

TEST_F(ShardTest, ForgetsAKeyAfterADay) {
    bench.create(concert);
    bench.give(concert, ShardBench::person(1), key(1));
    bench.settle();
    bench.now += std::chrono::hours{24};
    bench.decisions = 0;
    const auto again = bench.give(concert, ShardBench::person(1), key(1));
    bench.settle();
    EXPECT_EQ(bench.decisions, 1);
    EXPECT_FALSE(again->reply->replayed);
}

TEST_F(ShardTest, DoesNotLetOneResourceWaitForTheLoadOfAnother) {
    bench.create(concert);
    const auto slow = bench.give(salon, ShardBench::person(1));
    const auto quick = bench.give(concert, ShardBench::person(1));
    Work work = bench.shard.poll(bench.now);
    ASSERT_THAT(work.loads, SizeIs(1));
    ASSERT_TRUE(work.commit);
    bench.shard.on_commit({}, bench.now);
    EXPECT_TRUE(quick->reply);
    EXPECT_FALSE(slow->reply);
    bench.shard.on_loaded(salon, std::nullopt, bench.now);
    ASSERT_TRUE(slow->reply);
    EXPECT_EQ(slow->reply->answer.body, "unknown-resource");
}

TEST_F(ShardTest, KeepsTheOrderOfRequestsThatWaitedForALoad) {
    const auto created = bench.give(concert, ShardBench::seats(0));
    const auto first = bench.give(concert, ShardBench::person(1));
    const auto second = bench.give(concert, ShardBench::person(2));
    bench.settle();
    EXPECT_EQ(created->reply->answer.body, "ok 1");
    EXPECT_EQ(first->reply->answer.body, "ok 2");
    EXPECT_EQ(second->reply->answer.body, "ok 3");
}

TEST_F(ShardTest, ShowsAQueryNothingThatIsNotCommitted) {
    bench.create(concert);
    bench.give(concert, ShardBench::person(1));
    ASSERT_TRUE(bench.poll());
    std::optional<std::uint64_t> seen;
    bench.shard.submit(
        Query{concert, [&](const Query::View& view) { seen = view.state->last_event; }}, bench.now);
    EXPECT_FALSE(seen);
    bench.shard.on_commit({}, bench.now);
    EXPECT_EQ(seen, 2U);
}

TEST_F(ShardTest, LoadsAResourceForAQueryAndTellsWhenThereIsNone) {
    bool asked = false;
    bench.shard.submit(Query{salon,
                             [&](const Query::View& view) {
                                 asked = true;
                                 EXPECT_EQ(view.state, nullptr);
                                 EXPECT_FALSE(view.failure);
                             }},
                       bench.now);
    bench.settle();
    EXPECT_TRUE(asked);
    EXPECT_TRUE(bench.shard.is_idle());
}

TEST_F(ShardTest, HoldsBackARefusalThatDependsOnWhatIsNotCommitted) {
    bench.create(concert, 0);
    bench.give(concert, core::CloseResource{});
    const auto refused = bench.give(concert, ShardBench::person(1));
    const auto batch = bench.poll();
    ASSERT_TRUE(batch);
    EXPECT_FALSE(refused->reply);
    bench.shard.on_commit({}, bench.now);
    EXPECT_EQ(refused->reply->answer.body, "resource-closed");
}

// Two rivals who both want to be the first: the second sees what the first has done, though that is
// not written yet, and is told only when it is.
TEST_F(ShardTest, DoesNothingOnceThereIsAnObjection) {
    bench.create(concert, 2);
    const auto join = [&](std::uint64_t who) {
        return bench.give(concert, ShardBench::person(who), key(who), Priority::Normal,
                          [](const core::ResourceState& state) {
                              return state.accepted > 0 ? std::optional{Answer{409, "taken"}}
                                                        : std::nullopt;
                          });
    };
    const auto first = join(1);
    const auto second = join(2);
    const auto batch = bench.poll();
    ASSERT_TRUE(batch);
    EXPECT_FALSE(second->reply);
    bench.keeper.write(*batch);
    bench.shard.on_commit({}, bench.now);
    EXPECT_EQ(first->reply->answer.status, 200);
    EXPECT_EQ(second->reply->answer.body, "taken");
    const auto again = join(1);
    bench.settle();
    EXPECT_TRUE(again->reply->replayed) << "what was done under a key stands";
    bench.give(concert, core::Leave{.entry = 1});
    const auto later = join(2);
    bench.settle();
    EXPECT_EQ(later->reply->answer.status, 200) << "an objection uses up no key";
}

TEST_F(ShardTest, WakesASleepingResourceWhenItsTimeHasCome) {
    bench.create(concert);
    bench.give(concert, ShardBench::person(1));  // takes the seat
    bench.give(concert, ShardBench::person(2));
    bench.give(concert, core::Leave{.entry = 1});  // entry 2 is offered
    bench.settle();
    const auto due = bench.shard.next_wake();
    ASSERT_TRUE(due);

    ShardBench reborn;
    reborn.keeper = bench.keeper;
    reborn.shard.wake_at(concert, *due);
    reborn.now = *due - Duration{1};
    reborn.settle();
    EXPECT_EQ(reborn.loads, 0);
    EXPECT_EQ(reborn.shard.next_wake(), due);
    reborn.now = *due;
    reborn.settle();
    EXPECT_EQ(reborn.loads, 1);
    ASSERT_FALSE(reborn.committed.empty());
    EXPECT_EQ(core::type_of(reborn.committed[0].events[0]), "offer_extended");
}

TEST_F(ShardTest, TriesASleepingResourceAgainWhenItCouldNotBeLoaded) {
    bench.shard.wake_at(concert, bench.now);
    ASSERT_THAT(bench.shard.poll(bench.now).loads, SizeIs(1));
    bench.shard.on_loaded(concert, std::unexpected(StoreError::OutcomeUnknown), bench.now);
    EXPECT_EQ(bench.shard.next_wake(), bench.now + std::chrono::seconds{1});
}

TEST_F(ShardTest, KeepsNoAnswerOfAResourceThatWasNotCreated) {
    core::CreateResource bad = ShardBench::seats(1);
    bad.settings.time_zone = "Mars/Olympus";
    const auto refused = bench.give(concert, bad, key(1));
    const auto unknown = bench.give(concert, ShardBench::person(1), key(2));
    EXPECT_FALSE(bench.poll());
    ASSERT_TRUE(refused->reply && unknown->reply);
    EXPECT_EQ(refused->reply->answer.body, "invalid-field");
    EXPECT_EQ(unknown->reply->answer.body, "unknown-resource");
    EXPECT_TRUE(bench.shard.is_idle());
    EXPECT_EQ(bench.shard.figures().resident, 0U);
}

TEST_F(ShardTest, EvictsWhatIsIdleAndLoadsItAgain) {
    bench.create(concert, 0);
    bench.give(concert, ShardBench::person(1));
    bench.settle();
    bench.now += std::chrono::minutes{20};
    bench.settle();
    EXPECT_EQ(bench.shard.figures().resident, 0U);
    bench.loads = 0;
    const auto told = bench.give(concert, ShardBench::person(2));
    bench.settle();
    EXPECT_EQ(bench.loads, 1);
    EXPECT_EQ(told->reply->answer.body, "ok 3");
}

TEST_F(ShardTest, SendsTheLinkAgainToWhoeverJoinsAgainButNotEachTime) {
    bench.create(concert, 0);
    bench.give(concert, ShardBench::person(1));
    bench.settle();
    const auto messages_of_a_repeated_join = [&] {
        bench.give(concert, ShardBench::person(1));
        const auto batch = bench.poll();
        std::size_t count = 0;
        if (batch) {
            count = batch->resources[0].outbox.size();
            bench.shard.on_commit({}, bench.now);
        }
        return count;
    };
    EXPECT_EQ(messages_of_a_repeated_join(), 1U);
    EXPECT_EQ(messages_of_a_repeated_join(), 0U);
    bench.now += std::chrono::minutes{10};
    EXPECT_EQ(messages_of_a_repeated_join(), 1U);
}

TEST_F(ShardTest, WritesMessagesThatOnlyWaitToBeReadAsDoneWhereNobodySendsThem) {
    ShardLimits limits;
    limits.messages_stay_here = [] { return true; };
    ShardBench local(limits);
    local.give(concert, ShardBench::seats(0));
    local.settle();
    local.give(concert, ShardBench::person(1));
    const auto joined = local.poll();
    ASSERT_TRUE(joined);
    ASSERT_THAT(joined->resources[0].outbox, SizeIs(1));
    EXPECT_TRUE(joined->resources[0].outbox[0].stays_here);
    local.shard.on_commit({}, local.now);
    local.give(concert, core::PatchResource{.capacity = 1});
    const auto offered = local.poll();
    ASSERT_TRUE(offered);
    ASSERT_THAT(offered->resources[0].outbox, SizeIs(1));
    EXPECT_EQ(offered->resources[0].outbox[0].kind, MessageKind::Offer);
    EXPECT_FALSE(offered->resources[0].outbox[0].stays_here);
    local.shard.on_commit({}, local.now);
}

TEST_F(ShardTest, TellsNobodyOfARequestThatIsToTellNobody) {
    bench.create(concert, 0);
    for (const bool tells_nobody : {true, false}) {
        Request request;
        request.resource = concert;
        request.command = ShardBench::person(tells_nobody ? 1 : 2);
        request.attachment.tells_nobody = tells_nobody;
        request.done = [](const Reply&) {};
        bench.shard.submit(std::move(request), bench.now);
    }
    const auto joined = bench.poll();
    ASSERT_TRUE(joined);
    ASSERT_THAT(joined->resources[0].outbox, SizeIs(2));
    EXPECT_TRUE(joined->resources[0].outbox[0].stays_here);
    EXPECT_FALSE(joined->resources[0].outbox[1].stays_here);
    bench.shard.on_commit({}, bench.now);
}

TEST_F(ShardTest, WritesThePersonBesideTheEntryButNotForARepeatedJoin) {
    bench.create(concert, 0);
    const auto people_of = [&] {
        Request request;
        request.resource = concert;
        request.command = ShardBench::person(1);
        request.attachment.person = Person{.name = "Ada"};
        request.done = [](const Reply&) {};
        bench.shard.submit(std::move(request), bench.now);
        const auto batch = bench.poll();
        const auto people = batch ? batch->resources[0].people : std::vector<PersonChange>{};
        bench.shard.on_commit({}, bench.now);
        return people;
    };
    EXPECT_THAT(people_of(), SizeIs(1));
    EXPECT_THAT(people_of(), IsEmpty());
}

}  // namespace
}  // namespace standby::engine
