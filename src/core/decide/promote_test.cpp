// Tests of offers by hand: staff put an entry ahead of the line, on record as such.
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr GroupKey family{77};

class PromoteTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    static constexpr OpeningNumber one{1};
    static constexpr OpeningNumber two{2};

    Outcome promote(Ticket entry, OpeningNumber opening = {}) {
        return give(Promote{.entry = entry, .opening = opening});
    }
    // A paused list of slots, so that only staff make offers.
    void by_hand_only(const RulesPatch& rules = plain()) {
        slots(rules);
        give(PauseResource{});
    }
};

TEST_F(PromoteTest, OffersAFreeSeatAheadOfTheLine) {
    seats(3);
    join("holder", 2);
    join("pair", 2);
    const Ticket ann = join("ann");
    const Outcome outcome = promote(ann);
    EXPECT_EQ(trace(outcome), (Trace{"offer_made manual #3"}));
    EXPECT_EQ(outcome.events[0].actor, actor);
    EXPECT_EQ(outcome.answer.offer, offer_of(ann));
    EXPECT_EQ(last<OfferMade>().move, Move::Offer);
    EXPECT_EQ(last<OfferMade>().send_at, now);
    EXPECT_EQ(counts().held_places, 1U);
}

TEST_F(PromoteTest, TheReasonIsOnRecord) {
    seats(3);
    join("holder", 2);
    join("pair", 2);
    const Ticket ann = join("ann");
    const std::string too_long(2'001, 'x');
    EXPECT_EQ(refused(give(Promote{.entry = ann, .note = too_long})), "invalid-field: reason");
    give(Promote{.entry = ann, .note = "her train leaves"});
    EXPECT_EQ(last<OfferMade>().note, "her train leaves");
}

TEST_F(PromoteTest, WithTheYesOfACallerThePlaceIsTheirsAtOnce) {
    seats(3);
    join("holder", 2);
    join("pair", 2);
    const Ticket ann = join("ann");
    const Outcome outcome = give(Promote{.entry = ann, .note = "on the phone", .accepts = true});
    EXPECT_EQ(trace(outcome), (Trace{"offer_made manual #3", "offer_accepted manual #3"}));
    EXPECT_TRUE(last<OfferMade>().instant);
    EXPECT_EQ(outcome.events[1].actor, actor) << "staff said yes, not the engine";
    EXPECT_EQ(state(ann), "accepted");
}

TEST_F(PromoteTest, WhereItHasToBePaidForTheYesIsAnOffer) {
    seats(1, plain().set(&Rules::payment, euros(20)));
    give(PauseResource{});
    const Ticket ann = join("ann");
    give(Promote{.entry = ann, .accepts = true});
    EXPECT_FALSE(last<OfferMade>().instant);
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(PromoteTest, NeedsAPlaceForTheWholeParty) {
    seats(3);
    join("holder", 2);
    const Ticket pair = join("pair", 2);
    EXPECT_EQ(refused(promote(pair)), "no-free-place");
}

TEST_F(PromoteTest, IsForWhoeverWaits) {
    seats(1, plain().set(&Rules::verify_email, true));
    EXPECT_EQ(refused(promote(9)), "unknown-entry");
    const Ticket ann = join("ann");
    EXPECT_EQ(refused(promote(ann)), "entry-not-waiting");
    give(Verify{ann});
    EXPECT_EQ(refused(promote(ann)), "entry-not-waiting");
    leave(ann);
    EXPECT_EQ(refused(promote(ann)), "entry-ended");
}

TEST_F(PromoteTest, ClosedListOffersNothing) {
    seats(1, plain().set(&Rules::after_decline, AfterOffer::Keep));
    join("holder");
    const Ticket ann = join("ann");
    give(CancelEntry{1});
    decline(ann);
    EXPECT_EQ(state(ann), "waiting");
    give(CloseResource{});
    EXPECT_EQ(refused(promote(ann)), "entry-ended");
}

TEST_F(PromoteTest, WorksWhilePausedAndAfterTheCutoff) {
    create({.kind = Kind::Seats, .starts_at = start + hours{4}, .capacity = 1},
           plain().set(&Rules::cutoff, hours{1}));
    const Ticket holder = join("holder");
    const Ticket ann = join("ann");
    give(PauseResource{});
    pass(hours{3} + minutes{30});
    give(CancelEntry{holder});
    EXPECT_EQ(refused(promote(ann)), "");
    EXPECT_EQ(last<OfferMade>().expires_at, start + hours{4}) << "cut at the start";
}

TEST_F(PromoteTest, StopsAtTheStart) {
    create({.kind = Kind::Seats, .starts_at = start + hours{4}, .capacity = 1}, plain());
    join("holder");
    const Ticket ann = join("ann");
    pass(hours{4});
    give(CancelEntry{1});
    EXPECT_EQ(refused(promote(ann)), "entry-ended") << "nobody waits for what has begun";
}

TEST_F(PromoteTest, WorksBeforeADraw) {
    seats(1, plain()
                 .set(&Rules::order, Order::Lottery)
                 .set(&Rules::draw_at, start + hours{1})
                 .set(&Rules::draw_seed, "seed"));
    const Ticket ann = join("ann");
    EXPECT_EQ(refused(promote(ann)), "");
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(PromoteTest, EveryHourCountsAlsoAtNight) {
    seats(1, RulesPatch{});
    join("holder");
    const Ticket ann = join("ann");
    give(PauseResource{});
    pass(hours{10});
    give(CancelEntry{1});
    promote(ann);
    EXPECT_EQ(last<OfferMade>().send_at, now);
    EXPECT_EQ(last<OfferMade>().expires_at, now + hours{12});
    EXPECT_TRUE(last<OfferMade>().plain_clock);
}

TEST_F(PromoteTest, PlaceThatWasTriedOutCanStillBeGivenByHand) {
    seats(1, plain().set(&Rules::max_offers, 1U));
    join("holder");
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    give(CancelEntry{1});
    decline(ann);
    EXPECT_EQ(state(bob), "waiting");
    EXPECT_EQ(refused(promote(bob)), "");
    EXPECT_EQ(last<OfferMade>().tries, 2U);
}

TEST_F(PromoteTest, NamedSlotIsOfferedWhateverTheWishes) {
    by_hand_only();
    const Ticket ann = join("ann", Wants{.service = "color"});
    Slot cut = slot();
    cut.service = "cut";
    open(cut);
    EXPECT_EQ(refused(promote(ann)), "no-free-place");
    const Outcome outcome = promote(ann, one);
    EXPECT_EQ(trace(outcome), (Trace{"offer_made manual #1"}));
    EXPECT_EQ(outcome.answer.opening, one);
}

TEST_F(PromoteTest, OldestSuitableSlotIsTakenWhenNoneIsNamed) {
    by_hand_only();
    Slot large = slot();
    large.size_min = 2;
    large.size_max = 4;
    open(large);
    Slot dear = slot();
    dear.price = euros(90);
    open(dear);
    const OpeningNumber third = open(hours{5});
    open(hours{4});
    const Ticket ann = join("ann", Wants{.max_price = euros(50)});
    EXPECT_EQ(promote(ann).answer.opening, third);
}

TEST_F(PromoteTest, SlotThatIsTakenEndedOrBegunCannotBeOffered) {
    by_hand_only();
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    open(hours{1});
    open(hours{2});
    promote(ann, one);
    EXPECT_EQ(refused(promote(bob, one)), "opening-taken");
    accept(ann);
    EXPECT_EQ(refused(promote(bob, one)), "opening-taken");
    give(WithdrawOpening{two});
    EXPECT_EQ(refused(promote(bob, two)), "opening-ended");
    EXPECT_EQ(refused(promote(bob, OpeningNumber{9})), "unknown-opening");
    const OpeningNumber third = open(hours{3});
    pass(hours{3});
    EXPECT_EQ(refused(promote(bob, third)), "no-time-left");
    EXPECT_EQ(refused(promote(bob)), "no-free-place");
}

TEST_F(PromoteTest, NamedSlotMustFitTheParty) {
    by_hand_only();
    const Ticket pair = join("pair", 2);
    open();
    EXPECT_EQ(refused(promote(pair, one)), "no-free-place");
}

TEST_F(PromoteTest, SlotHandedBackCanBeOfferedAndGoesBackToStaffIfDeclined) {
    slots(plain().set(&Rules::cutoff, hours{1}));
    const Ticket ann = join("ann");
    open();
    decline(ann);
    EXPECT_EQ(state(one), "handed_back");
    EXPECT_EQ(refused(promote(ann)), "");
    EXPECT_EQ(state(one), "offering");
    EXPECT_EQ(last<OfferMade>().tries, 2U);
    EXPECT_EQ(trace(decline(ann)),
              (Trace{"offer_ended requested #1", "opening_moved list_exhausted @1"}));
}

TEST_F(PromoteTest, WalkInCanBeOfferedUntilItBegins) {
    slots(plain().set(&Rules::cutoff, hours{1}));
    const Ticket ann = join("ann");
    open();
    accept(ann);
    const Ticket bob = join("bob");
    pass(hours{2} + minutes{55});
    give(CancelEntry{ann});
    EXPECT_EQ(state(two), "walk_in");
    promote(bob, two);
    EXPECT_EQ(last<OfferMade>().expires_at, start + hours{3});
    EXPECT_EQ(refused(accept(bob)), "");
    EXPECT_EQ(state(two), "booked");
}

TEST_F(PromoteTest, GroupThatIsAskedOrHoldsAPlaceIsLeftAlone) {
    by_hand_only();
    const Ticket cut = join("ann", Wants{.service = "cut"}, family);
    const Ticket color = join("ann", Wants{.service = "color"}, family);
    open(hours{2});
    open(hours{3});
    promote(cut, two);
    EXPECT_EQ(refused(promote(color, one)), "group-holds-place");
    accept(cut);
    EXPECT_EQ(state(color), "left");
}

TEST_F(PromoteTest, MoveUpByHandReleasesTheLaterSlot) {
    by_hand_only();
    const Ticket held = join("ann");
    open(hours{3});
    promote(held);
    accept(held);
    const Ticket earlier = join("ann", Wants{.move_up = true});
    const OpeningNumber late = open(hours{4});
    EXPECT_EQ(refused(promote(earlier, late)), "group-holds-place");
    const OpeningNumber early = open(hours{2});
    EXPECT_EQ(refused(promote(earlier, early)), "");
    EXPECT_EQ(trace(accept(earlier)),
              (Trace{"offer_accepted requested #2", "entry_ended moved_up #1",
                     "opening_added moved_up @4"}));
}

TEST_F(PromoteTest, IsNoPartOfAWave) {
    access(9, plain()
                  .set(&Rules::order, Order::Fifo)
                  .set(&Rules::wave_size, 1U)
                  .set(&Rules::wave_interval, hours{1}));
    join("ann");
    const Ticket bob = join("bob");
    const Ticket cyd = join("cyd");
    join("dan");
    release("", 3);
    EXPECT_EQ(state(bob), "waiting") << "one offer per wave";
    promote(cyd);
    EXPECT_EQ(trace(pass(hours{1})), (Trace{"offer_made first_in_line #2"}));
}

}  // namespace
}  // namespace standby::core
