// Tests of offers whose guest cannot be told: they cost nobody anything, and hold nobody up who
// can be asked.
#include "core/audit/explain.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

class UnreachedTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    Outcome report(OfferNumber offer, Undeliverable cause = Undeliverable::Blocked) {
        return give(ReportUndeliverable{offer, cause});
    }
    Outcome report(Ticket entry, Undeliverable cause = Undeliverable::Blocked) {
        return report(offer_of(entry), cause);
    }
    // A slot in three hours, offered to ticket 1 for ten minutes; ticket 2 is next.
    void salon(const RulesPatch& rules = plain()) {
        slots(rules);
        join("ann");
        join("bob");
        open();
    }
    // One seat that comes free, offered to ticket 2; everybody who doesn't answer is removed.
    void concert(const RulesPatch& rules = plain()) {
        seats(1, rules);
        join("holder");
        join("ann");
        join("bob");
        give(CancelEntry{1});
    }
    static constexpr OfferNumber first{1};
    static constexpr OfferNumber second{2};
    static constexpr Ticket ann = 2;  // at the concert
    static constexpr Ticket bob = 3;
};

TEST_F(UnreachedTest, WhoStoppedMessagesKeepsTheOfferAndThePlace) {
    concert();
    EXPECT_EQ(trace(report(ann)), (Trace{"offer_unreached blocked #2"}));
    EXPECT_EQ(state(first), "live");
    EXPECT_EQ(offer(first).unreached, Undeliverable::Blocked);
    EXPECT_EQ(offer(first).patience_until, start + hours{2}) << "at most two hours for a seat";
    EXPECT_EQ(due(), start + hours{2});
    EXPECT_EQ(trace(pass(hours{2})),
              (Trace{"offer_ended not_reachable #2", "offer_made previous_expired #3"}));
    EXPECT_EQ(entry(ann).misses, 0U);
    EXPECT_EQ(state(ann), "waiting");
    EXPECT_EQ(rank(ann), 1U);
}

TEST_F(UnreachedTest, CanStillBeClaimedWhileItIsLive) {
    concert();
    report(ann);
    pass(hours{1});
    EXPECT_EQ(refused(accept(ann)), "");
    EXPECT_EQ(state(ann), "accepted");
    EXPECT_EQ(trace(pass(days{3})), Trace{});
}

TEST_F(UnreachedTest, PatienceIsHalfTheWindowOrWhatTheRulesSay) {
    salon();
    report(first);
    EXPECT_EQ(offer(first).patience_until, start + minutes{5});
    EXPECT_EQ(patience_of(Rules{}, Kind::Slots, hours{4}), minutes{10});
    EXPECT_EQ(patience_of(Rules{}, Kind::Access, hours{48}), hours{2});
    EXPECT_EQ(patience_of(Rules{.patience = days{1}}, Kind::Access, hours{48}), days{1});
    EXPECT_EQ(patience_of(Rules{.patience = Duration{0}}, Kind::Slots, hours{4}), Duration{0});
    EXPECT_TRUE(check_rules(Rules{.patience = days{61}}));
    EXPECT_TRUE(check_rules(Rules{.patience = Duration{-1}}));
}

TEST_F(UnreachedTest, WithoutPatienceItGoesOnAtOnce) {
    salon(plain().set(&Rules::patience, Duration{0}));
    EXPECT_EQ(trace(report(first)),
              (Trace{"offer_unreached blocked #1", "offer_ended not_reachable #1",
                     "offer_made previous_expired #2"}));
}

TEST_F(UnreachedTest, StaffWhoReachNobodyEitherLetTheNextOneBeAsked) {
    salon();
    report(first);
    EXPECT_EQ(trace(give(ReportUndeliverable{first, Undeliverable::Blocked, true})),
              (Trace{"offer_unreached blocked #1", "offer_ended not_reachable #1",
                     "offer_made previous_expired #2"}));
    EXPECT_EQ(entry(1).misses, 0U);
    EXPECT_EQ(rank(1), 1U);
    EXPECT_TRUE(give(ReportUndeliverable{first, Undeliverable::Blocked, true}).answer.repeated);
}

TEST_F(UnreachedTest, WhereNobodyIsNextItStaysTheirs) {
    salon();
    leave(2);
    report(first);
    give(ReportUndeliverable{first, Undeliverable::Blocked, true});
    EXPECT_EQ(state(first), "live");
    EXPECT_TRUE(give(ReportUndeliverable{first, Undeliverable::Blocked, true}).answer.repeated);
}

