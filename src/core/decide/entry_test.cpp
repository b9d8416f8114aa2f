// Tests of the commands on one entry: verify, change, leave, remove, and what happened on the day.
#include "core/decide/decide.hpp"
#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class EntryTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    static UpdateEntry change(Ticket entry) {
        UpdateEntry command;
        command.entry = entry;
        return command;
    }
    // One seat, held by ticket 1.
    void full_house(const RulesPatch& rules = plain()) {
        seats(1, rules);
        join("holder");
    }
    // The full house, with ann offered the seat that the holder gave up.
    Ticket offered(const RulesPatch& rules = plain()) {
        full_house(rules);
        const Ticket ann = join("ann");
        give(CancelEntry{1});
        return ann;
    }
};

TEST_F(EntryTest, VerifiedEntryIsAcceptedAtOnceWhileASeatIsFree) {
    seats(1, plain().set(&Rules::verify_email, true));
    const Ticket ann = join("ann");
    const Outcome outcome = give(Verify{ann});
    EXPECT_EQ(trace(outcome), (Trace{"entry_verified place_free #1"}));
    EXPECT_EQ(state(ann), "accepted");
    EXPECT_EQ(counts().unverified, 0U);
}

TEST_F(EntryTest, VerifiedEntryTakesThePlaceOfItsTicket) {
    full_house();
    patch_rules(RulesPatch{}.set(&Rules::verify_email, true));
    const Ticket early = join("early");
    const Ticket late = join("late");
    give(Verify{late});
    EXPECT_EQ(trace(give(Verify{early})), (Trace{"entry_verified requested #2"}));
    EXPECT_EQ(line(), (std::vector<Ticket>{early, late}));
}

TEST_F(EntryTest, VerifyingTwiceIsOnce) {
    full_house();
    const Ticket ann = join("ann");
    const Outcome again = give(Verify{ann});
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(trace(again), Trace{});
}

TEST_F(EntryTest, EndedOrUnknownEntryCannotBeVerified) {
    full_house();
    const Ticket ann = join("ann");
    leave(ann);
    EXPECT_EQ(refused(give(Verify{ann})), "entry-ended");
    EXPECT_EQ(refused(give(Verify{9})), "unknown-entry");
    EXPECT_EQ(refused(give(Verify{0})), "unknown-entry");
}

TEST_F(EntryTest, ChangedWantsKeepThePlaceInLine) {
    slots();
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    UpdateEntry command = change(ann);
    command.wants = Wants{.service = "cut", .weekly = {{600, 30}, {540, 60}}};
    EXPECT_EQ(trace(give(command)), (Trace{"entry_updated requested #1"}));
    EXPECT_EQ(line(), (std::vector<Ticket>{ann, bob}));
    EXPECT_EQ(entry(ann).wants.service, "cut");
    EXPECT_EQ(entry(ann).wants.weekly, (std::vector<WeeklyWindow>{{540, 90}}));
}

TEST_F(EntryTest, ChangedWantsCanFitASlotThatWasOpen) {
    slots();
    const Ticket ann = join("ann", Wants{.service = "cut"});
    const OpeningNumber slot = open();
    EXPECT_EQ(state(slot), "open");
    UpdateEntry command = change(ann);
    command.wants = Wants{};
    EXPECT_EQ(trace(give(command)),
              (Trace{"entry_updated requested #1", "offer_made first_in_line #1"}));
}

TEST_F(EntryTest, TierAndPointsMoveThePlaceInLine) {
    full_house(plain().set(&Rules::order, Order::Score));
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    const Ticket cyd = join("cyd");
    UpdateEntry points = change(cyd);
    points.points = 10;
    give(points);
    EXPECT_EQ(line(), (std::vector<Ticket>{cyd, ann, bob}));
    UpdateEntry tier = change(bob);
    tier.tier = 1;
    give(tier);
    EXPECT_EQ(line(), (std::vector<Ticket>{bob, cyd, ann}));
}

