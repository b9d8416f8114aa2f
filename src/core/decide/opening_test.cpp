// Tests of slots: opened, offered on, handed back, taken by staff, and opened again after a
// cancellation.
#include "core/decide/decide.hpp"
#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class OpeningTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    static constexpr OpeningNumber one{1};
    static constexpr OpeningNumber two{2};

    Outcome open_event(std::string_view id, const Slot& slot, Reason reason = Reason::NewOpening) {
        return give(OpenSlot{std::string{id}, slot, reason});
    }
    // Slot one, in three hours, booked by ticket 1.
    void booked(const RulesPatch& rules = plain()) {
        slots(rules);
        join("ann");
        open();
        accept(Ticket{1});
    }
};

TEST_F(OpeningTest, SlotIsOfferedToTheFirstInLine) {
    slots();
    join("ann");
    join("bob");
    const Outcome outcome = open_event("", slot());
    EXPECT_EQ(trace(outcome), (Trace{"opening_added opening @1", "offer_made first_in_line #1"}));
    EXPECT_EQ(outcome.answer.opening, one);
    EXPECT_EQ(state(one), "offering");
    EXPECT_EQ(last<OfferMade>().move, Move::Offer);
    EXPECT_EQ(last<OfferMade>().expires_at, start + minutes{10});
    EXPECT_EQ(opening(one).offer, OfferNumber{1});
}

TEST_F(OpeningTest, TheReasonOfASlotIsOnRecord) {
    slots();
    open_event("", slot(), Reason::Cancellation);
    EXPECT_EQ(last_event<OpeningAdded>().reason, Reason::Cancellation);
    open_event("", slot(), Reason::NoShow);
    EXPECT_EQ(last_event<OpeningAdded>().reason, Reason::NoShow);
    EXPECT_EQ(refused(open_event("", slot(), Reason::Fraud)), "invalid-field: reason");
}

TEST_F(OpeningTest, TheSameEventIdTwiceIsOneSlot) {
    slots();
    open_event("evt", slot());
    const Outcome again = open_event("evt", slot(hours{5}));
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(again.answer.opening, one);
    EXPECT_EQ(trace(again), Trace{});
    EXPECT_EQ(open_event("evt-2", slot()).answer.opening, two);
}

TEST_F(OpeningTest, BadSlotIsRefused) {
    slots();
    EXPECT_EQ(refused(open_event("", slot(hours{0}))), "invalid-field: starts_at");
    EXPECT_EQ(refused(open_event(std::string(201, 'x'), slot())), "invalid-field: event_id");
    give(CloseResource{});
    EXPECT_EQ(refused(open_event("", slot())), "resource-closed");
}

TEST_F(OpeningTest, SeatsHaveNoSlots) {
    seats(1);
    EXPECT_EQ(refused(open_event("", slot())), "wrong-kind");
    EXPECT_EQ(refused(give(WithdrawOpening{one})), "unknown-opening");
}

TEST_F(OpeningTest, NumberOfSlotsUnderWayIsLimited) {
    slots();
    const Command command = OpenSlot{"", slot(), Reason::NewOpening};
    ResourceState crowded = resource();
    for (std::uint32_t number = 1; number <= limits::live_openings_max; ++number) {
        crowded.openings.emplace(OpeningNumber{number}, Opening{});
    }
    const Decided many = decide(crowded, command, context());
    ASSERT_FALSE(many.has_value());
    EXPECT_EQ(text_of(many.error()), "too-many");
}

TEST_F(OpeningTest, SlotNobodyFitsIsOpenAndReportedOnce) {
    slots();
    join("ann", Wants{.service = "color"});
    Slot cut = slot();
    cut.service = "cut";
    EXPECT_EQ(trace(open_event("", cut)),
              (Trace{"opening_added opening @1", "opening_moved nobody_eligible @1"}));
    EXPECT_EQ(last<OpeningMoved>().move, Move::NoFit);
    EXPECT_EQ(state(one), "open");
    EXPECT_EQ(trace(history()).back(), "opening_moved nobody_eligible @1");
    join("bob", Wants{.service = "nails"});
    EXPECT_EQ(times<OpeningMoved>(), 1U);
}