TEST_F(UnreachedTest, ASecondReportIsNoNewsUnlessTheCauseIsAnother) {
    salon();
    report(first, Undeliverable::Unsent);
    pass(minutes{2});
    EXPECT_TRUE(report(first, Undeliverable::Unsent).answer.repeated);
    EXPECT_EQ(trace(report(first, Undeliverable::Bounced)), (Trace{"offer_unreached bounced #1"}));
    EXPECT_EQ(offer(first).patience_until, start + minutes{5}) << "it doesn't begin again";
    EXPECT_EQ(offer(first).unreached, Undeliverable::Bounced);
}

TEST_F(UnreachedTest, AMessageThatGetsOutAfterAllHasItsWholeWindow) {
    salon();
    report(first, Undeliverable::Unsent);
    pass(minutes{4});
    EXPECT_EQ(trace(send(first)), (Trace{"offer_sent sent_late #1"}));
    EXPECT_EQ(offer(first).unreached, Undeliverable::None);
    EXPECT_EQ(offer(first).expires_at, now + minutes{10});
    EXPECT_EQ(trace(pass(minutes{10})),
              (Trace{"offer_ended window_ended #1", "offer_made previous_expired #2"}));
    EXPECT_EQ(entry(1).misses, 1U) << "they were told";
}

TEST_F(UnreachedTest, WhatStaffPromisedIsKept) {
    salon();
    give(ExtendOffer{first, start + hours{2}});
    report(first, Undeliverable::Unsent);
    pass(minutes{1});
    send(first);
    EXPECT_EQ(offer(first).expires_at, start + hours{2});
}

TEST_F(UnreachedTest, ABounceAfterItWasSentTakesTheDeadlineBack) {
    salon();
    send(first);
    pass(minutes{6});
    report(first, Undeliverable::Bounced);
    EXPECT_EQ(trace(pass(minutes{4})), Trace{}) << "the window of who never read it means nothing";
    EXPECT_EQ(trace(pass(minutes{1})),
              (Trace{"offer_ended not_reachable #1", "offer_made previous_expired #2"}));
    EXPECT_EQ(entry(1).misses, 0U);
    EXPECT_EQ(trace(send(first)), Trace{});
}

TEST_F(UnreachedTest, NobodyIsRemindedOfWhatTheyWereNotTold) {
    concert(plain().set(&Rules::reminder_after, hours{1}));
    leave(bob);
    send(ann);
    report(ann, Undeliverable::Bounced);
    EXPECT_EQ(trace(pass(days{2})), Trace{});
}

TEST_F(UnreachedTest, WithNobodyElseItStandsWithoutAClock) {
    concert();
    leave(bob);
    report(ann);
    EXPECT_EQ(trace(pass(days{30})), Trace{}) << "no churn";
    EXPECT_EQ(state(first), "live");
    EXPECT_EQ(refused(accept(ann)), "");
}

TEST_F(UnreachedTest, ANewcomerIsAskedAtOnceWhenThePatienceIsOver) {
    concert();
    leave(bob);
    report(ann);
    pass(days{3});
    const Outcome joined = give(person("cyd"));
    EXPECT_EQ(trace(joined), (Trace{"entry_joined requested #4", "offer_ended not_reachable #2",
                                    "offer_made previous_expired #4"}));
    EXPECT_EQ(rank(ann), 1U);
}

TEST_F(UnreachedTest, ANewcomerWithinThePatienceWaitsForIt) {
    concert();
    leave(bob);
    report(ann);
    pass(hours{1});
    join("cyd");
    EXPECT_EQ(state(Ticket{4}), "waiting");
    EXPECT_EQ(trace(pass(hours{1})),
              (Trace{"offer_ended not_reachable #2", "offer_made previous_expired #4"}));
}

TEST_F(UnreachedTest, ANewcomerWhoDoesNotFitTheSlotChangesNothing) {
    slots();
    join("ann");
    Slot colour = slot();
    colour.service = "colour";
    open(colour);
    report(first);
    pass(minutes{30});
    EXPECT_EQ(trace(give(person("bob"))),
              (Trace{"entry_joined requested #2", "offer_ended not_reachable #1",
                     "offer_made previous_expired #2"}));
    report(Ticket{2});
    pass(minutes{30});
    Join cut = person("cyd");
    cut.wants.service = "cut";
    EXPECT_EQ(trace(give(cut)), (Trace{"entry_joined requested #3"}));
    EXPECT_EQ(trace(give(UpdateEntry{.entry = 3, .wants = Wants{.service = "colour"}})),
              (Trace{"entry_updated requested #3", "offer_ended not_reachable #2",
                     "offer_made previous_expired #3"}))
        << "a changed wish counts like a newcomer";
}

