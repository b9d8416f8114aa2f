// Whoever answers too late loses the offer, and not the place: it is theirs as soon as it is free.
#include "core/decide/late_yes.hpp"

#include "core/audit/fingerprint.hpp"
#include "core/decide/decide_test_support.hpp"
#include "core/state/rows_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr OpeningNumber one{1};

RulesPatch late() {
    return plain()
        .set(&Rules::claim_window, minutes{10})
        .set(&Rules::late_yes, true)
        .set(&Rules::max_misses, 0);
}

class LateYesTest : public testing::Test, public World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    Outcome say(Ticket entry, OfferNumber offer, bool wanted = true, OpeningNumber opening = one) {
        return give(LateYes{.entry = entry, .offer = offer, .opening = opening, .wanted = wanted});
    }
    // Lets the entry's offer expire, and returns it.
    OfferNumber miss_it(Ticket entry) {
        const OfferNumber offer = offer_of(entry);
        miss(entry);
        return offer;
    }
    // Ann was asked about the slot first and didn't answer; now Ben is.
    void offered_to_ben(const RulesPatch& rules = late()) {
        slots(rules);
        ann = join("ann");
        ben = join("ben");
        open();
        missed = miss_it(ann);
    }

    Ticket ann = 0;
    Ticket ben = 0;
    OfferNumber missed;  // by ann
};

TEST_F(LateYesTest, GivesTheSlotWhenTheNextLetsItPass) {
    offered_to_ben();
    EXPECT_EQ(trace(say(ann, missed)), Trace{"standing_yes requested #1"});
    EXPECT_TRUE(entry(ann).standing_yes);
    EXPECT_EQ(state(ben), "offered") << "his offer is his as long as it is open";
    EXPECT_EQ(trace(miss(ben)), (Trace{"offer_ended window_ended #2", "offer_made late_yes #1",
                                       "offer_accepted late_yes #1"}));
    EXPECT_EQ(state(ann), "accepted");
    EXPECT_EQ(state(one), "booked");
    EXPECT_FALSE(entry(ann).standing_yes);
    EXPECT_NE(last_event<OfferAccepted>().offer, missed) << "by a fresh offer";
}

TEST_F(LateYesTest, ComesBeforeAnybodyNewIsAsked) {
    offered_to_ben();
    const Ticket cleo = join("cleo");
    say(ann, missed);
    decline(ben);
    EXPECT_EQ(state(ann), "accepted");
    EXPECT_EQ(state(cleo), "waiting");
}

TEST_F(LateYesTest, OfTwoTheOneAheadGetsIt) {
    offered_to_ben();
    const Ticket cleo = join("cleo");
    const OfferNumber by_ben = miss_it(ben);
    EXPECT_EQ(state(cleo), "offered");
    say(ben, by_ben);
    say(ann, missed);
    decline(cleo);
    EXPECT_EQ(state(ann), "accepted") << "although he was quicker";
    EXPECT_EQ(state(ben), "waiting");
    EXPECT_FALSE(entry(ben).standing_yes) << "there is nothing left to say yes to";
}

TEST_F(LateYesTest, TakesItAtOnceWhenNobodyIsLeftToAsk) {
    slots(late());
    const Ticket alone = join("ann");
    open();
    const OfferNumber offer = miss_it(alone);
    EXPECT_EQ(state(one), "handed_back");
    EXPECT_EQ(trace(say(alone, offer)),
              (Trace{"standing_yes requested #1", "offer_made late_yes #1",
                     "offer_accepted late_yes #1"}));
    EXPECT_EQ(opening(one).offers_made, 1U) << "it is no try";
}

TEST_F(LateYesTest, ASlotThatWasOfferedOftenEnoughStaysClaimable) {
    offered_to_ben(late().set(&Rules::max_offers, 2));
    decline(ben);
    EXPECT_EQ(last_event<OpeningMoved>().reason, Reason::MaxOffers);
    say(ann, missed);
    EXPECT_EQ(state(ann), "accepted");
}

TEST_F(LateYesTest, CanBeTakenBackAndGivenAgain) {
    offered_to_ben();
    say(ann, missed);
    EXPECT_TRUE(say(ann, missed).answer.repeated);
    EXPECT_EQ(trace(say(ann, missed, false)), Trace{"standing_yes requested #1"});
    EXPECT_FALSE(entry(ann).standing_yes);
    EXPECT_TRUE(say(ann, missed, false).answer.repeated);
    decline(ben);
    EXPECT_EQ(state(ann), "waiting");
    EXPECT_EQ(state(one), "handed_back");
}

