// Tests of offers that wait for a payment or for the booking system: the place stays held, a
// success that comes too late is undone outside, and nobody pays for nothing.
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class ConfirmingTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    static RulesPatch paid() { return plain().set(&Rules::payment, euros(20)); }
    static constexpr OfferNumber first{1};
    static constexpr OfferNumber second{2};
    static constexpr OpeningNumber slot_one{1};

    // One seat with a payment, claimed by ticket 1; ticket 2 is next.
    void claimed_with_payment() {
        seats(1, paid());
        join("ann");
        join("bob");
        send(first);
        accept(first);
    }
    // One seat of a booking system, claimed by ticket 1; ticket 2 is next.
    void claimed_with_booking(const RulesPatch& rules = plain()) {
        external_seats(rules);
        join("ann");
        join("bob");
        release("evt", 1);
        send(first);
        accept(first);
    }
    Outcome payment(OfferNumber offer, PaymentOutcome outcome = PaymentOutcome::Succeeded) {
        return give(ReportPayment{offer, outcome});
    }
    Outcome booking(OfferNumber offer, BookingOutcome outcome = BookingOutcome::Confirmed) {
        return give(ReportBooking{offer, outcome});
    }
};

TEST_F(ConfirmingTest, ClaimWithAPaymentDueHoldsThePlace) {
    seats(1, paid());
    const Ticket ann = join("ann");
    EXPECT_EQ(trace(accept(first)), (Trace{"offer_claimed payment_pending #1"}));
    EXPECT_EQ(state(ann), "confirming");
    EXPECT_EQ(state(first), "confirming");
    EXPECT_EQ(offer(first).awaiting, Awaiting::Payment);
    EXPECT_EQ(offer(first).expires_at, start + hours{12}) << "a payment has until the deadline";
    EXPECT_EQ(counts().held_places, 1U);
}

TEST_F(ConfirmingTest, AcceptingAgainWhileConfirmingChangesNothing) {
    claimed_with_payment();
    const Outcome again = accept(first);
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(again.answer.entry, 1U);
    EXPECT_EQ(trace(again), Trace{});
}

TEST_F(ConfirmingTest, PaymentThatSucceedsMakesThePlaceTheirs) {
    claimed_with_payment();
    EXPECT_EQ(trace(payment(first)), (Trace{"offer_accepted payment_succeeded #1"}));
    EXPECT_EQ(state(1U), "accepted");
    const Outcome again = payment(first);
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(trace(again), Trace{});
}

TEST_F(ConfirmingTest, PaymentThatFailsIsAMissAndRollsOn) {
    claimed_with_payment();
    EXPECT_EQ(trace(payment(first, PaymentOutcome::Failed)),
              (Trace{"offer_ended payment_failed #1", "offer_made previous_expired #2"}));
    EXPECT_EQ(state(1U), "expired") << "seats: a miss ends the entry by default";
}

TEST_F(ConfirmingTest, PaymentNotInTimeIsAMissAndRollsOn) {
    claimed_with_payment();
    EXPECT_EQ(trace(pass(hours{12})),
              (Trace{"offer_ended payment_timeout #1", "offer_made previous_expired #2"}));
    EXPECT_TRUE(last<OfferEnded>().counts_as_miss);
}

TEST_F(ConfirmingTest, PaymentThatSucceedsTooLateIsRefundedOnce) {
    claimed_with_payment();
    pass(hours{12});
    EXPECT_EQ(trace(payment(first)), (Trace{"compensation_due late"}));
    EXPECT_EQ(last<CompensationDue>().compensation, Compensation::Refund);
    EXPECT_EQ(last_event<CompensationDue>().offer, first);
    EXPECT_EQ(state(2U), "offered") << "the place is somebody else's by now";
    const Outcome again = payment(first);
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(trace(again), Trace{});
}

TEST_F(ConfirmingTest, PaymentThatFailsTooLateNeedsNoRefund) {
    claimed_with_payment();
    pass(hours{12});
    EXPECT_EQ(trace(payment(first, PaymentOutcome::Failed)), Trace{});
}

TEST_F(ConfirmingTest, PaymentNobodyAskedForIsRefused) {
    seats(1, paid());
    join("ann");
    EXPECT_EQ(refused(payment(first)), "offer-not-confirming");
    EXPECT_EQ(refused(payment(second)), "unknown-offer");
}