TEST_F(UnreachedTest, AskedAgainForTheSameSlotOnlyAfterAllOthers) {
    salon();
    join("cyd");
    report(first);
    pass(minutes{5});
    EXPECT_EQ(explain(resource(), 1, OpeningNumber{1}, context()).failed, Check::SteppedAside);
    EXPECT_EQ(trace(decline(Ticket{2})),
              (Trace{"offer_ended requested #2", "offer_made previous_declined #3"}))
        << "not the first in line, who could not be told";
    EXPECT_EQ(trace(decline(Ticket{3})),
              (Trace{"offer_ended requested #3", "offer_made previous_declined #1"}))
        << "now there is nobody else";
    EXPECT_EQ(trace(pass(minutes{1})), Trace{});
    EXPECT_EQ(refused(accept(Ticket{1})), "");
}

TEST_F(UnreachedTest, IsAskedAgainOnReturningAboutASlotThatAllOthersDeclined) {
    salon();
    report(first);
    pass(minutes{5});
    open(hours{4});
    EXPECT_EQ(state(Ticket{1}), "offered") << "the other slot";
    EXPECT_EQ(trace(decline(Ticket{2})).back(), "opening_moved list_exhausted @1");
    EXPECT_EQ(trace(decline(Ticket{1})),
              (Trace{"offer_ended requested #1", "offer_made previous_declined #1",
                     "offer_made previous_declined #2"}));
    EXPECT_EQ(offer(offer_of(Ticket{1})).opening, OpeningNumber{1});
}

TEST_F(UnreachedTest, AClockThatIsPutBackIsBeforeTheCutoffAgain) {
    salon();
    report(first);
    PatchResource earlier;
    earlier.rules.set(&Rules::cutoff, hours{2});
    give(earlier);
    EXPECT_EQ(trace(pass(minutes{90})), Trace{}) << "nobody is asked after the cutoff";
    now -= hours{1};
    EXPECT_EQ(trace(pass(minutes{0})),
              (Trace{"offer_ended not_reachable #1", "offer_made previous_expired #2"}));
}

TEST_F(UnreachedTest, TwoWhoCannotBeToldDoNotTakeTurns) {
    salon();
    report(first);
    pass(minutes{5});
    report(Ticket{2});
    EXPECT_EQ(trace(pass(hours{1})), Trace{})
        << "ann, who cannot be told either, is nobody to go on to";
    EXPECT_EQ(state(second), "live");
}

TEST_F(UnreachedTest, SteppingAsideEndsWithTheNextFreedPlace) {
    seats(2, plain().set(&Rules::after_decline, AfterOffer::Keep));
    join("one");
    join("two");
    join("ann");
    join("bob");
    join("cyd");
    give(CancelEntry{1});
    report(Ticket{3});
    pass(hours{2});
    EXPECT_EQ(state(Ticket{4}), "offered");
    EXPECT_EQ(trace(decline(Ticket{4})),
              (Trace{"offer_ended requested #4", "offer_made previous_declined #5"}));
    give(CancelEntry{2});
    EXPECT_EQ(state(Ticket{3}), "offered") << "ann is first in line for the next one";
}

TEST_F(UnreachedTest, WhoChangesSomethingIsAskedFirstAgain) {
    seats(1, plain().set(&Rules::after_decline, AfterOffer::Keep));
    join("holder");
    join("ann");
    join("bob");
    join("cyd");
    give(CancelEntry{1});
    report(ann);
    pass(hours{2});
    give(UpdateEntry{.entry = ann, .contacts_added = {contact("ann's phone")}});
    EXPECT_EQ(trace(decline(bob)),
              (Trace{"offer_ended requested #3", "offer_made previous_declined #2"}));
}

TEST_F(UnreachedTest, ALargePartyNeedsSeveralOfThem) {
    seats(3);
    join("holder", 3);
    join("ann");
    join("bob");
    join("cyd");
    give(CancelEntry{1});
    accept(Ticket{2});
    report(Ticket{3});
    report(Ticket{4});
    join("party", 2);
    EXPECT_EQ(trace(pass(hours{2})),
              (Trace{"offer_ended not_reachable #3", "offer_ended not_reachable #4",
                     "offer_made previous_expired #5"}));
}

TEST_F(UnreachedTest, GoesOnWhenThePartyInTheWayLosesItsTurn) {
    create({.kind = Kind::Seats, .starts_at = start + hours{10}, .capacity = 2}, plain());
    join("one");
    join("two");
    join("ann");
    Join party = person("party");
    party.party_size = 2;
    party.wants.min_notice = hours{5};
    join(party);
    join("cyd");
    give(CancelEntry{1});
    report(Ticket{3});
    EXPECT_EQ(trace(pass(hours{4})), Trace{}) << "two places would be needed";
    ASSERT_TRUE(due().has_value());
    EXPECT_LT(*due(), start + hours{6}) << "it is known when that ends";
    now = *due();
    EXPECT_EQ(trace(pass(minutes{0})),
              (Trace{"offer_ended not_reachable #3", "offer_made previous_expired #5"}));
}

