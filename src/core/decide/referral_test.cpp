// Tests of referral points: when they are credited, how they are capped, how fraud takes them back.
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

class ReferralTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    // Nothing is free, ticket 1 waits and refers others.
    void list(Referral referral = {}, bool verify_email = false) {
        access(9, plain().set(&Rules::referral, referral).set(&Rules::verify_email, false));
        join("ann");
        if (verify_email) {
            patch_rules(RulesPatch{}.set(&Rules::verify_email, true));
        }
    }
    Ticket referred(std::string_view name, Ticket referrer = 1) {
        Join command = person(name);
        command.referrer = referrer;
        return join(command);
    }
};

TEST_F(ReferralTest, IsCreditedWhenTheReferredPersonJoins) {
    list();
    const Ticket early = join("early");
    UpdateEntry loyal;
    loyal.entry = early;
    loyal.points = 3;
    give(loyal);
    EXPECT_EQ(line().front(), early);
    referred("bob");
    EXPECT_EQ(trace(history()).back(), "points_changed referral #1");
    EXPECT_EQ(entry(1).points, 5);
    EXPECT_EQ(entry(1).referrals_credited, 1U);
    EXPECT_EQ(entry(1).referrals_pending, 0U);
    EXPECT_EQ(line().front(), 1U) << "points move the place in line";
}

TEST_F(ReferralTest, IsCreditedOnlyOnceTheReferredPersonHasVerified) {
    list({}, true);
    const Ticket bob = referred("bob");
    EXPECT_EQ(entry(1).points, 0);
    EXPECT_EQ(entry(1).referrals_pending, 1U);
    EXPECT_EQ(trace(give(Verify{bob})),
              (Trace{"entry_verified requested #2", "points_changed referral #1"}));
    EXPECT_EQ(entry(1).points, 5);
    EXPECT_EQ(entry(1).referrals_pending, 0U);
    EXPECT_TRUE(give(Verify{bob}).answer.repeated);
    EXPECT_EQ(entry(1).points, 5);
}

TEST_F(ReferralTest, IsNotPendingAnyMoreOnceTheReferredPersonLeaves) {
    list({}, true);
    leave(referred("bob"));
    EXPECT_EQ(entry(1).referrals_pending, 0U);
    EXPECT_EQ(entry(1).points, 0);
}

TEST_F(ReferralTest, IsCapped) {
    list({.points = 5, .cap = 12});
    referred("b");
    referred("c");
    referred("d");
    EXPECT_EQ(last<PointsChanged>(), (PointsChanged{.referred = 4, .raw = 5, .delta = 2}));
    referred("e");
    EXPECT_EQ(last<PointsChanged>().delta, 0);
    EXPECT_EQ(entry(1).points, 12);
    EXPECT_EQ(entry(1).referrals_credited, 4U);
}

TEST_F(ReferralTest, IsTakenBackWhenTheReferredPersonIsRemovedAsFraud) {
    list();
    const Ticket bob = referred("bob");
    EXPECT_EQ(trace(give(RemoveEntry{bob, RemoveCause::Fraud})),
              (Trace{"points_changed fraud #1", "entry_ended fraud #2"}));
    EXPECT_EQ(entry(1).points, 0);
    EXPECT_EQ(entry(1).referrals_credited, 0U);
    EXPECT_EQ(state(bob), "removed");
}

TEST_F(ReferralTest, FraudTakesBackOnlyWhatCountedUnderTheCap) {
    list({.points = 5, .cap = 12});
    const Ticket bob = referred("b");
    referred("c");
    referred("d");
    give(RemoveEntry{bob, RemoveCause::Fraud});
    EXPECT_EQ(last<PointsChanged>(), (PointsChanged{.referred = bob, .raw = -5, .delta = -2}));
    EXPECT_EQ(entry(1).points, 10);
}

TEST_F(ReferralTest, PlainRemovalTakesNothingBack) {
    list();
    const Ticket bob = referred("bob");
    EXPECT_EQ(trace(give(RemoveEntry{bob})), (Trace{"entry_ended requested #2"}));
    EXPECT_EQ(entry(1).points, 5);
}

TEST_F(ReferralTest, FraudOfSomebodyNotCreditedTakesNothingBack) {
    list({}, true);
    const Ticket bob = referred("bob");
    EXPECT_EQ(trace(give(RemoveEntry{bob, RemoveCause::Fraud})), (Trace{"entry_ended fraud #2"}));
    EXPECT_EQ(entry(1).referrals_pending, 0U);
    const Ticket cyd = join("cyd");
    EXPECT_EQ(trace(give(RemoveEntry{cyd, RemoveCause::Fraud})), (Trace{"entry_ended fraud #3"}));
}

TEST_F(ReferralTest, ReferrerThatHasEndedEarnsAndLosesNothing) {
    list({}, true);
    const Ticket bob = referred("bob");
    const Ticket cyd = referred("cyd");
    give(Verify{bob});
    leave(1);
    EXPECT_EQ(trace(give(Verify{cyd})), (Trace{"entry_verified requested #3"}));
    EXPECT_EQ(trace(give(RemoveEntry{bob, RemoveCause::Fraud})), (Trace{"entry_ended fraud #2"}));
    EXPECT_EQ(refused(give(person("dan"))), "");
}

TEST_F(ReferralTest, UnverifiedPersonWhoseReferrerIsGoneLeavesQuietly) {
    list({}, true);
    const Ticket bob = referred("bob");
    leave(1);
    EXPECT_EQ(trace(leave(bob)), (Trace{"entry_ended requested #2"}));
}

TEST_F(ReferralTest, CreditNeverLowersPointsAfterTheCapWasLowered) {
    list();
    referred("b");
    referred("c");
    patch_rules(RulesPatch{}.set(&Rules::referral, Referral{.points = 5, .cap = 3}));
    referred("d");
    EXPECT_EQ(last<PointsChanged>().delta, 0);
    EXPECT_EQ(entry(1).points, 10);
}

TEST_F(ReferralTest, ReversalNeverRaisesPointsAfterTheCapWasRaised) {
    list({.points = 5, .cap = 5});
    const Ticket bob = referred("b");
    referred("c");
    referred("d");
    patch_rules(RulesPatch{}.set(&Rules::referral, Referral{.points = 5, .cap = 50}));
    give(RemoveEntry{bob, RemoveCause::Fraud});
    EXPECT_EQ(last<PointsChanged>().delta, 0);
    EXPECT_EQ(entry(1).points, 5);
}

TEST_F(ReferralTest, WhoHoldsAPlaceStillEarns) {
    list();
    release("", 1);
    accept(Ticket{1});
    EXPECT_EQ(state(1U), "accepted");
    referred("bob");
    EXPECT_EQ(entry(1).points, 5);
}

TEST_F(ReferralTest, FraudWhileOfferedTakesThePointsBackAndWithdrawsTheOffer) {
    list();
    const Ticket bob = referred("bob");
    EXPECT_EQ(refused(give(Promote{bob})), "no-free-place");
    UpdateEntry first;
    first.entry = bob;
    first.tier = 1;
    give(first);
    release("", 1);
    const OfferNumber offer = offer_of(bob);
    EXPECT_EQ(
        trace(give(RemoveEntry{bob, RemoveCause::Fraud})),
        (Trace{"points_changed fraud #1", "offer_ended fraud #2", "offer_made first_in_line #1"}));
    EXPECT_EQ(state(offer), "withdrawn");
}

}  // namespace
}  // namespace standby::core