TEST_F(ConfirmingTest, DeadlineOfAPaymentCanBeExtended) {
    claimed_with_payment();
    EXPECT_EQ(refused(give(ExtendOffer{first, start + hours{20}})), "");
    EXPECT_EQ(trace(pass(hours{19})), Trace{});
    EXPECT_EQ(trace(payment(first)), (Trace{"offer_accepted payment_succeeded #1"}));
}

TEST_F(ConfirmingTest, ChangeOfMindWhileConfirmingRollsOnAndALatePaymentIsRefunded) {
    claimed_with_payment();
    EXPECT_EQ(trace(decline(first)),
              (Trace{"offer_ended requested #1", "offer_made previous_declined #2"}));
    EXPECT_EQ(trace(payment(first)), (Trace{"compensation_due late"}));
}

TEST_F(ConfirmingTest, ReportsAboutTheMessageAreOldNewsWhileConfirming) {
    claimed_with_payment();
    EXPECT_TRUE(send(first).answer.repeated);
    EXPECT_TRUE(give(ReportUndeliverable{first}).answer.repeated);
    EXPECT_EQ(state(1U), "confirming");
}

TEST_F(ConfirmingTest, ClaimWithExternalInventoryWaitsForTheBooking) {
    external_seats();
    join("ann");
    release("evt", 1);
    pass(hours{11});
    send(first);
    EXPECT_EQ(trace(accept(first)), (Trace{"offer_claimed booking_pending #1"}));
    EXPECT_EQ(offer(first).awaiting, Awaiting::Booking);
    EXPECT_EQ(due(), now + minutes{5});
}

TEST_F(ConfirmingTest, BookingConfirmedMakesThePlaceTheirs) {
    claimed_with_booking();
    EXPECT_EQ(trace(booking(first)), (Trace{"offer_accepted booking_confirmed #1"}));
    const Outcome again = booking(first);
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(trace(again), Trace{});
}

TEST_F(ConfirmingTest, BookingConflictKeepsThePlaceInLineAndTheSeatIsGone) {
    claimed_with_booking();
    EXPECT_EQ(trace(booking(first, BookingOutcome::Conflict)),
              (Trace{"offer_ended booking_conflict #1"}));
    EXPECT_EQ(counts().limit, 0U);
    EXPECT_EQ(line(), (std::vector<Ticket>{1, 2}));
    EXPECT_EQ(entry(1).misses, 0U);
    release("evt-2", 1);
    EXPECT_EQ(state(1U), "offered") << "no waiting out: it was not its doing";
}

TEST_F(ConfirmingTest, BookingConflictEndsASlotAsWithdrawn) {
    external_slots();
    join("ann");
    open();
    accept(first);
    EXPECT_EQ(trace(booking(first, BookingOutcome::Conflict)),
              (Trace{"offer_ended booking_conflict #1"}));
    EXPECT_EQ(state(slot_one), "withdrawn");
    EXPECT_EQ(state(first), "withdrawn");
    EXPECT_EQ(state(1U), "waiting");
}

TEST_F(ConfirmingTest, PlaceThatIsGoneBeforeItsGuestAnswersIsNoMiss) {
    external_seats(plain());
    join("ann");
    join("bob");
    release("evt", 1);
    EXPECT_EQ(trace(booking(first, BookingOutcome::Conflict)),
              (Trace{"offer_ended booking_conflict #1"}));
    EXPECT_EQ(counts().limit, 0U);
    EXPECT_EQ(line(), (std::vector<Ticket>{1, 2}));
    EXPECT_EQ(entry(1).misses, 0U);
    EXPECT_EQ(refused(accept(first)), "offer-withdrawn");
}

TEST_F(ConfirmingTest, OnlyABookingSystemTakesAnOfferBackThatWay) {
    seats(1, plain());
    join("holder");
    join("ann");
    leave(1);
    EXPECT_EQ(refused(booking(first, BookingOutcome::Conflict)), "offer-not-confirming");
}

TEST_F(ConfirmingTest, BookingUnavailableKeepsThePlaceInLineAndRollsOn) {
    claimed_with_booking();
    EXPECT_EQ(trace(booking(first, BookingOutcome::Unavailable)),
              (Trace{"offer_ended booking_unavailable #1", "offer_made previous_expired #2"}));
    EXPECT_EQ(state(1U), "waiting");
    EXPECT_EQ(entry(1).misses, 0U);
}

TEST_F(ConfirmingTest, BookingNeverAnsweredIsGivenUpAfterFiveMinutes) {
    claimed_with_booking();
    EXPECT_EQ(trace(pass(minutes{5} - Duration{1})), Trace{});
    EXPECT_EQ(trace(pass(Duration{1})),
              (Trace{"offer_ended booking_timeout #1", "offer_made previous_expired #2"}));
    EXPECT_EQ(entry(1).misses, 0U);
}

