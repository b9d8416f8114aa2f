// Tests of the question whether those who wait still want it.
#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::core {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

class PresenceTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    // Asked after two weeks, and once more after another ten days.
    static RulesPatch asking() {
        return plain().set(&Rules::ping_after, days{14}).set(&Rules::ping_grace, days{10});
    }
    Outcome as_guest(const Command& command) {
        const Actor before = actor;
        actor = {.kind = ActorKind::Guest, .id = 0};
        Outcome outcome = give(command);
        actor = before;
        return outcome;
    }
    void set_aside(Ticket entry) {
        pass(days{14});
        pass(days{10});
        pass(days{10});
        EXPECT_TRUE(this->entry(entry).set_aside);
    }
};

TEST_F(PresenceTest, NobodyIsAskedUnlessTheRulesSaySo) {
    slots();
    join("ann");
    EXPECT_TRUE(pass(days{300}).empty());
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(PresenceTest, WhoWaitsLongIsAskedTwiceAndThenSetAside) {
    slots(asking());
    const Ticket ann = join("ann");
    EXPECT_EQ(due(), start + days{14});
    EXPECT_TRUE(pass(days{14} - Duration{1}).empty());
    EXPECT_EQ(trace(pass(Duration{1})), (Trace{"entry_pinged ping #1"}));
    EXPECT_EQ(last<EntryPinged>().count, 1U);
    EXPECT_EQ(trace(pass(days{10})), (Trace{"entry_pinged ping #1"}));
    EXPECT_EQ(last<EntryPinged>().count, 2U);
    EXPECT_EQ(trace(pass(days{10})), (Trace{"entry_presence no_answer_to_pings #1"}));
    EXPECT_EQ(state(ann), "waiting");
    EXPECT_EQ(rank(ann), 1U);
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(PresenceTest, WhoIsSetAsideIsNotOfferedAnything) {
    slots(asking());
    const Ticket ann = join("ann");
    set_aside(ann);
    const Ticket bea = join("bea");
    open();
    EXPECT_EQ(state(ann), "waiting");
    EXPECT_EQ(state(bea), "offered");
    EXPECT_EQ(rank(ann), 1U);
}

TEST_F(PresenceTest, StaffSetSomebodyAsideWhateverTheRulesSay) {
    slots();
    const Ticket ann = join("ann");
    const Ticket bea = join("bea");
    EXPECT_EQ(trace(give(SetAside{ann})), (Trace{"entry_presence requested #1"}));
    EXPECT_TRUE(give(SetAside{ann}).answer.repeated);
    EXPECT_TRUE(entry(ann).set_aside);
    open();
    EXPECT_EQ(state(bea), "offered");
    EXPECT_EQ(refused(give(SetAside{bea})), "entry-not-waiting");
    EXPECT_EQ(trace(give(StillHere{ann})), (Trace{"entry_presence still_here #1"}));
    EXPECT_FALSE(entry(ann).set_aside);
    EXPECT_EQ(rank(ann), 1U);
}

TEST_F(PresenceTest, WhoIsSetAsideAtTheirWishIsAskedNothing) {
    slots(asking());
    const Ticket ann = join("ann");
    pass(days{14});
    give(SetAside{ann});
    EXPECT_TRUE(pass(days{300}).empty());
    EXPECT_TRUE(entry(ann).set_aside);
    EXPECT_EQ(rank(ann), 1U);
}

TEST_F(PresenceTest, AQuestionThatReachesNobodyIsNone) {
    slots(asking());
    const Ticket ann = join("ann");
    for (int round = 0; round < 5; ++round) {
        EXPECT_EQ(trace(pass(days{14})), (Trace{"entry_pinged ping #1"}));
        EXPECT_EQ(last<EntryPinged>().count, 1U);
        EXPECT_EQ(trace(give(ReportUnheard{ann})), (Trace{"entry_presence not_reachable #1"}));
        EXPECT_TRUE(give(ReportUnheard{ann}).answer.repeated);
    }
    open();
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(PresenceTest, ALateReportThatNobodyWasReachedBringsThemBack) {
    slots(asking());
    const Ticket ann = join("ann");
    set_aside(ann);
    EXPECT_EQ(trace(give(ReportUnheard{ann})), (Trace{"entry_presence not_reachable #1"}));
    EXPECT_FALSE(entry(ann).set_aside);
    give(Leave{ann});
    EXPECT_EQ(refused(give(ReportUnheard{ann})), "entry-ended");
}

TEST_F(PresenceTest, WhoIsSetAsideAtTheirWishStaysSoWhateverWasHeard) {
    slots(asking());
    const Ticket ann = join("ann");
    pass(days{14});
    give(SetAside{ann});
    EXPECT_TRUE(give(ReportUnheard{ann}).answer.repeated);
    EXPECT_TRUE(entry(ann).set_aside);
}

TEST_F(PresenceTest, OneAnswerBringsThemBackToTheSamePlace) {
    slots(asking());
    const Ticket ann = join("ann");
    set_aside(ann);
    const Ticket bea = join("bea");
    EXPECT_EQ(trace(as_guest(StillHere{ann})), (Trace{"entry_presence still_here #1"}));
    EXPECT_FALSE(entry(ann).set_aside);
    EXPECT_EQ(line(), (std::vector{ann, bea}));
    open();
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(PresenceTest, WhoComesBackIsAskedAboutASlotThatFoundNobody) {
    slots(asking());
    const Ticket ann = join("ann");
    set_aside(ann);
    const OpeningNumber free = open(hours{30});
    EXPECT_EQ(state(free), "open");
    EXPECT_EQ(trace(as_guest(StillHere{ann})),
              (Trace{"entry_presence still_here #1", "offer_made first_in_line #1"}));
}

TEST_F(PresenceTest, APartyThatIsSetAsideBlocksNobody) {
    seats(3, asking());
    join("ann", 2);
    const Ticket bea = join("bea", 3);
    const Ticket cal = join("cal", 1);
    EXPECT_EQ(state(cal), "waiting");
    set_aside(bea);
    EXPECT_TRUE(entry(cal).set_aside);
    EXPECT_EQ(trace(as_guest(StillHere{cal})),
              (Trace{"entry_presence still_here #3", "offer_made first_in_line #3"}));
}

TEST_F(PresenceTest, StaffMayAnswerForWhoeverCalls) {
    slots(asking());
    const Ticket ann = join("ann");
    pass(days{14});
    EXPECT_EQ(trace(give(StillHere{ann})), (Trace{"entry_presence still_here #1"}));
    EXPECT_EQ(due(), now + days{14});
}

TEST_F(PresenceTest, AnAnswerThatNobodyAskedForIsARepetition) {
    slots(asking());
    const Ticket ann = join("ann");
    const Outcome outcome = as_guest(StillHere{ann});
    EXPECT_TRUE(outcome.events.empty());
    EXPECT_TRUE(outcome.answer.repeated);
}

TEST_F(PresenceTest, WhateverTheGuestDoesIsASignOfLife) {
    slots(asking());
    const Ticket ann = join("ann");
    pass(days{14});
    UpdateEntry update{.entry = ann};
    update.party_size = 2;
    as_guest(update);
    EXPECT_EQ(entry(ann).pings, 0U);
    EXPECT_EQ(due(), now + days{14});
}

TEST_F(PresenceTest, WhatStaffChangeIsNone) {
    slots(asking());
    const Ticket ann = join("ann");
    pass(days{14});
    UpdateEntry update{.entry = ann};
    update.tier = 1;
    give(update);
    EXPECT_EQ(entry(ann).pings, 1U);
}

TEST_F(PresenceTest, AFriendWhoJoinsIsNoSignOfLife) {
    access(9, asking());
    const Ticket ann = join("ann");
    pass(days{14});
    Join friend_joins = person("bea");
    friend_joins.referrer = ann;
    as_guest(friend_joins);
    EXPECT_EQ(entry(ann).pings, 1U);
}

TEST_F(PresenceTest, NobodyIsAskedTwiceWithinAWeek) {
    slots(plain().set(&Rules::ping_after, days{1}).set(&Rules::ping_grace, days{1}));
    const Ticket ann = join("ann");
    EXPECT_EQ(trace(pass(days{1})), (Trace{"entry_pinged ping #1"}));
    as_guest(StillHere{ann});
    EXPECT_TRUE(pass(days{7} - Duration{1}).empty());
    EXPECT_EQ(trace(pass(Duration{1})), (Trace{"entry_pinged ping #1"}));
    EXPECT_TRUE(pass(days{7} - Duration{1}).empty());
    EXPECT_EQ(trace(pass(Duration{1})), (Trace{"entry_pinged ping #1"}));
    EXPECT_EQ(trace(pass(days{1})), (Trace{"entry_presence no_answer_to_pings #1"}));
}

TEST_F(PresenceTest, NobodyIsAskedWhileAnOfferIsOut) {
    slots(asking().set(&Rules::claim_window, days{2}));
    const Ticket ann = join("ann");
    pass(days{13});
    open(days{10});
    EXPECT_EQ(state(ann), "offered");
    send(ann);
    EXPECT_TRUE(pass(days{1}).empty());
    EXPECT_EQ(trace(pass(days{1})),
              (Trace{"offer_ended window_ended #1", "opening_moved list_exhausted @1",
                     "entry_pinged ping #1"}));
}

TEST_F(PresenceTest, APausedListAsksNobody) {
    slots(asking());
    join("ann");
    give(PauseResource{});
    EXPECT_TRUE(pass(days{40}).empty());
    give(ResumeResource{});
    EXPECT_EQ(trace(pass(Duration{0})), (Trace{"entry_pinged ping #1"}));
}

TEST_F(PresenceTest, WithoutTheRuleNobodyIsLeftAside) {
    slots(asking());
    const Ticket ann = join("ann");
    set_aside(ann);
    open(hours{30});
    EXPECT_EQ(state(ann), "waiting");
    patch_rules(RulesPatch{}.set(&Rules::ping_after, Duration{0}));
    EXPECT_FALSE(entry(ann).set_aside);
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(PresenceTest, ARuleThatIsSetLaterCountsFromJoining) {
    slots();
    join("ann");
    pass(days{20});
    patch_rules(RulesPatch{}.set(&Rules::ping_after, days{14}));
    EXPECT_EQ(trace(pass(Duration{0})), (Trace{"entry_pinged ping #1"}));
}

TEST_F(PresenceTest, WhoHasEndedOrIsUnknownCannotAnswer) {
    slots(asking());
    const Ticket ann = join("ann");
    leave(ann);
    EXPECT_EQ(refused(as_guest(StillHere{ann})), "entry-ended");
    EXPECT_EQ(refused(as_guest(StillHere{9})), "unknown-entry");
}

TEST_F(PresenceTest, ThousandsAreAskedInPortions) {
    access(1, asking());
    for (std::size_t number = 0; number <= limits::passed_at_once_max; ++number) {
        join("guest " + std::to_string(number));
    }
    EXPECT_EQ(pass(days{14}).size(), limits::passed_at_once_max);
    EXPECT_EQ(due(), now + limits::passed_pause);
    EXPECT_EQ(pass(limits::passed_pause).size(), 1U);
}

}  // namespace
}  // namespace standby::core