TEST_F(OpeningTest, OpenSlotIsOfferedToTheFirstWhoFitsIt) {
    slots();
    Slot cut = slot();
    cut.service = "cut";
    open(cut);
    join("ann", Wants{.service = "color"});
    const Ticket bob = join("bob", Wants{.service = "cut"});
    EXPECT_EQ(state(bob), "offered");
    EXPECT_EQ(state(one), "offering");
}

TEST_F(OpeningTest, OlderSlotIsGivenFirst) {
    slots();
    open(hours{5});
    open(hours{2});
    const Ticket ann = join("ann");
    EXPECT_EQ(entry(ann).opening, one);
    const Ticket bob = join("bob");
    EXPECT_EQ(entry(bob).opening, two);
}

TEST_F(OpeningTest, RollsOnWhenTheWindowEndsUnclaimed) {
    slots();
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    open();
    EXPECT_EQ(trace(miss(ann)),
              (Trace{"offer_ended window_ended #1", "offer_made previous_expired #2"}));
    EXPECT_EQ(last<OfferMade>().move, Move::RollOn);
    EXPECT_EQ(entry(bob).opening, one);
    EXPECT_EQ(opening(one).offers_made, 2U);
}

TEST_F(OpeningTest, IsHandedBackWhenEverybodyWasAsked) {
    slots();
    const Ticket ann = join("ann");
    open();
    EXPECT_EQ(trace(decline(ann)),
              (Trace{"offer_ended requested #1", "opening_moved list_exhausted @1"}));
    EXPECT_EQ(last<OpeningMoved>().move, Move::HandBack);
    EXPECT_EQ(state(one), "handed_back");
}

TEST_F(OpeningTest, IsHandedBackAfterSoManyPeople) {
    slots(plain().set(&Rules::max_offers, 2U));
    join("ann");
    join("bob");
    join("cyd");
    open();
    decline(Ticket{1});
    EXPECT_EQ(trace(decline(Ticket{2})),
              (Trace{"offer_ended requested #2", "opening_moved max_offers @1"}));
}

