// Tests of people who come back: a further wish, a booking that is over, a name in the line twice.
#include "core/decide/decide.hpp"
#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"
#include "core/state/rows.hpp"
#include "core/state/rows_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

class RegularsTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    static Wants wanting(std::string_view service) {
        Wants wants;
        wants.service = service;
        return wants;
    }
    static Wants moving_up() {
        Wants wants;
        wants.move_up = true;
        return wants;
    }
    static Join asks(std::string_view name, Wants wants) {
        Join command = person(name);
        command.wants = std::move(wants);
        return command;
    }
    static Join typed(std::string_view name, Wants wants = {}) {
        Join command = asks(name, std::move(wants));
        command.typed = true;
        return command;
    }
    static Join signed_join(std::string_view user, std::string_view address, Wants wants = {}) {
        Join command = typed(address, std::move(wants));
        command.vouched = contact(user);
        command.contacts.push_back(command.vouched);
        return command;
    }
    static RulesPatch verifying() { return plain().set(&Rules::verify_email, true); }
    Ticket booked(std::string_view name, Duration after = hours{3}) {
        const Ticket entry = join(name);
        open(after);
        accept(entry);
        EXPECT_EQ(state(entry), "accepted");
        return entry;
    }
    void seats_at(Time starts_at, std::uint32_t capacity) {
        create({.kind = Kind::Seats, .starts_at = starts_at, .capacity = capacity}, plain());
    }
    // As many wishes as one person may have.
    std::vector<Ticket> five_wishes(std::string_view name) {
        std::vector<Ticket> entries;
        for (std::size_t wish = 0; wish < limits::wishes_per_person_max; ++wish) {
            entries.push_back(join(typed(name, wanting("service " + std::to_string(wish)))));
        }
        return entries;
    }
};

TEST_F(RegularsTest, WhoHasASlotMayWaitForTheNextOne) {
    slots();
    const Ticket first = booked("ann");
    const Outcome again = give(typed("ann"));
    EXPECT_FALSE(again.answer.repeated);
    EXPECT_NE(again.answer.entry, first);
    EXPECT_EQ(state(again.answer.entry), "waiting");
    EXPECT_EQ(state(first), "accepted");
    EXPECT_EQ(entry(first).group, GroupKey{}) << "the two have nothing to do with each other";
}

TEST_F(RegularsTest, AnotherWishIsAFurtherEntry) {
    slots();
    const Ticket cut = join("ann", wanting("cut"));
    const Ticket colour = join("ann", wanting("colour"));
    EXPECT_NE(cut, colour);
    EXPECT_EQ(line(), (std::vector<Ticket>{cut, colour}));
    EXPECT_EQ(join("ann", wanting("cut")), cut);
    EXPECT_EQ(join("ann", wanting("colour")), colour);
}

TEST_F(RegularsTest, ServiceStaffPlaceAndTimesMakeAWishAndItsTermsDoNot) {
    slots();
    const Wants plain_cut = wanting("cut");
    const Ticket cut = join("ann", plain_cut);
    Wants staff = plain_cut;
    staff.staff = "Jess";
    Wants place = plain_cut;
    place.place = "Mitte";
    Wants dates = plain_cut;
    dates.latest = start + days{7};
    Wants week = plain_cut;
    week.weekly = {{.from_minute = 540, .length_minutes = 60}};
    for (const Wants& other : {staff, place, dates, week}) {
        EXPECT_NE(join("ann", other), cut);
    }
    Wants terms = plain_cut;
    terms.min_notice = hours{2};
    terms.max_price = euros(40);
    terms.time_zone = "Europe/Berlin";
    terms.instant_yes = InstantYes{};
    EXPECT_EQ(join("ann", terms), cut);
    Join pair = asks("ann", plain_cut);
    pair.party_size = 2;
    EXPECT_EQ(join(pair), cut) << "for how many is no other wish";
}