TEST_F(ConfirmingTest, BookingThatSucceedsTooLateIsReleasedOnce) {
    claimed_with_booking();
    pass(minutes{5});
    EXPECT_EQ(trace(booking(first)), (Trace{"compensation_due late"}));
    EXPECT_EQ(last<CompensationDue>().compensation, Compensation::Release);
    EXPECT_TRUE(booking(first).answer.repeated);
    EXPECT_EQ(trace(booking(first, BookingOutcome::Conflict)), Trace{});
}

TEST_F(ConfirmingTest, BookingNobodyAskedForIsRefused) {
    external_seats(paid());
    join("ann");
    release("evt", 1);
    EXPECT_EQ(refused(booking(first)), "offer-not-confirming");
    accept(first);
    EXPECT_EQ(refused(booking(first)), "offer-not-confirming") << "the payment comes first";
    EXPECT_EQ(refused(booking(second)), "unknown-offer");
}

TEST_F(ConfirmingTest, PaymentComesFirstThenTheBooking) {
    claimed_with_booking(paid());
    EXPECT_EQ(offer(first).awaiting, Awaiting::Payment);
    pass(hours{2});
    EXPECT_EQ(trace(payment(first)), (Trace{"offer_claimed booking_pending #1"}));
    EXPECT_EQ(offer(first).awaiting, Awaiting::Booking);
    EXPECT_EQ(offer(first).expires_at, now + minutes{5});
    EXPECT_TRUE(payment(first).answer.repeated) << "a second report is no second payment";
    EXPECT_EQ(trace(booking(first)), (Trace{"offer_accepted booking_confirmed #1"}));
}

TEST_F(ConfirmingTest, DeadlineOfABookingCannotBeExtended) {
    claimed_with_booking();
    EXPECT_EQ(refused(give(ExtendOffer{first, start + hours{20}})), "offer-confirming");
}

TEST_F(ConfirmingTest, PaidGuestWhoseBookingConflictsIsRefundedAtOnce) {
    claimed_with_booking(paid());
    payment(first);
    EXPECT_EQ(trace(booking(first, BookingOutcome::Conflict)),
              (Trace{"offer_ended booking_conflict #1", "compensation_due booking_conflict"}));
    EXPECT_EQ(last<CompensationDue>().compensation, Compensation::Refund);
    EXPECT_EQ(trace(payment(first)), Trace{}) << "refunded once";
}

TEST_F(ConfirmingTest, PaidGuestWhoseBookingTimesOutIsRefundedAtOnce) {
    claimed_with_booking(paid());
    payment(first);
    EXPECT_EQ(trace(pass(minutes{5})),
              (Trace{"offer_ended booking_timeout #1", "compensation_due booking_timeout",
                     "offer_made previous_expired #2"}));
    EXPECT_EQ(trace(booking(first)), (Trace{"compensation_due late"}));
    EXPECT_EQ(last<CompensationDue>().compensation, Compensation::Release);
}

TEST_F(ConfirmingTest, PaidGuestWhoLeavesDuringTheBookingIsRefunded) {
    claimed_with_booking(paid());
    payment(first);
    EXPECT_EQ(trace(leave(1)), (Trace{"offer_ended requested #1", "compensation_due requested",
                                      "offer_made previous_declined #2"}));
    EXPECT_EQ(state(1U), "left");
}

TEST_F(ConfirmingTest, UnpaidGuestWhoIsRemovedGetsNoRefund) {
    claimed_with_payment();
    EXPECT_EQ(trace(give(RemoveEntry{1})),
              (Trace{"offer_ended requested #1", "offer_made first_in_line #2"}));
}

TEST_F(ConfirmingTest, ConfirmingSlotCanNeitherBeWithdrawnNorBookedByStaff) {
    external_slots();
    join("ann");
    open();
    accept(first);
    EXPECT_EQ(refused(give(WithdrawOpening{slot_one})), "offer-confirming");
    EXPECT_EQ(refused(give(BookOpening{slot_one})), "offer-confirming");
    booking(first);
    EXPECT_EQ(state(slot_one), "booked");
}

TEST_F(ConfirmingTest, CancelledExternalSlotIsNotOpenedAgainHere) {
    external_slots();
    join("ann");
    open();
    accept(first);
    booking(first);
    EXPECT_EQ(trace(give(CancelEntry{1})), (Trace{"entry_ended requested #1"}));
}

}  // namespace
}  // namespace standby::core
