// Tests of the answers to an offer, and of what is reported about its message.
#include "core/decide/decide.hpp"
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

class OfferTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    // A slot in three hours, offered to ticket 1 for ten minutes; ticket 2 is next.
    void salon(const RulesPatch& rules = plain()) {
        slots(rules);
        join("ann");
        join("bob");
        open();
    }
    static constexpr OfferNumber first{1};
    static constexpr OfferNumber second{2};
};

TEST_F(OfferTest, AcceptedInTimeIsBooked) {
    salon();
    const Outcome outcome = accept(first);
    EXPECT_EQ(trace(outcome), (Trace{"offer_accepted requested #1"}));
    EXPECT_EQ(outcome.answer.entry, 1U);
    EXPECT_EQ(outcome.answer.opening, OpeningNumber{1});
    EXPECT_FALSE(outcome.answer.repeated);
    EXPECT_EQ(state(1U), "accepted");
    EXPECT_EQ(state(OpeningNumber{1}), "booked");
    EXPECT_EQ(due(), start + hours{3} + minutes{30}) << "only its end is left to happen";
}

TEST_F(OfferTest, AcceptingAgainChangesNothing) {
    salon();
    accept(first);
    const Outcome again = accept(first);
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(again.answer.entry, 1U);
    EXPECT_EQ(again.answer.opening, OpeningNumber{1});
    EXPECT_EQ(trace(again), Trace{});
}

TEST_F(OfferTest, LastMomentBeforeTheDeadlineIsInTime) {
    salon();
    send(first);
    now += minutes{10} - Duration{1};
    EXPECT_EQ(refused(accept(first)), "");
}

TEST_F(OfferTest, AcceptedAtTheDeadlineIsTooLateAndThePlaceHasRolledOn) {
    salon();
    send(first);
    now += minutes{10};
    const Outcome late = accept(first);
    EXPECT_EQ(refused(late), "offer-expired");
    EXPECT_EQ(trace(late),
              (Trace{"offer_ended window_ended #1", "offer_made previous_expired #2"}));
    EXPECT_EQ(refused(accept(second)), "");
}

TEST_F(OfferTest, IsNotAcceptedAfterItsDeadlineEvenBeforeTheTimerWasServed) {
    salon();
    now += minutes{10};
    const Decided decided = decide(resource(), Accept{first}, context());
    ASSERT_FALSE(decided.has_value());
    EXPECT_EQ(text_of(decided.error()), "offer-expired");
}

TEST_F(OfferTest, EndedOfferTellsHowItEnded) {
    salon();
    decline(first);
    EXPECT_EQ(refused(accept(first)), "offer-declined");
    give(WithdrawOpening{OpeningNumber{1}});
    EXPECT_EQ(refused(accept(second)), "offer-withdrawn");
    EXPECT_EQ(refused(decline(second)), "offer-withdrawn");
    EXPECT_EQ(refused(accept(OfferNumber{9})), "unknown-offer");
    EXPECT_EQ(refused(accept(OfferNumber{})), "unknown-offer");
    EXPECT_EQ(refused(decline(OfferNumber{9})), "unknown-offer");
}

TEST_F(OfferTest, PlaceGivenUpLaterCannotBeClaimedAgain) {
    salon();
    accept(first);
    give(CancelEntry{1});
    EXPECT_EQ(refused(accept(first)), "already-claimed");
    EXPECT_EQ(refused(decline(first)), "already-claimed");
}

TEST_F(OfferTest, DeclinedRollsOnToTheNextInLine) {
    salon();
    const Outcome outcome = decline(first);
    EXPECT_EQ(trace(outcome),
              (Trace{"offer_ended requested #1", "offer_made previous_declined #2"}));
    EXPECT_EQ(last<OfferMade>().move, Move::RollOn);
    EXPECT_EQ(last<OfferMade>().tries, 2U);
    EXPECT_EQ(outcome.answer.entry, 1U);
    EXPECT_EQ(state(1U), "waiting");
    EXPECT_EQ(entry(1).declines, 1U);
    EXPECT_EQ(entry(1).misses, 0U);
}

TEST_F(OfferTest, DecliningAgainChangesNothing) {
    salon();
    decline(first);
    const Outcome again = decline(first);
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(trace(again), Trace{});
}

TEST_F(OfferTest, DeclineAfterTheDeadlineIsTooLate) {
    salon();
    send(first);
    now += minutes{10};
    EXPECT_EQ(refused(decline(first)), "offer-expired");
    EXPECT_EQ(entry(1).misses, 1U);
}