TEST_F(RegularsTest, TakingOneKeepsTheOthers) {
    slots();
    const Ticket cut = join("ann", wanting("cut"));
    const Ticket colour = join("ann", wanting("colour"));
    Slot slot = this->slot();
    slot.service = "cut";
    open(slot);
    accept(cut);
    EXPECT_EQ(state(cut), "accepted");
    EXPECT_EQ(state(colour), "waiting");
}

TEST_F(RegularsTest, NobodyWaitsForMoreThanFiveWishes) {
    slots();
    const std::vector<Ticket> wishes = five_wishes("ann");
    const std::size_t before = history().size();
    EXPECT_EQ(refused(give(asks("ann", wanting("one more")))), "too-many-wishes");
    EXPECT_EQ(refused(give(typed("ann", wanting("one more")))), "too-many-wishes");
    EXPECT_EQ(history().size(), before);
    EXPECT_EQ(join("ann", wanting("service 3")), wishes[3]) << "what is there is still found";
    leave(wishes[0]);
    EXPECT_EQ(state(join("ann", wanting("one more"))), "waiting");
}

TEST_F(RegularsTest, WhatSomebodyHasTakesNoRoomFromWhatTheyWant) {
    slots();
    const std::vector<Ticket> wishes = five_wishes("ann");
    Slot slot = this->slot();
    slot.service = "service 2";
    open(slot);
    EXPECT_EQ(refused(give(asks("ann", wanting("one more")))), "too-many-wishes")
        << "being asked is not having";
    accept(wishes[2]);
    EXPECT_EQ(state(join("ann", wanting("one more"))), "waiting");
}

TEST_F(RegularsTest, AGroupIsOneWishInSeveralWays) {
    slots();
    const GroupKey family{77};
    for (int way = 0; way < 7; ++way) {
        join("ann", wanting("way " + std::to_string(way)), family);
    }
    for (int wish = 1; wish < 5; ++wish) {
        EXPECT_NE(join("ann", wanting("service " + std::to_string(wish))), 0U);
    }
    EXPECT_EQ(refused(give(asks("ann", wanting("one more")))), "too-many-wishes");
    EXPECT_NE(join("ann", wanting("way 8"), family), 0U) << "one more way of the same wish";
}

TEST_F(RegularsTest, StrangersTakeNoRoomFromAUserWhomTheBusinessVouchesFor) {
    slots();
    five_wishes("ann");
    const Outcome outcome = give(signed_join("u1", "ann", wanting("cut")));
    EXPECT_FALSE(outcome.refusal);
    EXPECT_EQ(state(outcome.answer.entry), "waiting");
}

TEST_F(RegularsTest, FiveWishesAreCountedWhereAddressesAreVerifiedWhenTheyAre) {
    slots(verifying());
    std::vector<Ticket> wishes;
    for (std::size_t wish = 0; wish <= limits::wishes_per_person_max; ++wish) {
        const Ticket entry = join(typed("ann", wanting("service " + std::to_string(wish))));
        EXPECT_EQ(state(entry), "unverified") << "nobody is told anything";
        wishes.push_back(entry);
        const Outcome outcome = give(Verify{.entry = entry, .contacts = {contact("ann")}});
        EXPECT_EQ(refused(outcome), wish < limits::wishes_per_person_max ? "" : "too-many-wishes");
    }
    leave(wishes[0]);
    give(Verify{.entry = wishes.back(), .contacts = {contact("ann")}});
    EXPECT_EQ(state(wishes.back()), "waiting");
}

TEST_F(RegularsTest, VerifyingEndsWhatElseWasTypedForTheAddress) {
    slots(verifying());
    const Ticket cut = join(typed("ann", wanting("cut")));
    const Ticket colour = join(typed("ann", wanting("colour")));
    give(Verify{.entry = cut, .contacts = {contact("ann")}});
    EXPECT_EQ(state(colour), "left") << "anybody may have typed it";
    const Ticket again = join(typed("ann", wanting("colour")));
    give(Verify{.entry = again, .contacts = {contact("ann")}});
    EXPECT_EQ(line(), (std::vector<Ticket>{cut, again}));
}

