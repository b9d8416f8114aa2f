// What a shard under a lease promises: it proves itself with every commit, settles what is in doubt
// by the number that the new lease brings, and gives everything up when it is lost.
#include "engine/lease/leased_shard.hpp"

#include "engine/shard/shard_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using std::chrono::hours;
using std::chrono::seconds;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr Fence first_lease{.shard = 3, .epoch = 5, .commit_seq = 40};

class LeasedShardTest : public ::testing::Test {
protected:
    void SetUp() override { shard.grant({.fence = first_lease}, now); }

    Told* give(core::Command command, std::optional<IdempotencyKey> name = std::nullopt) {
        Told* told = &told_.emplace_back();
        Request request;
        request.resource = concert;
        request.command = std::move(command);
        request.key = name;
        request.make_answer = [](const core::ResourceState& state, const core::Outcome& outcome) {
            return Answer{static_cast<std::uint16_t>(outcome.refusal ? 409 : 200),
                          std::to_string(state.last_event)};
        };
        request.done = [told](Reply reply) {
            told->reply = std::move(reply);
            ++told->times;
        };
        shard.submit(std::move(request), now);
        return told;
    }
    // The failure that a look meets; nothing when it sees the resource.
    std::optional<Failure> look() {
        std::optional<Failure> failure;
        shard.submit(Query{.resource = concert,
                           .look = [&](const Query::View& view) { failure = view.failure; }},
                     now);
        return failure;
    }
    std::optional<Batch> poll() {
        while (true) {
            LeasedShard::TermWork given = shard.poll(now);
            term = given.term;
            for (const core::ResourceNumber resource : given.work.loads) {
                shard.on_loaded(term, resource, keeper.load(resource), now);
            }
            for (const Work::AnswerLookup& lookup : given.work.lookups) {
                shard.on_answer(term, lookup.resource, lookup.number,
                                keeper.answer(lookup.resource, lookup.number), now);
            }
            if (given.work.commit || given.work.empty()) {
                return std::move(given.work.commit);
            }
        }
    }
    void end_commit(Result<void, StoreError> result) {
        shard.take_commit(term, result, now);
        shard.give_answers();
    }
    void settle() {
        while (auto batch = poll()) {
            keeper.write(*batch);
            end_commit({});
        }
    }
    void create() {
        give(ShardBench::seats(1));
        settle();
    }

    Time now = ShardBench::start;
    core::ZoneBook zones;
    BatchKeeper keeper;
    std::vector<Committed> committed;
    std::uint64_t term = 0;
    LeasedShard shard{{}, zones, [this](const Committed& told) { committed.push_back(told); }};

private:
    std::deque<Told> told_;
};

TEST_F(LeasedShardTest, ProvesItselfWithEveryCommit) {
    give(ShardBench::seats(1));
    const auto batch = poll();
    ASSERT_TRUE(batch && batch->fence);
    EXPECT_EQ(*batch->fence, first_lease);
    keeper.write(*batch);
    end_commit({});
    EXPECT_EQ(shard.fence()->commit_seq, 41U);
    give(ShardBench::person(1));
    EXPECT_EQ(poll()->fence->commit_seq, 41U);
}

TEST_F(LeasedShardTest, CommitThatWasNotMadeDoesNotCount) {
    give(ShardBench::seats(1));
    ASSERT_TRUE(poll());
    end_commit(std::unexpected(StoreError::NotCommitted));
    EXPECT_EQ(shard.fence(), first_lease);
    EXPECT_TRUE(shard.is_serving());
}

TEST_F(LeasedShardTest, AnswersMovedWithoutALease) {
    LeasedShard none{{}, zones, [](const Committed&) {}};
    std::optional<Failure> failure;
    none.submit(Request{.resource = concert,
                        .command = ShardBench::seats(1),
                        .done = [&](const Reply& reply) { failure = reply.failure; }},
                now);
    EXPECT_EQ(failure, Failure::Moved);
    EXPECT_TRUE(none.is_over() && none.is_idle() && none.poll(now).work.empty());
    EXPECT_EQ(none.next_wake(), std::nullopt);
}