TEST_F(OfferTest, StaffExtendsTheDeadline) {
    salon();
    send(first);
    const Outcome outcome = give(ExtendOffer{first, now + minutes{30}});
    EXPECT_EQ(trace(outcome), (Trace{"offer_extended staff_extended #1"}));
    EXPECT_EQ(outcome.answer.entry, 1U);
    EXPECT_EQ(due(), now + minutes{30});
    EXPECT_EQ(trace(pass(minutes{29})), Trace{});
    EXPECT_EQ(refused(accept(first)), "");
}

TEST_F(OfferTest, ExtensionIsForLaterBeforeTheStartAndWithinAYear) {
    salon();
    const Time deadline = offer(first).expires_at;
    EXPECT_EQ(refused(give(ExtendOffer{first, deadline})), "invalid-field: until");
    EXPECT_EQ(refused(give(ExtendOffer{first, start + hours{3} + Duration{1}})),
              "invalid-field: until");
    EXPECT_EQ(refused(give(ExtendOffer{first, start + hours{3}})), "");
    EXPECT_EQ(refused(give(ExtendOffer{OfferNumber{9}, deadline})), "unknown-offer");
    decline(first);
    EXPECT_EQ(refused(give(ExtendOffer{first, start + hours{4}})), "offer-declined");
}

TEST_F(OfferTest, ExtensionOfASeatIsBoundByItsStartOrAYear) {
    seats(1);
    join("holder");
    join("ann");
    give(CancelEntry{1});
    EXPECT_EQ(refused(give(ExtendOffer{first, now + hours{24} * 366 + Duration{1}})),
              "invalid-field: until");
    EXPECT_EQ(refused(give(ExtendOffer{first, now + hours{24} * 366})), "");
}

TEST_F(OfferTest, WindowStartsWhenTheMessageLeft) {
    salon();
    pass(minutes{4});
    EXPECT_EQ(trace(send(first)), (Trace{"offer_sent sent_late #1"}));
    EXPECT_EQ(offer(first).sent_at, start + minutes{4});
    EXPECT_EQ(offer(first).expires_at, start + minutes{14});
    EXPECT_EQ(due(), start + minutes{14});
}

TEST_F(OfferTest, MessageSentOnTimeMovesNothing) {
    salon();
    EXPECT_EQ(trace(send(first)), (Trace{"offer_sent requested #1"}));
    EXPECT_EQ(offer(first).expires_at, start + minutes{10});
}

TEST_F(OfferTest, SecondReportOfTheSameSendingChangesNothing) {
    salon();
    send(first);
    const Outcome again = give(ReportSent{first, start});
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(trace(again), Trace{});
}

TEST_F(OfferTest, LaterSendingMovesTheDeadlineAgain) {
    salon();
    send(first);
    pass(minutes{2});
    EXPECT_EQ(trace(send(first)), (Trace{"offer_sent sent_late #1"}));
    EXPECT_EQ(offer(first).expires_at, start + minutes{12});
}

TEST_F(OfferTest, RelayWhoseClockRunsAheadBuysNoTime) {
    salon();
    pass(minutes{1});
    give(ReportSent{first, now + hours{5}});
    EXPECT_EQ(offer(first).sent_at, now);
    EXPECT_EQ(offer(first).expires_at, now + minutes{10});
}

TEST_F(OfferTest, RelayWhoseClockLagsCostsNoTime) {
    salon();
    pass(minutes{1});
    EXPECT_EQ(trace(give(ReportSent{first, start - hours{5}})), (Trace{"offer_sent requested #1"}));
    EXPECT_EQ(offer(first).sent_at, start);
    EXPECT_EQ(offer(first).expires_at, start + minutes{10});
}

TEST_F(OfferTest, LateMessageNeverReachesBeyondTheCutoff) {
    slots(plain().set(&Rules::cutoff, hours{1}));
    join("ann");
    open(hours{1} + minutes{12});
    pass(minutes{5});
    send(first);
    EXPECT_EQ(offer(first).expires_at, start + minutes{12});
}

TEST_F(OfferTest, LateMessageOfASeatNeverReachesBeyondTheCutoff) {
    create({.kind = Kind::Seats, .starts_at = start + hours{13}, .capacity = 1}, plain());
    join("holder");
    join("ann");
    give(CancelEntry{1});
    EXPECT_EQ(offer(first).expires_at, start + hours{12});
    pass(hours{2});
    send(first);
    EXPECT_EQ(offer(first).expires_at, start + hours{13});
}

TEST_F(OfferTest, ReportAfterTheEndChangesNothing) {
    salon();
    decline(first);
    const Outcome late = send(first);
    EXPECT_TRUE(late.answer.repeated);
    EXPECT_EQ(trace(late), Trace{});
    EXPECT_EQ(refused(send(OfferNumber{9})), "unknown-offer");
}

