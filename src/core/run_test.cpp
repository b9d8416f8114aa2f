// Tests of carrying out a command: catching up first, settling afterwards, and time that never runs
// backwards.
#include "core/run.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class RunTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    ResourceState folded() const {
        ResourceState state{ResourceNumber{7}};
        for (const Event& event : history()) {
            apply(state, event);
        }
        return state;
    }
};

TEST_F(RunTest, WhatFellDueIsDoneBeforeTheCommand) {
    slots();
    join("ann");
    open();
    send(Ticket{1});
    now += minutes{10};
    EXPECT_EQ(trace(give(person("bob"))),
              (Trace{"offer_ended window_ended #1", "opening_moved list_exhausted @1",
                     "entry_joined requested #2", "offer_made previous_expired #2"}))
        << "the list was exhausted before the newcomer was there";
}

TEST_F(RunTest, RefusedCommandStillCatchesUp) {
    slots();
    join("ann");
    open();
    send(Ticket{1});
    now += minutes{10};
    const Outcome outcome = give(Leave{9});
    EXPECT_EQ(refused(outcome), "unknown-entry");
    EXPECT_EQ(outcome.events.size(), 2U);
}

TEST_F(RunTest, CommandsEventsNameWhoActedAndTheEnginesNameNobody) {
    seats(1);
    join("ann");
    join("bob");
    actor = {.kind = ActorKind::Guest, .id = 42};
    const Outcome outcome = leave(1);
    ASSERT_EQ(outcome.events.size(), 2U);
    EXPECT_EQ(outcome.events[0].actor, actor);
    EXPECT_EQ(outcome.events[1].actor, Actor{});
}

TEST_F(RunTest, EventsAreNumberedWithoutGaps) {
    seats(1);
    join("ann");
    join("bob");
    leave(1);
    give(Leave{9});
    for (std::size_t at = 0; at < history().size(); ++at) {
        EXPECT_EQ(history()[at].number, at + 1);
    }
    EXPECT_EQ(history().size(), 5U);
}

TEST_F(RunTest, ClockThatGoesBackwardsCountsAsTheTimeOfTheLastEvent) {
    seats(2);
    join("ann");
    now -= hours{5};
    join("bob");
    EXPECT_EQ(last_event<EntryJoined>().at, start);
    EXPECT_EQ(entry(2).joined_at, start);
    EXPECT_EQ(trace(pass(-hours{5})), Trace{});
}

TEST_F(RunTest, DeadlineHoldsThoughTheClockWentBackwards) {
    slots();
    join("ann");
    join("bob");
    open();
    send(Ticket{1});
    pass(minutes{10});
    now -= minutes{9};
    EXPECT_EQ(refused(accept(OfferNumber{1})), "offer-expired");
}

TEST_F(RunTest, CatchingUpTwiceIsOnce) {
    slots();
    join("ann");
    open();
    pass(minutes{10});
    EXPECT_EQ(trace(pass(Duration{0})), Trace{});
}

TEST_F(RunTest, NextDueIsTheEarliestOfAllThatCanHappen) {
    slots(plain().set(&Rules::reminder_after, minutes{3}));
    EXPECT_EQ(due(), std::nullopt);
    join("ann");
    open(hours{5});
    EXPECT_EQ(due(), start + minutes{10}) << "the deadline";
    send(Ticket{1});
    EXPECT_EQ(due(), start + minutes{3}) << "the reminder";
    open(minutes{2});
    EXPECT_EQ(due(), start + minutes{2}) << "the cutoff of a slot nobody fits";
    pass(minutes{2});
    EXPECT_EQ(due(), start + minutes{3});
    pass(minutes{1});
    EXPECT_EQ(due(), start + minutes{10});
    accept(Ticket{1});
    EXPECT_EQ(due(), start + hours{5} + minutes{30}) << "the end of the slot";
    pass(hours{6});
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(RunTest, NextWaveIsDueWhenTheLastOneIsOver) {
    access(9, plain()
                  .set(&Rules::order, Order::Fifo)
                  .set(&Rules::wave_size, 1U)
                  .set(&Rules::wave_interval, hours{1}));
    join("ann");
    join("bob");
    release("", 2);
    EXPECT_EQ(due(), start + hours{1});
    give(PauseResource{});
    EXPECT_EQ(due(), start + hours{48}) << "while paused only the deadline can come";
    give(ResumeResource{});
    EXPECT_EQ(due(), start + hours{1});
    pass(hours{1});
    EXPECT_EQ(state(2U), "offered");
}

TEST_F(RunTest, WaveIsNotWaitedForBeyondAnEarlierDeadline) {
    access(9, plain()
                  .set(&Rules::order, Order::Fifo)
                  .set(&Rules::claim_window, minutes{30})
                  .set(&Rules::wave_size, 1U)
                  .set(&Rules::wave_interval, hours{1}));
    join("ann");
    join("bob");
    release("", 1);
    send(OfferNumber{1});
    EXPECT_EQ(due(), start + minutes{30});
    pass(minutes{30});
    EXPECT_EQ(state(2U), "waiting") << "rolls on with the next wave";
    EXPECT_EQ(due(), start + hours{1});
    pass(minutes{30});
    EXPECT_EQ(state(2U), "offered");
}

TEST_F(RunTest, SlotThatWaitsForTheNextWaveIsNotForgotten) {
    slots(plain().set(&Rules::wave_size, 1U).set(&Rules::wave_interval, minutes{30}));
    open(hours{4});
    join("ann");
    EXPECT_EQ(state(1U), "offered");
    open(hours{5});
    const Ticket bob = join("bob");
    EXPECT_EQ(state(bob), "waiting");
    pass(minutes{9});
    EXPECT_EQ(state(bob), "waiting");
    pass(minutes{21});
    EXPECT_EQ(state(bob), "offered");
}

TEST_F(RunTest, ResourceFreshFromItsEventsKnowsWhenTheNextWaveIsDue) {
    EXPECT_EQ(due(), std::nullopt) << "of a resource that does not exist yet";
    access(9, plain()
                  .set(&Rules::order, Order::Fifo)
                  .set(&Rules::wave_size, 2U)
                  .set(&Rules::wave_interval, hours{1}));
    for (const std::string_view name : {"a", "b", "c"}) {
        join(name);
    }
    const auto due_when_looked_at = [&] {
        ResourceState state = folded();
        EXPECT_EQ(next_due(state), start) << "nobody has looked at it yet: early, never late";
        EXPECT_TRUE(catch_up(state, context()).empty());
        return next_due(state);
    };
    release("", 1);
    EXPECT_EQ(due_when_looked_at(), start + hours{48}) << "the wave has room: only the deadline";
    release("", 2);
    EXPECT_EQ(due_when_looked_at(), start + hours{1});
}

TEST_F(RunTest, CopyOfAResourceIsASecondOne) {
    seats(1);
    join("ann");
    ResourceState copy = resource();
    const std::uint64_t before = fingerprint(resource());
    const Outcome outcome = run(copy, Leave{1}, context());
    EXPECT_EQ(outcome.refusal, std::nullopt);
    EXPECT_NE(fingerprint(copy), before);
    EXPECT_EQ(fingerprint(resource()), before);
}

}  // namespace
}  // namespace standby::core