TEST_F(LateYesTest, EndsWhenTheGuestLeavesOrGetsAnotherSlot) {
    offered_to_ben();
    say(ann, missed);
    const OpeningNumber other = open(hours{5});
    EXPECT_EQ(entry(ann).opening, other) << "who waits for one slot may be offered another";
    accept(ann);
    EXPECT_FALSE(entry(ann).standing_yes);
    decline(ben);
    EXPECT_EQ(state(one), "handed_back");
    EXPECT_EQ(refused(say(ann, missed)), "entry-not-waiting");
    leave(ann);
    EXPECT_EQ(refused(say(ann, missed)), "entry-ended");
}

TEST_F(LateYesTest, OutlastsADeclineOfAnotherSlot) {
    offered_to_ben();
    say(ann, missed);
    open(hours{5});
    decline(ann);
    EXPECT_TRUE(entry(ann).standing_yes);
    decline(ben);
    EXPECT_EQ(entry(ann).opening, one);
    EXPECT_EQ(state(ann), "accepted");
}

TEST_F(LateYesTest, StaffMayFillOrWithdrawTheSlotMeanwhile) {
    offered_to_ben();
    say(ann, missed);
    EXPECT_EQ(trace(give(BookOpening{one})),
              (Trace{"offer_ended staff_booked #2", "opening_moved staff_booked @1"}));
    EXPECT_FALSE(entry(ann).standing_yes);
    EXPECT_EQ(refused(say(ann, missed)), "opening-taken");
    const OpeningNumber second = open(hours{5});
    const OfferNumber offer = miss_it(ann);
    give(WithdrawOpening{second});
    EXPECT_EQ(refused(say(ann, offer, true, second)), "opening-ended");
}

TEST_F(LateYesTest, WaitsWhileTheListIsPausedOrTheGuestHasAnotherOffer) {
    offered_to_ben();
    say(ann, missed);
    give(PauseResource{});
    decline(ben);
    EXPECT_EQ(state(ann), "waiting");
    give(ResumeResource{});
    EXPECT_EQ(state(ann), "accepted");
}

TEST_F(LateYesTest, EndsWithTheCutoff) {
    offered_to_ben(late().set(&Rules::cutoff, hours{2}).set(&Rules::max_offers, 2));
    say(ann, missed);
    give(PauseResource{});
    decline(ben);
    pass_until(start + hours{1} - minutes{1});
    EXPECT_TRUE(entry(ann).standing_yes);
    pass(minutes{1});
    EXPECT_FALSE(entry(ann).standing_yes);
    EXPECT_EQ(refused(say(ann, missed)), "opening-ended");
    give(ResumeResource{});
    EXPECT_EQ(state(ann), "waiting");
}

TEST_F(LateYesTest, IsOnlyForAnOfferThatExpired) {
    offered_to_ben();
    EXPECT_EQ(refused(say(ben, offer_of(ben))), "offer-live");
    const OfferNumber declined = offer_of(ben);
    decline(ben);
    EXPECT_EQ(refused(say(ben, declined)), "offer-declined");
    EXPECT_EQ(refused(say(ann, OfferNumber{9})), "unknown-offer");
    EXPECT_EQ(refused(say(ben, missed)), "") << "the edge says whose it was";
}

TEST_F(LateYesTest, TheRuleMustAllowIt) {
    offered_to_ben(late().set(&Rules::late_yes, false));
    EXPECT_EQ(refused(say(ann, missed)), "late-yes-off");
    EXPECT_TRUE(say(ann, missed, false).answer.repeated);
    EXPECT_FALSE(check_late_yes(resource(), {}, now) == std::nullopt);
}

TEST_F(LateYesTest, MustStillFit) {
    offered_to_ben();
    say(ann, missed);
    UpdateEntry larger;
    larger.entry = ann;
    larger.party_size = 2;
    give(larger);
    decline(ben);
    EXPECT_EQ(state(ann), "waiting") << "the slot is for one";
    larger.party_size = 1;
    give(larger);
    EXPECT_EQ(state(ann), "accepted");
}

TEST_F(LateYesTest, WithAPaymentItIsAnOrdinaryOffer) {
    offered_to_ben(late().set(&Rules::payment, euros(20)));
    say(ann, missed);
    decline(ben);
    EXPECT_EQ(state(ann), "offered");
    EXPECT_EQ(last_event<OfferMade>().reason, Reason::LateYes);
    EXPECT_FALSE(last<OfferMade>().instant);
    EXPECT_EQ(last<OfferMade>().expires_at, now + minutes{15}) << "the time it takes to pay";
    miss(ann);
    EXPECT_EQ(state(ann), "waiting");
    EXPECT_FALSE(entry(ann).standing_yes) << "an unpaid offer does not come again by itself";
    EXPECT_EQ(state(one), "handed_back");
}