TEST_F(OfferTest, UndeliverableAfterTheEndChangesNothing) {
    salon();
    accept(first);
    EXPECT_TRUE(give(ReportUndeliverable{first}).answer.repeated);
    EXPECT_EQ(state(1U), "accepted");
    EXPECT_EQ(refused(give(ReportUndeliverable{OfferNumber{9}})), "unknown-offer");
}

class AfterOfferTest : public OfferTest {
protected:
    // Offers slot after slot to whoever is first in line.
    void another_slot() { open(hours{3} + minutes{next_slot_++}); }
    int next_slot_ = 1;
};

TEST_F(AfterOfferTest, KeepKeepsThePlaceOnceAndThenGoesToTheBack) {
    salon();
    miss(1);
    EXPECT_EQ(last_event<OfferMade>().entry, 2U);
    accept(Ticket{2});
    const Ticket cyd = join("cyd");
    EXPECT_EQ(line(), (std::vector<Ticket>{1, cyd})) << "kept its place";
    another_slot();
    miss(1);
    EXPECT_EQ(last_event<OfferMade>().entry, cyd);
    decline(cyd);
    EXPECT_EQ(line(), (std::vector<Ticket>{cyd, 1})) << "went to the back";
    EXPECT_EQ(entry(1).position, 1U) << "its name stays";
    const Ticket dan = join("dan");
    EXPECT_EQ(dan, 5U) << "the move to the back drew ticket 4";
    EXPECT_EQ(entry(dan).position, 4U) << "positions count joins without gaps";
    EXPECT_EQ(refused(give(Leave{4})), "unknown-entry");
}

TEST_F(AfterOfferTest, MissesAndDeclinesEachCountTheirOwn) {
    slots();
    const Ticket ann = join("ann");
    join("bob", Wants{.service = "other"});
    another_slot();
    miss(ann);
    another_slot();
    decline(ann);
    EXPECT_EQ(line().front(), ann) << "one miss and one decline: kept both times";
    another_slot();
    decline(ann);
    EXPECT_EQ(line().back(), ann);
}

TEST_F(AfterOfferTest, BackGoesToTheBackAtOnce) {
    salon(plain().set(&Rules::after_miss, AfterOffer::Back));
    miss(1);
    EXPECT_NE(last<OfferEnded>().new_place, 0U);
    decline(Ticket{2});
    EXPECT_EQ(line(), (std::vector<Ticket>{2, 1}));
}

TEST_F(AfterOfferTest, GoingToTheBackTwiceKeepsTheNameAndTheLatestPlace) {
    slots(plain().set(&Rules::after_decline, AfterOffer::Back));
    const Ticket ann = join("ann");
    const Ticket bob = join("bob", Wants{.service = "other"});
    another_slot();
    decline(ann);
    EXPECT_EQ(line(), (std::vector<Ticket>{bob, ann}));
    const Ticket cyd = join("cyd", Wants{.service = "other"});
    another_slot();
    decline(ann);
    EXPECT_EQ(line(), (std::vector<Ticket>{bob, cyd, ann}));
    leave(ann);
    EXPECT_EQ(line(), (std::vector<Ticket>{bob, cyd}));
}

TEST_F(AfterOfferTest, RemoveEndsTheEntryByHowItEnded) {
    salon(plain()
              .set(&Rules::after_miss, AfterOffer::Remove)
              .set(&Rules::after_decline, AfterOffer::Remove));
    miss(1);
    EXPECT_EQ(state(1U), "expired");
    decline(Ticket{2});
    EXPECT_EQ(state(2U), "declined");
}

TEST_F(AfterOfferTest, MissThatReachesTheLimitEndsTheEntry) {
    slots(plain().set(&Rules::max_misses, 2U));
    const Ticket ann = join("ann");
    another_slot();
    miss(ann);
    EXPECT_EQ(state(ann), "waiting");
    another_slot();
    send(ann);
    EXPECT_EQ(trace(pass(minutes{10})),
              (Trace{"offer_ended max_misses #1", "opening_moved list_exhausted @2"}));
    EXPECT_EQ(state(ann), "expired");
}

TEST_F(AfterOfferTest, NoLimitOfMissesMeansNone) {
    slots(plain().set(&Rules::max_misses, 0U));
    const Ticket ann = join("ann");
    for (int time = 0; time < 5; ++time) {
        another_slot();
        miss(ann);
    }
    EXPECT_EQ(state(ann), "waiting");
    EXPECT_EQ(entry(ann).misses, 5U);
}

TEST_F(AfterOfferTest, MissThatReachesTheLimitUnderRemoveIsAnOrdinaryEnd) {
    salon(plain().set(&Rules::after_miss, AfterOffer::Remove).set(&Rules::max_misses, 1U));
    miss(1);
    EXPECT_EQ(last_event<OfferEnded>().reason, Reason::WindowEnded);
    EXPECT_EQ(state(1U), "expired");
}

}  // namespace
}  // namespace standby::core
