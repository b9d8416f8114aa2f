// Tests of referral points: when they are credited, how they are capped, how fraud takes them back.
#include "core/decide/referral.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

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
        return join(brought(name, referrer));
    }
    // A friend whose address is spelled like the name: what stands behind a `+` does not matter.
    Join brought(std::string_view name, Ticket referrer = 1) {
        Join command = friendly(name);
        command.referrer = referrer;
        command.referrer_keys = friend_keys(names_.at(referrer));
        return command;
    }
    Join friendly(std::string_view name) {
        Join command = person(name);
        command.friend_keys = friend_keys(name);
        names_[resource().entries.last() + 1] = name;
        return command;
    }
    static std::vector<ContactKey> friend_keys(std::string_view name) {
        return {contact("friend " + std::string{name.substr(0, name.find('+'))})};
    }
    Outcome find_fraud(Ticket entry) {
        return give(RemoveEntry{entry, RemoveCause::Fraud, friend_keys(names_.at(entry))});
    }

    std::map<Ticket, std::string> names_{{1, "ann"}};
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
    EXPECT_EQ(last<PointsChanged>(), (PointsChanged{.referred = 4,
                                                    .raw = 5,
                                                    .delta = 2,
                                                    .friend_keys = friend_keys("d"),
                                                    .referrer_keys = friend_keys("ann")}));
    referred("e");
    EXPECT_EQ(last<PointsChanged>().delta, 0);
    EXPECT_EQ(entry(1).points, 12);
    EXPECT_EQ(entry(1).referrals_credited, 4U);
}

TEST_F(ReferralTest, IsTakenBackWhenTheReferredPersonIsRemovedAsFraud) {
    list();
    const Ticket bob = referred("bob");
    EXPECT_EQ(trace(give(RemoveEntry{bob, RemoveCause::Fraud})),
              (Trace{"points_changed fraud #1", "entry_barred fraud #2", "entry_ended fraud #2"}));
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
    EXPECT_EQ(trace(give(RemoveEntry{bob, RemoveCause::Fraud})),
              (Trace{"entry_barred fraud #2", "entry_ended fraud #2"}));
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
    EXPECT_EQ(trace(give(RemoveEntry{bob, RemoveCause::Fraud})),
              (Trace{"entry_barred fraud #2", "entry_ended fraud #2"}));
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
    EXPECT_EQ(trace(give(RemoveEntry{bob, RemoveCause::Fraud})),
              (Trace{"points_changed fraud #1", "entry_barred fraud #2", "offer_ended fraud #2",
                     "offer_made first_in_line #1"}));
    EXPECT_EQ(state(offer), "withdrawn");
}

// From here on: one friend counts once.

TEST_F(ReferralTest, CountsAFriendOnceHoweverOftenTheyComeBack) {
    list();
    const Ticket bob = referred("bob");
    leave(bob);
    EXPECT_EQ(trace(give(brought("bob"))), (Trace{"entry_joined requested #3"}));
    EXPECT_EQ(entry(1).points, 5);
    EXPECT_EQ(entry(1).referrals_credited, 1U);
}

TEST_F(ReferralTest, KnowsAFriendByEverySpellingOfTheirAddress) {
    list();
    referred("bob");
    referred("bob+1");
    referred("bob+work");
    EXPECT_EQ(entry(1).points, 5) << "three entries, one friend";
}

TEST_F(ReferralTest, CountsAFriendForEachOfTheirReferrers) {
    list();
    const Ticket bea = join(friendly("bea"));
    const Ticket bob = referred("bob");
    leave(bob);
    referred("bob", bea);
    EXPECT_EQ(entry(1).points, 5);
    EXPECT_EQ(entry(bea).points, 5);
}

TEST_F(ReferralTest, CountsOnceForAReferrerWhoCameBack) {
    list();
    leave(referred("bob"));
    leave(1);
    const Ticket ann = join(friendly("ann"));
    referred("bob", ann);
    EXPECT_EQ(entry(ann).points, 0);
    referred("cyd", ann);
    EXPECT_EQ(entry(ann).points, 5);
}

TEST_F(ReferralTest, EarnsNothingForOneselfInAnotherSpelling) {
    list();
    EXPECT_EQ(trace(give(brought("ann+me"))), (Trace{"entry_joined requested #2"}));
    EXPECT_EQ(entry(1).points, 0);
}

TEST_F(ReferralTest, EarnsNothingForWhoeverBroughtTheReferrer) {
    list();
    const Ticket bob = referred("bob");
    const Ticket cyd = referred("cyd", bob);
    leave(1);
    referred("ann", bob);
    referred("ann+2", cyd);
    EXPECT_EQ(entry(bob).points, 5) << "for cyd alone";
    EXPECT_EQ(entry(cyd).points, 0) << "ann brought bob, who brought cyd";
}

TEST_F(ReferralTest, OfTwoUnverifiedSpellingsTheFirstToBeProvenCounts) {
    list({}, true);
    const Ticket bob = referred("bob");
    const Ticket again = referred("bob+2");
    EXPECT_EQ(entry(1).referrals_pending, 2U);
    EXPECT_EQ(trace(give(Verify{again})),
              (Trace{"entry_verified requested #3", "points_changed referral #1"}));
    EXPECT_EQ(trace(give(Verify{bob})), (Trace{"entry_verified requested #2"}));
    EXPECT_EQ(entry(1).points, 5);
}

TEST_F(ReferralTest, WithoutKeysAFriendStillCounts) {
    list();
    Join unknown = person("dee");
    unknown.referrer = 1;
    give(unknown);
    EXPECT_EQ(entry(1).points, 5);
}

TEST_F(ReferralTest, FraudIsTakenBackFromAnEntryThatHasEnded) {
    list();
    const Ticket bob = referred("bob");
    leave(bob);
    EXPECT_EQ(trace(find_fraud(bob)), (Trace{"points_changed fraud #1", "entry_barred fraud #2"}));
    EXPECT_EQ(state(bob), "left") << "how it ended stays";
    EXPECT_EQ(entry(1).points, 0);
    EXPECT_EQ(entry(1).referrals_credited, 0U);
    EXPECT_TRUE(find_fraud(bob).answer.repeated);
    EXPECT_EQ(refused(give(RemoveEntry{bob})), "entry-ended") << "for no reason it is too late";
}

TEST_F(ReferralTest, FraudIsFoundAfterAPlainRemovalToo) {
    list();
    const Ticket bob = referred("bob");
    give(RemoveEntry{bob});
    EXPECT_EQ(entry(1).points, 5);
    find_fraud(bob);
    EXPECT_EQ(entry(1).points, 0);
    EXPECT_EQ(state(bob), "removed");
}

TEST_F(ReferralTest, WhoWasFoundToBeFraudEarnsForNobodyAgain) {
    list();
    const Ticket bea = join(friendly("bea"));
    find_fraud(referred("bob"));
    referred("bob+2", bea);
    EXPECT_EQ(entry(bea).points, 0);
    const Ticket back = join(friendly("bob"));
    referred("cyd", back);
    EXPECT_EQ(entry(back).points, 0) << "nor by bringing others";
}

TEST_F(ReferralTest, FraudOfAReferrerThatIsGoneTakesNothingBack) {
    list();
    const Ticket bob = referred("bob");
    leave(bob);
    leave(1);
    EXPECT_EQ(trace(find_fraud(bob)), (Trace{"entry_barred fraud #2"}));
}

}  // namespace
}  // namespace standby::core