TEST_F(LeasedShardTest, FencedCommitEndsTheTerm) {
    create();
    committed.clear();
    const auto first = give(ShardBench::person(1));
    ASSERT_TRUE(poll());
    const auto ahead = give(ShardBench::person(2));
    EXPECT_FALSE(poll());
    end_commit(std::unexpected(StoreError::Fenced));
    EXPECT_TRUE(shard.was_fenced() && shard.is_over());
    EXPECT_EQ(first->reply->failure, Failure::Moved);
    EXPECT_EQ(ahead->reply->failure, Failure::Moved);
    EXPECT_EQ(shard.fence()->epoch, 5U) << "whoever keeps the leases is told which one";
    EXPECT_EQ(look(), Failure::Moved);
    EXPECT_THAT(committed, IsEmpty());
}

TEST_F(LeasedShardTest, DoubtfulCommitThatHappenedIsAnsweredAfterTheRenewal) {
    create();
    const auto told = give(ShardBench::person(1), key(1));
    const auto batch = poll();
    keeper.write(*batch);
    end_commit(std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_TRUE(shard.wants_renewal());
    const auto ahead = give(ShardBench::person(2));
    EXPECT_FALSE(poll()) << "nothing is committed before the doubt is settled";
    EXPECT_FALSE(told->reply);
    shard.renew({.shard = 3, .epoch = 6, .commit_seq = 42}, now);
    ASSERT_TRUE(told->reply);
    EXPECT_EQ(told->reply->answer.status, 200);
    EXPECT_FALSE(shard.wants_renewal());
    EXPECT_EQ(*poll()->fence, (Fence{.shard = 3, .epoch = 6, .commit_seq = 42}));
    EXPECT_FALSE(ahead->reply);
    end_commit({});
    EXPECT_EQ(ahead->reply->answer.body, "3");
}

TEST_F(LeasedShardTest, DoubtfulCommitThatDidNotHappenIsAnsweredAsNotDone) {
    create();
    const auto told = give(ShardBench::person(1));
    ASSERT_TRUE(poll());
    end_commit(std::unexpected(StoreError::OutcomeUnknown));
    const auto ahead = give(ShardBench::person(2));
    EXPECT_FALSE(poll());
    shard.renew({.shard = 3, .epoch = 6, .commit_seq = 41}, now);
    EXPECT_EQ(told->reply->failure, Failure::Unavailable);
    settle();
    EXPECT_EQ(ahead->reply->answer.body, "2") << "decided anew, as if the first had never come";
    EXPECT_EQ(shard.fence()->commit_seq, 42U);
}

TEST_F(LeasedShardTest, LostInDoubtIsUnknownForThoseInTheCommitOnly) {
    create();
    const auto in_doubt = give(ShardBench::person(1));
    ASSERT_TRUE(poll());
    end_commit(std::unexpected(StoreError::OutcomeUnknown));
    const auto ahead = give(ShardBench::person(2));
    EXPECT_FALSE(poll());
    const auto waiting = give(ShardBench::person(3));
    shard.revoke(now);
    EXPECT_EQ(in_doubt->reply->failure, Failure::Unknown);
    EXPECT_EQ(ahead->reply->failure, Failure::Moved);
    EXPECT_EQ(waiting->reply->failure, Failure::Moved);
    EXPECT_TRUE(shard.is_over() && !shard.wants_renewal());
}

TEST_F(LeasedShardTest, RowsThatNobodyCanHaveWrittenAreNotTrusted) {
    create();
    const auto told = give(ShardBench::person(1));
    ASSERT_TRUE(poll());
    end_commit(std::unexpected(StoreError::OutcomeUnknown));
    shard.renew({.shard = 3, .epoch = 6, .commit_seq = 50}, now);
    EXPECT_EQ(told->reply->failure, Failure::Unknown);
    EXPECT_TRUE(shard.is_over());
}

TEST_F(LeasedShardTest, CommitUnderWayIsAnsweredAsItEndsAfterTheLoss) {
    const struct {
        Result<void, StoreError> result;
        std::optional<Failure> failure;
    } cases[] = {{{}, std::nullopt},
                 {std::unexpected(StoreError::Fenced), Failure::Moved},
                 {std::unexpected(StoreError::NotCommitted), Failure::Moved},
                 {std::unexpected(StoreError::OutcomeUnknown), Failure::Unknown}};
    create();
    for (const auto& each : cases) {
        const auto told = give(ShardBench::person(1));
        const auto batch = poll();
        ASSERT_TRUE(batch);
        const std::uint64_t before = shard.fence()->commit_seq;
        shard.revoke(now);
        EXPECT_FALSE(told->reply);
        EXPECT_FALSE(shard.is_over());
        EXPECT_EQ(give(ShardBench::person(9))->reply->failure, Failure::Moved);
        if (each.result) {
            keeper.write(*batch);
        }
        end_commit(each.result);
        ASSERT_TRUE(told->reply);
        EXPECT_EQ(told->reply->failure, each.failure);
        EXPECT_EQ(told->times, 1);
        EXPECT_TRUE(shard.is_over());
        EXPECT_EQ(shard.fence()->commit_seq, before + (each.result ? 1 : 0));
        shard.grant({.fence = Fence{.shard = 3, .epoch = 7, .commit_seq = before + 1}}, now);
    }
}

TEST_F(LeasedShardTest, DrainingFinishesWhatIsDecidedAndTakesNothingMore) {
    create();
    const auto first = give(ShardBench::person(1));
    const auto batch = poll();
    const auto decided = give(ShardBench::person(2));
    EXPECT_FALSE(poll());
    const auto waiting = give(ShardBench::person(3));
    shard.drain(now);
    EXPECT_EQ(waiting->reply->failure, Failure::Moved);
    EXPECT_EQ(give(ShardBench::person(4))->reply->failure, Failure::Moved);
    EXPECT_EQ(look(), Failure::Moved);
    EXPECT_FALSE(shard.is_drained());
    keeper.write(*batch);
    end_commit({});
    EXPECT_FALSE(shard.is_drained());
    settle();
    EXPECT_TRUE(shard.is_drained() && !shard.is_serving());
    EXPECT_EQ(first->reply->answer.status, 200);
    EXPECT_EQ(decided->reply->answer.status, 200);
    shard.revoke(now);
    EXPECT_TRUE(shard.is_over());
}

TEST_F(LeasedShardTest, DrainingDoesNotDecideAnewWhatStoodOnAFailedCommit) {
    create();
    const auto first = give(ShardBench::person(1));
    ASSERT_TRUE(poll());
    const auto ahead = give(ShardBench::person(2));
    EXPECT_FALSE(poll());
    shard.drain(now);
    end_commit(std::unexpected(StoreError::NotCommitted));
    EXPECT_EQ(first->reply->failure, Failure::Unavailable);
    EXPECT_EQ(ahead->reply->failure, Failure::Moved);
    EXPECT_TRUE(shard.is_drained());
    EXPECT_FALSE(poll());
}

TEST_F(LeasedShardTest, DrainingLeavesTimersToTheNextOwner) {
    shard.revoke(now);
    shard.grant({.fence = first_lease, .schedule = {{concert, now}}}, now);
    shard.drain(now);
    EXPECT_TRUE(shard.poll(now).work.empty());
    EXPECT_TRUE(shard.is_drained());
    EXPECT_EQ(shard.next_wake(), std::nullopt);
}

TEST_F(LeasedShardTest, AnswersOfAnEarlierTermAreIgnored) {
    create();
    shard.revoke(now);
    shard.grant({.fence = Fence{.shard = 3, .epoch = 9, .commit_seq = 41}}, now);
    const auto told = give(ShardBench::person(1));
    const auto asked = shard.poll(now);
    ASSERT_THAT(asked.work.loads, SizeIs(1));
    shard.revoke(now);
    EXPECT_EQ(told->reply->failure, Failure::Moved);
    shard.grant({.fence = Fence{.shard = 3, .epoch = 10, .commit_seq = 41}}, now);
    shard.on_loaded(asked.term, concert, keeper.load(concert), now);
    shard.take_commit(asked.term, {}, now);
    EXPECT_EQ(shard.fence()->commit_seq, 41U);
    const auto again = give(ShardBench::person(1));
    settle();
    EXPECT_EQ(again->reply->answer.status, 200);
    EXPECT_EQ(shard.figures().requests, 2U) << "over all terms";
}

TEST_F(LeasedShardTest, OfferThatEndedWhileNobodyServedIsExtendedFirst) {
    create();
    give(ShardBench::person(1));
    give(ShardBench::person(2));
    settle();
    give(core::CancelEntry{1});
    settle();
    give(core::ReportSent{core::OfferNumber{1}, now});
    settle();
    shard.revoke(now);
    now += hours{12} - seconds{5};
    const Time served_until = now;
    now += seconds{20};
    committed.clear();
    shard.grant({.fence = Fence{.shard = 3, .epoch = 9, .commit_seq = 44},
                 .schedule = {{concert, now - seconds{15}}},
                 .served_until = served_until},
                now);
    std::optional<Time> deadline;
    shard.submit(Query{.resource = concert,
                       .look =
                           [&](const Query::View& view) {
                               deadline = view.state->offers.at(core::OfferNumber{1}).expires_at;
                           }},
                 now);
    const auto batch = poll();
    ASSERT_TRUE(batch);
    EXPECT_FALSE(deadline) << "it is not durable yet";
    EXPECT_FALSE(shard.is_gap_closed()) << "the same";
    keeper.write(*batch);
    end_commit({});
    EXPECT_EQ(deadline, ShardBench::start + hours{12} + seconds{20});
    ASSERT_THAT(committed, SizeIs(1));
    EXPECT_EQ(committed[0].events[0].reason, core::Reason::OutOfService);
    const auto told = give(core::Accept{core::OfferNumber{1}});
    settle();
    EXPECT_EQ(told->reply->answer.status, 200);
    EXPECT_TRUE(shard.is_gap_closed());
}

TEST_F(LeasedShardTest, GapIsOpenUntilEverythingThatFellDueIsLoaded) {
    create();
    shard.revoke(now);
    const Time served_until = now;
    now += hours{1};
    shard.grant({.fence = Fence{.shard = 3, .epoch = 9, .commit_seq = 44},
                 .schedule = {{concert, now - seconds{15}}},
                 .served_until = served_until},
                now);
    EXPECT_FALSE(shard.is_gap_closed());
    const auto work = shard.poll(now);
    ASSERT_THAT(work.work.loads, SizeIs(1));
    EXPECT_FALSE(shard.is_gap_closed());
    shard.on_loaded(work.term, concert, std::unexpected(StoreError::Damaged), now);
    settle();
    EXPECT_TRUE(shard.is_gap_closed()) << "a list that can't be read holds nobody up";
}

TEST_F(LeasedShardTest, WithoutAGapThereIsNoneToClose) {
    EXPECT_TRUE(shard.is_gap_closed());
}

TEST_F(LeasedShardTest, WithoutAFenceDoubtsAreSettledByReadingBack) {
    LeasedShard alone{{}, zones, [](const Committed&) {}};
    alone.grant({}, now);
    std::optional<Reply> told;
    alone.submit(Request{.resource = concert,
                         .command = ShardBench::seats(1),
                         .make_answer = [](const core::ResourceState&,
                                           const core::Outcome&) { return Answer{200, "made"}; },
                         .done = [&](Reply reply) { told = std::move(reply); }},
                 now);
    auto work = alone.poll(now);
    alone.on_loaded(work.term, concert, std::nullopt, now);
    work = alone.poll(now);
    ASSERT_TRUE(work.work.commit);
    EXPECT_FALSE(work.work.commit->fence || alone.fence());
    keeper.write(*work.work.commit);
    alone.take_commit(work.term, std::unexpected(StoreError::OutcomeUnknown), now);
    EXPECT_FALSE(alone.wants_renewal());
    work = alone.poll(now);
    ASSERT_THAT(work.work.loads, SizeIs(1));
    alone.on_loaded(work.term, concert, keeper.load(concert), now);
    ASSERT_TRUE(told);
    EXPECT_EQ(told->answer.body, "made");
}

}  // namespace
}  // namespace standby::engine