TEST_F(EntryTest, LoyaltyPointsLeaveReferralPointsAlone) {
    full_house(plain().set(&Rules::order, Order::Score));
    const Ticket ann = join("ann");
    Join friend_of_ann = person("bob");
    friend_of_ann.referrer = ann;
    join(friend_of_ann);
    UpdateEntry loyal = change(ann);
    loyal.points = 100;
    give(loyal);
    EXPECT_EQ(entry(ann).points, 105);
    UpdateEntry nothing = change(ann);
    nothing.tier = 1;
    give(nothing);
    EXPECT_EQ(entry(ann).points, 105);
}

TEST_F(EntryTest, PartyChangesOnlyWhileItWaits) {
    seats(3);
    join("holder", 3);
    const Ticket ann = join("ann");
    UpdateEntry pair = change(ann);
    pair.party_size = 2;
    EXPECT_EQ(refused(give(pair)), "");
    EXPECT_EQ(entry(ann).party_size, 2U);
    UpdateEntry crowd = change(ann);
    crowd.party_size = 4;
    EXPECT_EQ(refused(give(crowd)), "invalid-field: party_size");
    crowd.party_size = 0;
    EXPECT_EQ(refused(give(crowd)), "invalid-field: party_size");
    give(CancelEntry{1});
    EXPECT_EQ(state(ann), "offered");
    pair.party_size = 1;
    EXPECT_EQ(refused(give(pair)), "entry-not-waiting: party_size");
    EXPECT_EQ(counts().held_places, 2U);
}

TEST_F(EntryTest, PartyMayGrowWhileUnverifiedAndWhileTheCapacityIsNotKnown) {
    seats(0, plain().set(&Rules::verify_email, true));
    const Ticket ann = join("ann");
    UpdateEntry crowd = change(ann);
    crowd.party_size = 6;
    EXPECT_EQ(refused(give(crowd)), "");
    EXPECT_EQ(entry(ann).party_size, 6U);
}

TEST_F(EntryTest, PartyForSlotsAndExternalSeatsHasNoCapacityToKeepTo) {
    external_seats();
    const Ticket ann = join("ann");
    UpdateEntry crowd = change(ann);
    crowd.party_size = 9;
    EXPECT_EQ(refused(give(crowd)), "");
    EXPECT_EQ(entry(ann).party_size, 9U);
}

TEST_F(EntryTest, SmallerPartyIsOfferedWhatIsFree) {
    seats(3);
    join("holder", 2);
    const Ticket pair = join("pair", 2);
    UpdateEntry single = change(pair);
    single.party_size = 1;
    EXPECT_EQ(trace(give(single)),
              (Trace{"entry_updated requested #2", "offer_made first_in_line #2"}));
}

TEST_F(EntryTest, MovedContactLeavesTheOldOneFreeToJoinAnew) {
    full_house();
    const Ticket ann = join("ann");
    UpdateEntry moved = change(ann);
    moved.contacts_removed = {contact("ann")};
    moved.contacts_added = {contact("new")};
    give(moved);
    EXPECT_EQ(join("new"), ann);
    EXPECT_NE(join("ann"), ann);
}

TEST_F(EntryTest, ContactAddedTwiceIsGoneOnceRemoved) {
    full_house();
    const Ticket ann = join("ann");
    UpdateEntry twice = change(ann);
    twice.contacts_added = {contact("ann")};
    give(twice);
    UpdateEntry removed = change(ann);
    removed.contacts_removed = {contact("ann"), contact("never there")};
    give(removed);
    EXPECT_NE(join("ann"), ann);
}

TEST_F(EntryTest, BadChangeIsRefusedByName) {
    full_house();
    const Ticket ann = join("ann");
    UpdateEntry tier = change(ann);
    tier.tier = limits::tier_max + 1;
    EXPECT_EQ(refused(give(tier)), "invalid-field: tier");
    UpdateEntry points = change(ann);
    points.points = limits::points_max + 1;
    EXPECT_EQ(refused(give(points)), "invalid-field: points");
    UpdateEntry wants = change(ann);
    wants.wants = Wants{.service = std::string(101, 'x')};
    EXPECT_EQ(refused(give(wants)), "invalid-field: wants.service");
    UpdateEntry contacts = change(ann);
    contacts.contacts_added.resize(4);
    EXPECT_EQ(refused(give(contacts)), "invalid-field: contacts");
    contacts.contacts_added.clear();
    contacts.contacts_removed.resize(4);
    EXPECT_EQ(refused(give(contacts)), "invalid-field: contacts");
    EXPECT_EQ(refused(give(change(9))), "unknown-entry");
    leave(ann);
    EXPECT_EQ(refused(give(change(ann))), "entry-ended");
}

