// Tests of groups: entries that stand for one wish, of which at most one holds a place, and moving
// up from what is held to something earlier.
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;

constexpr GroupKey family{77};

class GroupTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    static Wants service(std::string_view name) {
        Wants wants;
        wants.service = name;
        return wants;
    }
    static Wants moving_up() {
        Wants wants;
        wants.move_up = true;
        return wants;
    }
    OpeningNumber open_for(std::string_view name, Duration after = hours{3}) {
        Slot described = slot(after);
        described.service = name;
        return open(described);
    }
};

TEST_F(GroupTest, SettlesWhenOneOfItIsAccepted) {
    slots();
    const Ticket cut = join("ann", service("cut"), family);
    const Ticket color = join("ann", service("color"), family);
    const Ticket other = join("bob", service("color"));
    open_for("cut");
    EXPECT_EQ(trace(accept(cut)),
              (Trace{"offer_accepted requested #1", "entry_ended group_settled #2"}));
    EXPECT_EQ(state(color), "left");
    EXPECT_EQ(state(other), "waiting");
}

TEST_F(GroupTest, SettlingTakesUnverifiedEntriesAlong) {
    slots();
    const Ticket cut = join("ann", service("cut"), family);
    patch_rules(RulesPatch{}.set(&Rules::verify_email, true));
    const Ticket color = join("ann", service("color"), family);
    EXPECT_EQ(state(color), "unverified");
    open_for("cut");
    accept(cut);
    EXPECT_EQ(state(color), "left");
}

TEST_F(GroupTest, VerifiedMemberWaitsWhileAnotherIsAskedOrHoldsAPlace) {
    seats(2, plain().set(&Rules::verify_email, true));
    const Ticket one = join("ann", service(""), family);
    Wants later;
    later.move_up = true;
    const Ticket two = join("ann", later, family);
    give(Verify{one});
    EXPECT_EQ(state(one), "accepted");
    give(Verify{two});
    EXPECT_EQ(state(two), "waiting");
    EXPECT_EQ(counts().free_places, 1U);
}

TEST_F(GroupTest, SettlesAlsoWhenOneOfItIsAcceptedOnVerifying) {
    seats(2, plain().set(&Rules::verify_email, true));
    const Ticket one = join("ann", service(""), family);
    Wants later;
    later.min_notice = hours{1};
    join("ann", later, family);
    EXPECT_EQ(trace(give(Verify{one})),
              (Trace{"entry_verified place_free #1", "entry_ended group_settled #2"}));
}

TEST_F(GroupTest, MovingUpReleasesTheLaterSlotForTheLine) {
    slots();
    const Ticket held = join("ann");
    open(hours{5});
    accept(held);
    const Ticket earlier = join("ann", moving_up());
    const Ticket bob = join("bob");
    open(hours{3});
    EXPECT_EQ(trace(accept(earlier)),
              (Trace{"offer_accepted requested #2", "entry_ended moved_up #1",
                     "opening_added moved_up @3", "offer_made first_in_line #3"}));
    EXPECT_EQ(state(held), "cancelled");
    EXPECT_EQ(opening(OpeningNumber{3}).slot.starts_at, start + hours{5});
    EXPECT_EQ(state(bob), "offered");
}

TEST_F(GroupTest, WhoWaitsToMoveUpKeepsWaitingWhenAnotherOfTheGroupIsAccepted) {
    slots();
    const Ticket held = join("ann", service(""), family);
    open(hours{5});
    accept(held);
    const Ticket first = join("ann", moving_up(), family);
    Wants cut = moving_up();
    cut.service = "cut";
    const Ticket second = join("ann", cut, family);
    open(hours{4});
    accept(first);
    EXPECT_EQ(state(second), "waiting");
    open_for("cut", hours{3});
    accept(second);
    EXPECT_EQ(state(second), "accepted");
    EXPECT_EQ(state(first), "cancelled");
}

TEST_F(GroupTest, HeldSlotStaysWhenTheEarlierOneIsDeclined) {
    slots();
    const Ticket held = join("ann");
    open(hours{5});
    accept(held);
    const Ticket earlier = join("ann", moving_up());
    open(hours{3});
    decline(earlier);
    EXPECT_EQ(state(held), "accepted");
    EXPECT_EQ(state(earlier), "waiting");
}

TEST_F(GroupTest, WhoGivesUpTheHeldSlotIsAskedLikeAnybodyElse) {
    slots();
    const Ticket held = join("ann");
    open(hours{4});
    accept(held);
    const Ticket waiting = join("ann", moving_up());
    const OpeningNumber later = open(hours{5});
    EXPECT_EQ(state(later), "open");
    give(CancelEntry{held});
    EXPECT_EQ(state(waiting), "offered");
    EXPECT_EQ(entry(waiting).opening, later) << "the oldest slot";
}

TEST_F(GroupTest, MemberThatLeavesTakesOnlyItself) {
    slots();
    const Ticket cut = join("ann", service("cut"), family);
    const Ticket color = join("ann", service("color"), family);
    leave(cut);
    EXPECT_EQ(state(color), "waiting");
    leave(color);
    EXPECT_TRUE(resource().groups.empty());
}

TEST_F(GroupTest, OpenSlotIsOfferedOnceTheGroupsOtherOfferHasEnded) {
    slots();
    const Ticket cut = join("ann", service("cut"), family);
    const Ticket color = join("ann", service("color"), family);
    open_for("cut");
    const OpeningNumber waits = open_for("color");
    EXPECT_EQ(state(waits), "open");
    EXPECT_EQ(trace(miss(cut)),
              (Trace{"offer_ended window_ended #1", "opening_moved list_exhausted @1",
                     "offer_made first_in_line #2"}));
    EXPECT_EQ(state(color), "offered");
}

}  // namespace
}  // namespace standby::core