TEST_F(UnreachedTest, OnlyAsManyGoOnAsThereAreOthers) {
    seats(2);
    join("holder", 2);
    join("ann");
    join("bob");
    give(CancelEntry{1});
    report(Ticket{2});
    report(Ticket{3});
    pass(hours{3});
    EXPECT_EQ(trace(give(person("cyd"))),
              (Trace{"entry_joined requested #4", "offer_ended not_reachable #2",
                     "offer_made previous_expired #4"}));
    EXPECT_EQ(state(Ticket{3}), "offered");
}

TEST_F(UnreachedTest, NothingGoesOnWhilePaused) {
    salon();
    report(first);
    give(PauseResource{});
    EXPECT_EQ(trace(pass(hours{1})), Trace{});
    EXPECT_EQ(trace(give(ResumeResource{})),
              (Trace{"status_changed requested", "offer_ended not_reachable #1",
                     "offer_made previous_expired #2"}));
}

TEST_F(UnreachedTest, NorBeyondWhatTheListTriesForOnePlace) {
    salon(plain().set(&Rules::max_offers, 1));
    report(first);
    EXPECT_EQ(trace(pass(hours{1})), Trace{}) << "nobody else may be asked, so the guest may claim";
}

TEST_F(UnreachedTest, AtTheCutoffItIsHandedBackBecauseNobodyWasTold) {
    slots(plain().set(&Rules::cutoff, hours{1}));
    join("ann");
    open();
    report(first);
    EXPECT_EQ(offer(first).expires_at, start + hours{2});
    EXPECT_EQ(trace(pass(hours{2})),
              (Trace{"offer_ended not_reachable #1", "opening_moved never_sent @1"}));
    EXPECT_EQ(state(1U), "waiting");
    EXPECT_EQ(entry(1).misses, 0U);
}

TEST_F(UnreachedTest, AWindowThatNobodyWasToldOfEndsAtTheCutoffWithThatReason) {
    slots(plain().set(&Rules::cutoff, hours{1}));
    join("ann");
    open();
    pass(minutes{10});
    EXPECT_EQ(last_event<OfferExtended>().reason, Reason::NotYetSent);
    pass_until(start + hours{2});
    EXPECT_EQ(last_event<OfferEnded>().reason, Reason::NeverSent);
    EXPECT_EQ(last_event<OpeningMoved>().reason, Reason::NeverSent);
    EXPECT_TRUE(last<OfferEnded>().steps_aside);
}

TEST_F(UnreachedTest, NothingIsHeldAgainstAGuestWhenNobodyCanBeReached) {
    salon();
    report(first, Undeliverable::Unsent);
    EXPECT_EQ(trace(report(first, Undeliverable::None)),
              (Trace{"offer_unreached not_yet_sent #1"}));
    EXPECT_EQ(offer(first).unreached, Undeliverable::None);
    EXPECT_EQ(offer(first).expires_at, start + minutes{10});
    pass(hours{1});
    EXPECT_EQ(state(first), "live") << "the line stands still";
    EXPECT_TRUE(report(first, Undeliverable::None).answer.repeated);
}

TEST_F(UnreachedTest, WhoClaimsIsGivenTheWindowToPay) {
    seats(0, plain().set(&Rules::payment, euros(20)));
    join("ann");
    join("bob");
    patch_capacity(1);
    report(first);
    pass(hours{1});
    accept(first);
    EXPECT_EQ(offer(first).expires_at, now + hours{12});
    EXPECT_EQ(offer(first).unreached, Undeliverable::None);
    EXPECT_EQ(trace(pass(hours{12})),
              (Trace{"offer_ended payment_timeout #1", "offer_made previous_expired #2"}));
}

TEST_F(UnreachedTest, WithoutAnyCutoffItStandsForAYear) {
    concert();
    leave(bob);
    report(ann);
    pass(days{366});
    EXPECT_EQ(last_event<OfferEnded>().reason, Reason::NotReachable);
    EXPECT_EQ(state(ann), "offered") << "and is asked again, as there's nobody else";
}

TEST_F(UnreachedTest, AGapInServiceExtendsNothingThatHasNoClock) {
    salon();
    send(first);
    report(first, Undeliverable::Bounced);
    EXPECT_EQ(trace(be_away(hours{1})),
              (Trace{"offer_ended not_reachable #1", "offer_made previous_expired #2"}));
}

}  // namespace
}  // namespace standby::core