TEST_F(OpeningTest, IsHandedBackAtItsCutoff) {
    slots(plain().set(&Rules::cutoff, hours{1}));
    open();
    EXPECT_EQ(due(), start + hours{2});
    EXPECT_EQ(trace(pass(hours{2} - Duration{1})), Trace{});
    EXPECT_EQ(trace(pass(Duration{1})), (Trace{"opening_moved cutoff @1"}));
    EXPECT_EQ(last_event<OpeningMoved>().actor, Actor{}) << "the engine itself";
    EXPECT_EQ(state(one), "handed_back");
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(OpeningTest, IsHandedBackAtOnceWhenOpenedAfterItsCutoff) {
    slots(plain().set(&Rules::cutoff, hours{4}));
    join("ann");
    EXPECT_EQ(trace(open_event("", slot())),
              (Trace{"opening_added opening @1", "opening_moved cutoff @1"}));
}

TEST_F(OpeningTest, IsHandedBackAtItsCutoffAlsoWhilePaused) {
    slots();
    give(PauseResource{});
    open();
    EXPECT_EQ(trace(pass(hours{3})), (Trace{"opening_moved cutoff @1"}));
}

TEST_F(OpeningTest, ChangedCutoffHoldsForSlotsThatAreOpen) {
    slots();
    open();
    EXPECT_EQ(due(), start + hours{3});
    patch_rules(RulesPatch{}.set(&Rules::cutoff, hours{1}));
    EXPECT_EQ(due(), start + hours{2});
    EXPECT_EQ(trace(patch_rules(RulesPatch{}.set(&Rules::cutoff, hours{4}))),
              (Trace{"rules_changed rules_changed", "opening_moved cutoff @1"}));
}

TEST_F(OpeningTest, WithdrawnSlotIsGone) {
    slots();
    open();
    EXPECT_EQ(trace(give(WithdrawOpening{one})), (Trace{"opening_moved withdrawn @1"}));
    EXPECT_EQ(state(one), "withdrawn");
    EXPECT_EQ(due(), std::nullopt);
    EXPECT_TRUE(give(WithdrawOpening{one}).answer.repeated);
    EXPECT_EQ(refused(give(BookOpening{one})), "opening-ended");
    EXPECT_EQ(state(join("ann")), "waiting");
}

TEST_F(OpeningTest, WithdrawingASlotWithdrawsItsOfferAndTheEntryKeepsItsPlace) {
    slots();
    join("ann");
    join("bob");
    open();
    EXPECT_EQ(trace(give(WithdrawOpening{one})),
              (Trace{"offer_ended withdrawn #1", "opening_moved withdrawn @1"}));
    EXPECT_EQ(state(OfferNumber{1}), "withdrawn");
    EXPECT_EQ(line(), (std::vector<Ticket>{1, 2}));
    EXPECT_EQ(entry(1).misses + entry(1).declines, 0U);
}

TEST_F(OpeningTest, SlotBookedByStaffIsTaken) {
    slots();
    join("ann");
    open();
    EXPECT_EQ(trace(give(BookOpening{one})),
              (Trace{"offer_ended staff_booked #1", "opening_moved staff_booked @1"}));
    EXPECT_EQ(state(one), "booked");
    EXPECT_TRUE(give(BookOpening{one}).answer.repeated);
    EXPECT_EQ(refused(give(WithdrawOpening{one})), "opening-taken");
    EXPECT_EQ(state(1U), "waiting");
}

TEST_F(OpeningTest, SlotHandedBackCanBeFilledByStaff) {
    slots();
    join("ann");
    open();
    decline(Ticket{1});
    EXPECT_EQ(refused(give(BookOpening{one})), "");
    EXPECT_EQ(state(one), "booked");
}

TEST_F(OpeningTest, SlotBookedByAGuestIsNeitherWithdrawnNorBookedAgain) {
    booked();
    EXPECT_EQ(refused(give(WithdrawOpening{one})), "opening-taken");
    EXPECT_EQ(refused(give(BookOpening{one})), "opening-taken");
    EXPECT_EQ(refused(give(BookOpening{two})), "unknown-opening");
    EXPECT_EQ(refused(give(BookOpening{OpeningNumber{}})), "unknown-opening");
}

TEST_F(OpeningTest, CancelledBookingOpensItsSlotAgainForTheLine) {
    booked();
    const Ticket bob = join("bob");
    EXPECT_EQ(trace(give(CancelEntry{1})),
              (Trace{"entry_ended requested #1", "opening_added cancellation @2",
                     "offer_made first_in_line #2"}));
    EXPECT_EQ(last<OpeningAdded>().previous, one);
    EXPECT_EQ(opening(two).slot.starts_at, start + hours{3});
    EXPECT_EQ(entry(bob).opening, two);
    EXPECT_EQ(state(one), "booked") << "what was booked stays on record";
}

TEST_F(OpeningTest, NoShowOpensTheSlotAgainUnderItsOwnReason) {
    booked();
    EXPECT_EQ(trace(give(MarkNoShow{1})),
              (Trace{"entry_ended no_show #1", "opening_added no_show @2",
                     "opening_moved nobody_eligible @2"}));
}

TEST_F(OpeningTest, RemovedGuestsSlotOpensAgainAndAttendanceFreesNothing) {
    booked();
    give(RemoveEntry{1});
    EXPECT_EQ(state(two), "open");
    const Ticket bob = join("bob");
    accept(bob);
    EXPECT_EQ(trace(give(MarkAttended{bob})), (Trace{"entry_ended requested #2"}));
    EXPECT_EQ(counts().free_places, 0U);
}

TEST_F(OpeningTest, BookingCancelledAfterTheCutoffIsAWalkIn) {
    booked(plain().set(&Rules::cutoff, hours{1}));
    join("bob");
    pass(hours{2});
    EXPECT_EQ(trace(give(CancelEntry{1})),
              (Trace{"entry_ended requested #1", "opening_added cancellation @2"}));
    EXPECT_EQ(state(two), "walk_in");
    EXPECT_EQ(state(2U), "waiting") << "the line is not asked any more";
    EXPECT_EQ(refused(give(BookOpening{two})), "");
    EXPECT_EQ(state(two), "booked");
}

TEST_F(OpeningTest, WalkInLastsUntilTheSlotsEnd) {
    booked();
    pass(hours{3} + minutes{30} - Duration{1});
    give(CancelEntry{1});
    EXPECT_EQ(state(two), "walk_in");
}

TEST_F(OpeningTest, BookingThatIsOverFreesNothing) {
    booked();
    EXPECT_EQ(trace(pass(hours{3} + minutes{30})), (Trace{"entry_ended time_passed #1"}));
    EXPECT_EQ(refused(give(CancelEntry{1})), "entry-not-accepted");
}

TEST_F(OpeningTest, SlotLeftToStaffEndsWithItsTime) {
    slots();
    const Ticket ann = join("ann");
    open(hours{1});
    decline(ann);
    pass(hours{1} + minutes{30});
    EXPECT_EQ(refused(give(BookOpening{one})), "opening-ended");
    EXPECT_EQ(refused(give(WithdrawOpening{one})), "opening-ended");
    EXPECT_EQ(refused(give(Promote{ann, one})), "opening-ended");
}

TEST_F(OpeningTest, PastSlotsOfStaffAreForgottenWhenTheNextOneOpens) {
    slots();
    open(hours{1});
    pass(hours{1});
    EXPECT_EQ(state(one), "handed_back");
    EXPECT_TRUE(resource().openings.contains(one));
    pass(minutes{30});
    open(hours{1});
    EXPECT_FALSE(resource().openings.contains(one));
    EXPECT_EQ(state(one), "handed_back") << "what became of it is still known";
    EXPECT_EQ(refused(give(BookOpening{one})), "opening-ended");
}

TEST_F(OpeningTest, SlotOfStaffThatIsNotOverIsKeptWhenTheNextOneOpens) {
    slots();
    open(hours{1});
    pass(hours{1} + minutes{29});
    open(hours{1});
    EXPECT_EQ(refused(give(BookOpening{one})), "");
}

TEST_F(OpeningTest, PauseHoldsASlotAndResumeOffersIt) {
    slots();
    join("ann");
    give(PauseResource{});
    EXPECT_EQ(trace(open_event("", slot())), (Trace{"opening_added opening @1"}));
    EXPECT_EQ(state(one), "offering");
    give(ResumeResource{});
    EXPECT_EQ(state(1U), "offered");
}

TEST_F(OpeningTest, SlotForAnyHourIsOfferedAtNight) {
    slots(plain().set(&Rules::quiet_hours, QuietHours{}));
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    pass(hours{11});  // 23:00
    Slot late = slot();
    late.starts_at = now + hours{14};
    late.any_hour = true;
    give(OpenSlot{{}, late});
    EXPECT_EQ(last<OfferMade>().send_at, now);
    EXPECT_EQ(last<OfferMade>().expires_at, now + minutes{10});
    send(ann);
    miss(ann);
    EXPECT_EQ(state(bob), "offered");
    EXPECT_EQ(last<OfferMade>().send_at, now) << "and so is whoever is asked next";
    accept(bob);
    pass(minutes{30});
    give(CancelEntry{bob});
    EXPECT_FALSE(opening(two).slot.any_hour) << "nobody is in a hurry any more";
}

}  // namespace
}  // namespace standby::core