TEST_F(RegularsTest, WhoNamesNothingJustAsksAgain) {
    slots();
    const Ticket cut = join("ann", wanting("cut"));
    EXPECT_EQ(join("ann"), cut);
    const Ticket any = join("bob");
    EXPECT_NE(join("bob", wanting("cut")), any);
}

TEST_F(RegularsTest, WhoTypesABookingToMoveUpFromIsToldNothing) {
    slots();
    const Ticket held = booked("ann");
    const Outcome outcome = give(typed("ann", moving_up()));
    EXPECT_TRUE(outcome.answer.repeated);
    EXPECT_EQ(outcome.answer.entry, held) << "its guest gets the link";
}

TEST_F(RegularsTest, UserOfTheBusinessHasFewUnprovenWishesAtOnce) {
    slots(verifying());
    Ticket newest = 0;
    for (std::size_t wish = 0; wish < limits::unverified_per_contact_max; ++wish) {
        newest = join(signed_join("u1", "ann", wanting("service " + std::to_string(wish))));
    }
    EXPECT_EQ(join(signed_join("u1", "ann", wanting("one more"))), newest);
}

TEST_F(RegularsTest, NobodyRefersThemselvesByAFurtherWish) {
    slots(plain().set(&Rules::order, Order::Score));
    const Ticket cut = join("ann", wanting("cut"));
    Join further = asks("ann", wanting("colour"));
    further.referrer = cut;
    join(further);
    EXPECT_EQ(entry(cut).points, 0);
    EXPECT_EQ(last<EntryJoined>().referrer, 0U);
}

TEST_F(RegularsTest, OneFriendWithSeveralWishesIsOneFriend) {
    slots(plain().set(&Rules::order, Order::Score));
    const Ticket ann = join("ann", wanting("cut"));
    for (const std::string_view service : {"cut", "colour", "perm"}) {
        Join bob = asks("bob", wanting(service));
        bob.referrer = ann;
        join(bob);
    }
    EXPECT_EQ(entry(ann).referrals_credited, 1U);
    EXPECT_EQ(entry(ann).points, resource().rules.referral.points);
}

TEST_F(RegularsTest, OneFriendWhoProvesSeveralWishesIsOneFriend) {
    slots(verifying().set(&Rules::order, Order::Score));
    const Ticket ann = join("ann", wanting("cut"));
    give(Verify{.entry = ann, .contacts = {contact("ann")}});
    for (const std::string_view service : {"cut", "colour"}) {
        Join bob = typed("bob", wanting(service));
        bob.referrer = ann;
        const Ticket entry = join(bob);
        give(Verify{.entry = entry, .contacts = {contact("bob")}});
        EXPECT_EQ(state(entry), "waiting");
    }
    EXPECT_EQ(entry(ann).referrals_credited, 1U);
}

TEST_F(RegularsTest, WhoHasASeatIsToldSoAndGetsNoSecondOne) {
    seats(2);
    const Ticket ann = join("ann");
    ASSERT_EQ(state(ann), "accepted");
    const Outcome again = give(asks("ann", wanting("another")));
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(again.answer.entry, ann);
    EXPECT_EQ(counts().free_places, 1U);
}

TEST_F(RegularsTest, BookingEndsWithItsSlot) {
    slots();
    const Ticket ann = booked("ann");
    EXPECT_EQ(due(), start + hours{3} + minutes{30});
    EXPECT_EQ(trace(pass(hours{3} + minutes{30} - Duration{1})), Trace{});
    EXPECT_EQ(trace(pass(Duration{1})), (Trace{"entry_ended time_passed #1"}));
    EXPECT_EQ(last_event<EntryEnded>().actor, Actor{});
    EXPECT_EQ(state(ann), "attended");
    EXPECT_EQ(counts().accepted, 0U);
    EXPECT_EQ(due(), std::nullopt);
    EXPECT_EQ(state(join("ann")), "waiting");
}