// Mia needs two hours to get there. An hour before, a yes could only be kept for nothing.
TEST_F(LateYesTest, NothingIsKeptThatStartsSoonerThanTheGuestCanCome) {
    slots(late());
    Wants wants;
    wants.min_notice = hours{2};
    ann = join("ann", wants);
    ben = join("ben");
    open(hours{3});
    missed = miss_it(ann);
    pass(minutes{40});
    say(ann, missed);
    EXPECT_TRUE(entry(ann).standing_yes);
    say(ann, missed, false);
    pass(minutes{11});
    EXPECT_EQ(refused(say(ann, missed)), "notice-passed");
    EXPECT_FALSE(entry(ann).standing_yes);
    wants.min_notice = Duration{0};
    UpdateEntry sooner;
    sooner.entry = ann;
    sooner.wants = wants;
    give(sooner);
    EXPECT_EQ(refused(say(ann, missed)), "") << "once they say that they can";
}

TEST_F(LateYesTest, ABookingElsewhereKeepsHowTheYesCame) {
    create({.kind = Kind::Slots, .inventory = Inventory::External}, late());
    const Ticket alone = join("ann");
    open();
    const OfferNumber offer = miss_it(alone);
    say(alone, offer);
    give(ReportBooking{offer_of(alone), BookingOutcome::Confirmed});
    EXPECT_EQ(last_event<OfferAccepted>().reason, Reason::BookingConfirmed);
    EXPECT_EQ(yes_by(last_event<OfferAccepted>()), YesBy::LateYes);
    Wants wants;
    wants.instant_yes = InstantYes{};
    const Ticket eve = join("eve", wants);
    open(hours{9});
    EXPECT_EQ(state(eve), "confirming");
    give(ReportBooking{offer_of(eve), BookingOutcome::Confirmed});
    EXPECT_EQ(yes_by(last_event<OfferAccepted>()), YesBy::InstantYes);
    const Ticket fay = join("fay");
    open(hours{10});
    accept(fay);
    give(ReportBooking{offer_of(fay), BookingOutcome::Confirmed});
    EXPECT_EQ(yes_by(last_event<OfferAccepted>()), YesBy::Asked);
}

TEST_F(LateYesTest, ABookingSystemThatSaysNoIsNotAskedAgain) {
    create({.kind = Kind::Slots, .inventory = Inventory::External}, late());
    const Ticket alone = join("ann");
    open();
    const OfferNumber offer = miss_it(alone);
    say(alone, offer);
    EXPECT_EQ(state(alone), "confirming");
    EXPECT_EQ(last_event<OfferClaimed>().reason, Reason::LateYes);
    give(ReportBooking{offer_of(alone), BookingOutcome::Unavailable});
    EXPECT_EQ(state(alone), "waiting");
    EXPECT_FALSE(entry(alone).standing_yes);
    say(alone, offer);
    give(ReportBooking{offer_of(alone), BookingOutcome::Conflict});
    EXPECT_EQ(state(one), "withdrawn");
}

TEST_F(LateYesTest, ChangedTermsLeaveItStanding) {
    offered_to_ben(late().set(&Rules::payment, euros(20)));
    say(ann, missed);
    decline(ben);
    EXPECT_EQ(trace(patch_rules(RulesPatch{}.set(&Rules::payment, euros(30)))),
              (Trace{"offer_ended terms_changed #1", "rules_changed rules_changed",
                     "offer_made terms_changed #1"}));
    EXPECT_TRUE(last<OfferMade>().late_yes);
    EXPECT_EQ(opening(one).offers_made, 2U);
}

TEST_F(LateYesTest, AnUnreachedOfferGoesOnToWhoeverWouldTakeIt) {
    offered_to_ben(late().set(&Rules::max_offers, 2));
    give(ReportUndeliverable{offer_of(ben), Undeliverable::Bounced});
    pass(minutes{5});
    EXPECT_EQ(state(ben), "offered") << "nobody new may be asked";
    EXPECT_EQ(trace(say(ann, missed)),
              (Trace{"standing_yes requested #1", "offer_ended not_reachable #2",
                     "offer_made late_yes #1", "offer_accepted late_yes #1"}));
}

TEST_F(LateYesTest, TakesNoRoomInAWave) {
    offered_to_ben(late().set(&Rules::wave_size, 2).set(&Rules::wave_interval, hours{1}));
    const Ticket cleo = join("cleo");
    say(ann, missed);
    decline(ben);
    EXPECT_EQ(state(ann), "accepted") << "although the wave is full";
    EXPECT_EQ(state(cleo), "waiting");
}

TEST_F(LateYesTest, IsKeptInTheRows) {
    offered_to_ben(late().set(&Rules::max_offers, 2));
    say(ann, missed);
    const OpeningRow row = row_of_opening(resource().openings.at(one));
    EXPECT_EQ(row.standing, std::vector<Ticket>{ann});
    const auto again = decode_opening_row(encode_row(row));
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(*again, row);
}