TEST_F(EntryTest, ChangeOfAnEntryAtTheBackKeepsItThere) {
    slots(plain().set(&Rules::after_decline, AfterOffer::Back));
    const Ticket ann = join("ann");
    const Ticket bob = join("bob", Wants{.service = "color"});
    open();
    decline(ann);
    EXPECT_EQ(line(), (std::vector<Ticket>{bob, ann}));
    UpdateEntry command = change(ann);
    command.wants = Wants{.service = "cut"};
    give(command);
    EXPECT_EQ(line(), (std::vector<Ticket>{bob, ann}));
    Slot cut = slot(hours{4});
    cut.service = "cut";
    open(cut);
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(EntryTest, WhoeverWaitsLeavesTheLine) {
    full_house();
    const Ticket ann = join("ann");
    EXPECT_EQ(trace(leave(ann)), (Trace{"entry_ended requested #2"}));
    EXPECT_EQ(state(ann), "left");
    EXPECT_EQ(line(), std::vector<Ticket>{});
}

TEST_F(EntryTest, UnverifiedEntryLeaves) {
    full_house();
    patch_rules(RulesPatch{}.set(&Rules::verify_email, true));
    const Ticket ann = join("ann");
    leave(ann);
    EXPECT_EQ(state(ann), "left");
    EXPECT_EQ(counts().unverified, 0U);
}

TEST_F(EntryTest, LeavingWhileOfferedRollsThePlaceOn) {
    const Ticket ann = offered();
    const Ticket bob = join("bob");
    const OfferNumber offer = offer_of(ann);
    EXPECT_EQ(trace(leave(ann)),
              (Trace{"offer_ended requested #2", "offer_made previous_declined #3"}));
    EXPECT_EQ(state(ann), "left");
    EXPECT_EQ(state(offer), "declined");
    EXPECT_EQ(state(bob), "offered");
}

TEST_F(EntryTest, LeavingAPlaceCancelsItAndTheNextOneIsAsked) {
    full_house();
    const Ticket ann = join("ann");
    EXPECT_EQ(trace(leave(1)), (Trace{"entry_ended requested #1", "offer_made first_in_line #2"}));
    EXPECT_EQ(state(1U), "cancelled");
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(EntryTest, LeavingTwiceIsOnce) {
    full_house();
    leave(1);
    EXPECT_TRUE(leave(1).answer.repeated);
    EXPECT_EQ(refused(leave(9)), "unknown-entry");
}

TEST_F(EntryTest, StaffRemovesWhoeverWaits) {
    full_house();
    const Ticket ann = join("ann");
    EXPECT_EQ(trace(give(RemoveEntry{ann})), (Trace{"entry_ended requested #2"}));
    EXPECT_EQ(state(ann), "removed");
    EXPECT_TRUE(give(RemoveEntry{ann}).answer.repeated);
}

TEST_F(EntryTest, RemovalWhileOfferedWithdrawsTheOfferAndItCountsAsNoTry) {
    const Ticket ann = offered(plain().set(&Rules::max_offers, 1U));
    const Ticket bob = join("bob");
    const OfferNumber offer = offer_of(ann);
    EXPECT_EQ(trace(give(RemoveEntry{ann})),
              (Trace{"offer_ended requested #2", "offer_made first_in_line #3"}));
    EXPECT_EQ(state(offer), "withdrawn");
    EXPECT_EQ(state(bob), "offered");
}

TEST_F(EntryTest, RemovalFromAPlaceFreesIt) {
    full_house();
    const Ticket ann = join("ann");
    give(RemoveEntry{1});
    EXPECT_EQ(state(1U), "removed");
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(EntryTest, EndedOrUnknownEntryCannotBeRemoved) {
    full_house();
    leave(1);
    EXPECT_EQ(refused(give(RemoveEntry{1})), "entry-ended");
    EXPECT_EQ(refused(give(RemoveEntry{9})), "unknown-entry");
}

TEST_F(EntryTest, NoShowFreesThePlaceAndAttendanceDoesNot) {
    seats(2);
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    const Ticket cyd = join("cyd");
    EXPECT_EQ(trace(give(MarkAttended{ann})), (Trace{"entry_ended requested #1"}));
    EXPECT_EQ(state(ann), "attended");
    EXPECT_EQ(counts().accepted, 1U);
    EXPECT_EQ(counts().free_places, 0U) << "the seat was used";
    EXPECT_EQ(trace(give(MarkNoShow{bob})),
              (Trace{"entry_ended no_show #2", "offer_made first_in_line #3"}));
    EXPECT_EQ(state(cyd), "offered");
}

TEST_F(EntryTest, WhatHappenedOnTheDayIsSaidOnce) {
    seats(3);
    const Ticket ann = join("ann");
    EXPECT_FALSE(give(CancelEntry{ann}).answer.repeated);
    EXPECT_TRUE(give(CancelEntry{ann}).answer.repeated);
    EXPECT_EQ(refused(give(MarkNoShow{ann})), "entry-not-accepted");
    EXPECT_EQ(refused(give(MarkAttended{ann})), "entry-not-accepted");
    EXPECT_EQ(refused(give(CancelEntry{9})), "unknown-entry");
    const Ticket bob = join("bob");
    give(MarkNoShow{bob});
    EXPECT_TRUE(give(MarkNoShow{bob}).answer.repeated);
    EXPECT_EQ(refused(give(CancelEntry{bob})), "entry-not-accepted");
}

TEST_F(EntryTest, ExternalPlaceOfACancellationBelongsToTheBookingSystemAgain) {
    external_seats();
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    release("evt", 1);
    accept(ann);
    give(ReportBooking{offer_of(ann), BookingOutcome::Confirmed});
    EXPECT_EQ(trace(give(CancelEntry{ann})), (Trace{"entry_ended requested #1"}));
    EXPECT_EQ(counts().limit, 0U);
    EXPECT_EQ(state(bob), "waiting");
}

TEST_F(EntryTest, AChangeThatChangesNothingIsNoEvent) {
    slots();
    Join joining = person("ann");
    joining.wants = {.service = "cut",
                     .weekly = {{.from_minute = 60, .length_minutes = 60},
                                {.from_minute = 120, .length_minutes = 60}}};
    joining.tier = 2;
    joining.points = 7;
    const Ticket ann = join(joining);
    actor.kind = ActorKind::Guest;
    const std::uint64_t before = resource().last_event;
    std::vector<UpdateEntry> same(7, UpdateEntry{.entry = ann});
    same[1].wants = joining.wants;
    same[2].wants = canonical(joining.wants);
    same[3].party_size = 1;
    same[4].tier = 2;
    same[4].points = 7;
    same[5].contacts_added = {contact("ann")};
    same[6].contacts_added = {contact("ann")};
    same[6].contacts_removed = {contact("ann"), contact("somebody else")};
    for (const UpdateEntry& update : same) {
        const Outcome outcome = give(update);
        EXPECT_EQ(refused(outcome), "");
        EXPECT_EQ(outcome.answer.entry, ann);
        EXPECT_TRUE(outcome.answer.repeated);
        EXPECT_EQ(trace(outcome), Trace{});
    }
    EXPECT_EQ(resource().last_event, before);
}

TEST_F(EntryTest, AnySingleChangeIsAnEvent) {
    slots();
    const Ticket ann = join("ann");
    std::vector<UpdateEntry> other(7, UpdateEntry{.entry = ann});
    other[0].wants = Wants{.service = "cut"};
    other[1].party_size = 2;
    other[2].tier = 1;
    other[3].points = 1;
    other[4].contacts_added = {contact("anna")};
    other[5].contacts_removed = {contact("ann")};
    other[6].person_changes = true;
    for (const UpdateEntry& update : other) {
        EXPECT_EQ(trace(give(update)), (Trace{"entry_updated requested #1"}));
        EXPECT_EQ(trace(give(update)).empty(), !update.person_changes);
    }
}

}  // namespace
}  // namespace standby::core