TEST_F(RegularsTest, BookingEndsWithItsSlotWhereTheBookingSystemHasIt) {
    external_slots();
    const Ticket ann = join("ann");
    open();
    accept(ann);
    give(ReportBooking{.offer = OfferNumber{1}, .outcome = BookingOutcome::Confirmed});
    ASSERT_EQ(state(ann), "accepted");
    pass(hours{4});
    EXPECT_EQ(state(ann), "attended");
}

TEST_F(RegularsTest, BookingsEndInTheOrderOfTheirSlots) {
    slots();
    booked("late", hours{9});
    booked("soon", hours{3});
    EXPECT_EQ(trace(pass(days{1})),
              (Trace{"entry_ended time_passed #2", "entry_ended time_passed #1"}));
}

TEST_F(RegularsTest, BookingThatWasMarkedOrCancelledDoesNotEndAgain) {
    slots();
    give(CancelEntry{booked("ann", hours{3})});
    give(MarkAttended{booked("bob", hours{4})});
    give(MarkNoShow{booked("cyd", hours{5})});
    EXPECT_EQ(times<EntryEnded>(), 3U);
    pass(days{2});
    EXPECT_EQ(times<EntryEnded>(), 3U);
}

TEST_F(RegularsTest, SeatsEndHalfADayAfterTheEventBeganAndStayTaken) {
    seats_at(start + days{1}, 2);
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    const Ticket cyd = join("cyd");
    pass_until(start + days{1} + limits::event_length - Duration{1});
    EXPECT_EQ(state(ann), "accepted") << "nobody knows how long it lasts";
    give(CancelEntry{bob});
    EXPECT_EQ(counts().free_places, 1U);
    pass(Duration{1});
    EXPECT_EQ(state(ann), "attended");
    EXPECT_EQ(last_event<EntryEnded>().reason, Reason::TimePassed);
    EXPECT_EQ(state(cyd), "expired") << "she waited in vain";
    EXPECT_EQ(counts().free_places, 1U) << "a seat that was used stays taken";
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(RegularsTest, WhoeverGotASeatAfterAnEventEndsInTheOrderOfTheLineWithTheNext) {
    create({.kind = Kind::Seats, .starts_at = start + days{1}, .capacity = 1},
           plain().set(&Rules::after_decline, AfterOffer::Keep));
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    const Ticket cyd = join("cyd");
    give(CancelEntry{ann});
    decline(bob);
    accept(cyd);
    PatchResource again;
    again.starts_at = std::optional{now + days{3}};
    again.capacity = 3;
    give(again);
    give(MarkAttended{cyd});
    accept(bob);
    const Ticket dee = join("dee");
    ASSERT_EQ(state(dee), "accepted");
    std::vector<Ticket> ended;
    for (const Event& event : pass(days{4})) {
        if (event.reason == Reason::TimePassed) {
            ended.push_back(event.entry);
        }
    }
    EXPECT_EQ(ended, (std::vector<Ticket>{bob, dee}));
}

TEST_F(RegularsTest, AnEventThatIsMovedEndsLater) {
    seats_at(start + days{1}, 1);
    const Ticket ann = join("ann");
    PatchResource later;
    later.starts_at = std::optional{start + days{30}};
    give(later);
    pass(days{29});
    EXPECT_EQ(state(ann), "accepted");
    pass(days{2});
    EXPECT_EQ(state(ann), "attended");
}

TEST_F(RegularsTest, NothingEndsOnAnAccessListOrWithoutAStart) {
    access(5);
    give(ReleasePlaces{.event_id = {}, .quantity = 5, .note = {}});
    const Ticket ann = join("ann");
    ASSERT_EQ(state(ann), "accepted");
    pass(days{400});
    EXPECT_EQ(state(ann), "accepted");
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(RegularsTest, StoredBookingsEndAtTheFirstLook) {
    slots();
    booked("ann");
    RowKeeper rows;
    ResourceState state = resource();
    rows.keep(take_changes(state));
    auto restored = rows.restore(ResourceNumber{7});
    ASSERT_TRUE(restored) << restored.error();
    now += days{900};
    const std::vector<Event> events = catch_up(**restored, context());
    EXPECT_EQ(trace(events), (Trace{"entry_ended time_passed #1"}));
}

TEST_F(RegularsTest, WhoCountsAsAttendedMayTurnOutNotToHaveBeenThere) {
    slots();
    const Ticket ann = booked("ann");
    pass(days{1});
    ASSERT_EQ(state(ann), "attended");
    EXPECT_EQ(trace(give(MarkNoShow{ann})), (Trace{"entry_ended no_show #1"}))
        << "and nothing opens";
    EXPECT_EQ(state(ann), "no_show");
    EXPECT_EQ(trace(give(MarkNoShow{ann})), Trace{});
    EXPECT_EQ(refused(give(MarkAttended{ann})), "entry-not-accepted");
    EXPECT_EQ(refused(give(CancelEntry{ann})), "entry-not-accepted");
}

TEST_F(RegularsTest, OnlyTheStateOfARowThatHadEndedIsWrittenAgain) {
    slots();
    const Ticket ann = booked("ann");
    pass(days{1});
    ResourceState state = resource();
    take_changes(state);
    run(state, MarkNoShow{ann}, context());
    const StateChanges changes = take_changes(state);
    ASSERT_EQ(changes.entries.size(), 1U);
    EXPECT_EQ(changes.entries[0].number, ann);
    EXPECT_EQ(changes.entries[0].state, static_cast<std::uint8_t>(EntryState::NoShow));
    EXPECT_TRUE(changes.entries[0].data.empty());
    EXPECT_FALSE(changes.entries[0].is_new);
}

TEST_F(RegularsTest, WhoWantedToMoveUpHasNothingLeftToMoveUpFrom) {
    slots();
    const Ticket held = booked("ann");
    const Ticket earlier = join("ann", moving_up());
    const Ticket further = join("ann", wanting("colour"));
    EXPECT_EQ(trace(pass(days{1})),
              (Trace{"entry_ended time_passed #1", "entry_ended group_settled #2"}));
    EXPECT_EQ(state(held), "attended");
    EXPECT_EQ(state(earlier), "left");
    EXPECT_EQ(state(further), "waiting");
}

TEST(Regulars, ManyBookingsEndInPortions) {
    const ZoneBook zones;
    ResourceState state{ResourceNumber{7}};
    Time now = World::start;
    const auto context = [&] { return Context{.now = now, .actor = {}, .zones = &zones}; };
    const auto all = static_cast<std::uint32_t>(2 * limits::passed_at_once_max + 1);
    run(state,
        CreateResource{{.kind = Kind::Seats, .starts_at = now + days{1}, .capacity = all}, plain()},
        context());
    for (std::uint32_t guest = 0; guest < all; ++guest) {
        run(state, person("guest " + std::to_string(guest)), context());
    }
    const auto pass = [&](Duration duration) {
        now += duration;
        return catch_up(state, context()).size();
    };
    ASSERT_EQ(state.accepted, all);
    pass(days{1});
    EXPECT_EQ(pass(days{1}), limits::passed_at_once_max);
    EXPECT_EQ(next_due(state), now + limits::passed_pause);
    EXPECT_EQ(pass(Duration{1}), 0U) << "not all at once";
    EXPECT_EQ(pass(limits::passed_pause), limits::passed_at_once_max);
    EXPECT_EQ(pass(limits::passed_pause), 1U);
    EXPECT_EQ(state.accepted, 0U);
    EXPECT_EQ(next_due(state), std::nullopt);
}

}  // namespace
}  // namespace standby::core