// Seats and access, where the rule is turned on: the next place.
class LatePlaceTest : public LateYesTest {
protected:
    void two_asked(const RulesPatch& rules) {
        seats(1, rules);
        holder = join("hal");
        ann = join("ann");
        ben = join("ben");
        give(CancelEntry{holder});
        missed = miss_it(ann);
    }
    Outcome say(Ticket entry, OfferNumber offer, bool wanted = true) {
        return LateYesTest::say(entry, offer, wanted, OpeningNumber{});
    }
    static RulesPatch keep() {
        return late()
            .set(&Rules::after_miss, AfterOffer::Keep)
            .set(&Rules::after_decline, AfterOffer::Keep);
    }
    Ticket holder = 0;
};

TEST_F(LatePlaceTest, GivesTheNextPlace) {
    two_asked(keep());
    say(ann, missed);
    EXPECT_TRUE(entry(ann).standing_yes);
    decline(ben);
    EXPECT_EQ(state(ann), "accepted");
    EXPECT_FALSE(entry(ann).standing_yes);
}

TEST_F(LatePlaceTest, KeepsThePlacesTries) {
    external_seats(keep().set(&Rules::max_offers, 2));
    ann = join("ann");
    ben = join("ben");
    release("one", 1);
    missed = miss_it(ann);
    say(ann, missed);
    decline(ben);
    EXPECT_EQ(state(ann), "confirming") << "although it was offered often enough";
    give(ReportBooking{offer_of(ann), BookingOutcome::Unavailable});
    EXPECT_EQ(counts().free_places, 1U);
    EXPECT_EQ(resource().places.tried(), (Places::Tried{{2, 1}}));
    EXPECT_FALSE(entry(ann).standing_yes);
}

// Three seats for a family gather; whoever was asked before they came to the front waits for them.
TEST_F(LatePlaceTest, TakesNothingThatGathersForAPartyAhead) {
    seats(3, keep().set(&Rules::after_miss, AfterOffer::Back));
    for (const char* name : {"hal", "ida", "jon"}) {
        holder = join(name);
    }
    ann = join("ann");
    const Ticket family = join("family", 3);
    give(CancelEntry{holder});
    missed = miss_it(ann);  // and goes to the back
    EXPECT_EQ(state(family), "waiting") << "one place gathers for them";
    EXPECT_EQ(trace(say(ann, missed)), Trace{"standing_yes requested #4"});
    EXPECT_EQ(state(ann), "waiting");
    EXPECT_EQ(counts().free_places, 1U);
    give(CancelEntry{1});
    give(CancelEntry{2});
    EXPECT_EQ(state(family), "offered");
    decline(family);
    EXPECT_EQ(state(ann), "accepted") << "nothing gathers any more";
}

TEST_F(LatePlaceTest, APartyBehindWaitsForWhoeverSaidYesAhead) {
    seats(2, keep());
    holder = join("hal");
    join("ida");
    ann = join("ann");
    const Ticket pair = join("pair", 2);
    give(CancelEntry{holder});
    missed = miss_it(ann);
    EXPECT_EQ(state(pair), "waiting");
    say(ann, missed);
    EXPECT_EQ(state(ann), "accepted") << "she is ahead of them";
}

TEST_F(LatePlaceTest, IsGivenOnceThePartyCanNoLongerBeAsked) {
    create({.kind = Kind::Seats, .starts_at = now + hours{30}, .capacity = 2},
           keep().set(&Rules::after_miss, AfterOffer::Back));
    holder = join("hal");
    join("ida");
    ann = join("ann");
    Wants wants;
    wants.min_notice = hours{24};
    const Ticket pair = join("pair", 2);
    UpdateEntry needs_a_day;
    needs_a_day.entry = pair;
    needs_a_day.wants = wants;
    give(needs_a_day);
    give(CancelEntry{holder});
    missed = miss_it(ann);
    say(ann, missed);
    EXPECT_EQ(state(ann), "waiting");
    EXPECT_EQ(state(pair), "waiting");
    ASSERT_EQ(due(), start + hours{6} + Duration{1});
    pass_until(*due());
    EXPECT_EQ(state(ann), "accepted") << "nothing gathers for those who need a day's notice";
}

TEST_F(LatePlaceTest, ALargePartyNeedsAllItsPlaces) {
    seats(2, keep());
    holder = join("hal", 2);
    ann = join("ann", 2);
    give(CancelEntry{holder});
    missed = miss_it(ann);
    const Ticket cleo = join("cleo");
    EXPECT_EQ(state(cleo), "offered") << "ann has had her turn";
    say(ann, missed);
    EXPECT_EQ(state(ann), "waiting") << "one place is not enough for two";
    decline(cleo);
    EXPECT_EQ(state(ann), "accepted");
}

}  // namespace
}  // namespace standby::core
