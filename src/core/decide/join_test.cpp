// Tests of joining: who is accepted, who waits, and who is recognised.
#include "core/decide/decide.hpp"
#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;

constexpr GroupKey family{77};

class JoinTest : public testing::Test, protected World {
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
    // An entry that holds a slot three hours from now.
    Ticket booked(std::string_view name, GroupKey group = {}) {
        const Ticket entry = join(name, Wants{}, group);
        open();
        accept(entry);
        return entry;
    }
};

TEST_F(JoinTest, NewcomerIsAcceptedAtOnceWhileASeatIsFreeAndNobodyWaits) {
    seats(1);
    const Outcome outcome = give(person("ann"));
    EXPECT_EQ(trace(outcome), (Trace{"entry_joined place_free #1"}));
    EXPECT_EQ(to_state(outcome.events[0]), "accepted");
    EXPECT_EQ(counts().accepted_places, 1U);
}

TEST_F(JoinTest, NewcomerWaitsWhenNothingIsFree) {
    seats(1);
    join("ann");
    const Ticket bob = join("bob");
    EXPECT_EQ(trace(history()).back(), "entry_joined requested #2");
    EXPECT_EQ(state(bob), "waiting");
    EXPECT_EQ(rank(bob), 1U);
    EXPECT_EQ(entry(bob).position, 2U);
}

TEST_F(JoinTest, NewcomerNeverPassesThoseWhoWait) {
    seats(3);
    join("ann", 2);
    const Ticket pair = join("pair", 2);
    const Ticket late = join("late");
    EXPECT_EQ(state(pair), "waiting");
    EXPECT_EQ(state(late), "waiting") << "a seat is free, but it gathers for the pair";
}

TEST_F(JoinTest, WhoeverHasWaitedElsewhereKeepsThatPlace) {
    for (const Order order : {Order::Fifo, Order::Score, Order::HeadStart}) {
        World world;
        world.seats(1, plain().set(&Rules::order, order));
        world.join("holder");
        const Ticket ann = world.join("ann");
        world.pass(hours{2});
        const Ticket bob = world.join("bob");
        Join moved = person("cleo");
        moved.waits_since = world.now - hours{1};
        const Ticket cleo = world.join(moved);
        const Ticket dan = world.join("dan");
        EXPECT_EQ(world.rank(ann), 1U) << name_of(order);
        EXPECT_EQ(world.rank(cleo), 2U) << name_of(order);
        EXPECT_EQ(world.rank(bob), 3U) << name_of(order);
        EXPECT_EQ(world.rank(dan), 4U) << "those who come later are behind";
        EXPECT_EQ(world.entry(cleo).joined_at, world.now - hours{1});
        EXPECT_EQ(world.contradiction(), "");
    }
}

TEST_F(JoinTest, WaitingElsewhereWasInThePast) {
    seats(1);
    Join moved = person("ann");
    moved.waits_since = now + hours{1};
    EXPECT_EQ(refused(give(moved)), "invalid-field: joined_at");
    moved.waits_since = now - hours{24 * 366 * 21};
    EXPECT_EQ(refused(give(moved)), "invalid-field: joined_at");
}

TEST_F(JoinTest, WhoeverHasToConfirmTheirAddressBeginsThen) {
    seats(1, plain().set(&Rules::verify_email, true));
    Join moved = person("ann");
    moved.waits_since = now - hours{1};
    EXPECT_EQ(refused(give(moved)), "invalid-field: joined_at");
    moved.proven = true;
    EXPECT_EQ(refused(give(moved)), "");
}

TEST_F(JoinTest, WhoeverCameFromElsewhereIsNotAskedAtOnceWhetherTheyAreStillThere) {
    seats(1, plain().set(&Rules::ping_after, std::chrono::days{14}));
    join("holder");
    Join moved = person("ann");
    moved.waits_since = now - hours{24 * 30};
    give(moved);
    EXPECT_TRUE(pass(hours{24 * 13}).empty());
    EXPECT_EQ(trace(pass(hours{24})), (Trace{"entry_pinged ping #2"}));
}

TEST_F(JoinTest, PartyLargerThanWhatIsFreeWaits) {
    seats(3);
    join("ann", 2);
    EXPECT_EQ(state(join("pair", 2)), "waiting");
}

TEST_F(JoinTest, NobodyIsAcceptedAtOnceWhereAPaymentIsAsked) {
    seats(1, plain().set(&Rules::payment, euros(20)));
    const Ticket ann = join("ann");
    EXPECT_EQ(state(ann), "offered") << "asked in the same step, through an ordinary offer";
}

TEST_F(JoinTest, NobodyIsAcceptedAtOnceWithExternalInventory) {
    external_seats();
    release("evt", 1);
    EXPECT_EQ(state(join("ann")), "offered");
}

TEST_F(JoinTest, NobodyIsAcceptedAtOnceWhileADrawIsPending) {
    seats(1, plain()
                 .set(&Rules::order, Order::Lottery)
                 .set(&Rules::draw_at, start + hours{1})
                 .set(&Rules::draw_seed, "seed"));
    const Ticket ann = join("ann");
    EXPECT_EQ(state(ann), "waiting");
    EXPECT_EQ(rank(ann), 0U) << "nobody is ahead of anybody yet";
}

TEST_F(JoinTest, PausedListTakesJoinsButAcceptsNobody) {
    seats(1);
    give(PauseResource{});
    const Ticket ann = join("ann");
    EXPECT_EQ(state(ann), "waiting");
    give(ResumeResource{});
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(JoinTest, ClosedListRefuses) {
    seats(1);
    const Ticket ann = join("ann");
    give(CloseResource{});
    EXPECT_EQ(refused(give(person("bob"))), "resource-closed");
    EXPECT_EQ(join("ann"), ann) << "who is on it is still told so";
}

TEST_F(JoinTest, FullListRefuses) {
    seats(1, plain().set(&Rules::max_waiting, 2U));
    join("holder");
    join("ann");
    const Ticket bob = join("bob");
    EXPECT_EQ(refused(give(person("cyd"))), "list-full");
    EXPECT_EQ(join("bob"), bob);
    leave(bob);
    EXPECT_EQ(refused(give(person("cyd"))), "");
}

TEST_F(JoinTest, UnverifiedEntriesDoNotCountTowardsAFullList) {
    seats(9, plain().set(&Rules::max_waiting, 1U).set(&Rules::verify_email, true));
    join("ann");
    EXPECT_EQ(refused(give(person("bob"))), "");
}

TEST_F(JoinTest, UnverifiedEntryHoldsNothingAndHasNoRank) {
    seats(1, plain().set(&Rules::verify_email, true));
    const Ticket ann = join("ann");
    EXPECT_EQ(state(ann), "unverified");
    EXPECT_EQ(rank(ann), 0U);
    EXPECT_EQ(counts().unverified, 1U);
    EXPECT_EQ(counts().free_places, 1U);
}

TEST_F(JoinTest, SamePersonAgainGetsTheEntryThatIsThere) {
    seats(1);
    Join ann = person("mail");
    ann.contacts = {contact("mail"), contact("phone"), contact("user")};
    const Ticket first = join(ann);
    for (const std::string_view one : {"mail", "phone", "user"}) {
        const Outcome again = give(person(one));
        EXPECT_EQ(again.answer.entry, first) << one;
        EXPECT_TRUE(again.answer.repeated);
        EXPECT_EQ(trace(again), Trace{});
    }
}

TEST_F(JoinTest, ContactsOfTwoEntriesNameTheOlderOne) {
    seats(1);
    const Ticket ann = join("ann");
    join("bob");
    Join both = person("bob");
    both.contacts.push_back(contact("ann"));
    EXPECT_EQ(join(both), ann);
}

TEST_F(JoinTest, SomebodyWhoseEntryEndedJoinsAnew) {
    seats(1);
    const Ticket ann = join("ann");
    leave(ann);
    const Ticket again = join("ann");
    EXPECT_EQ(again, 2U);
    EXPECT_EQ(state(ann), "cancelled");
    EXPECT_EQ(state(again), "accepted");
}

TEST_F(JoinTest, AlternativesOfOneGroupStandSideBySide) {
    slots();
    const Ticket cut = join("ann", wanting("cut"), family);
    const Ticket color = join("ann", wanting("color"), family);
    EXPECT_NE(cut, color);
    EXPECT_EQ(line(), (std::vector<Ticket>{cut, color}));
    EXPECT_EQ(join("ann", wanting("cut"), family), cut) << "the same wish twice is one";
    EXPECT_EQ(entry(join("ann", wanting("nails"))).group, GroupKey{}) << "a wish of its own";
}

TEST_F(JoinTest, OtherGroupIsNoReasonForASecondEntry) {
    slots();
    const Ticket cut = join("ann", wanting("cut"), family);
    EXPECT_EQ(join("ann", wanting("cut"), GroupKey{5}), cut);
}

TEST_F(JoinTest, SameWishInOtherWordsIsTheSameWish) {
    slots();
    Wants week;
    week.weekly = {{.from_minute = 600, .length_minutes = 60},
                   {.from_minute = 540, .length_minutes = 60}};
    week.instant_yes = InstantYes{.weekly = week.weekly};
    const Ticket ann = join("ann", week, family);
    EXPECT_EQ(entry(ann).wants.weekly, (std::vector<WeeklyWindow>{{540, 120}}));
    EXPECT_EQ(entry(ann).wants.instant_yes->weekly, (std::vector<WeeklyWindow>{{540, 120}}));
    EXPECT_EQ(join("ann", week, family), ann);
}

TEST_F(JoinTest, GroupMemberIsNotAcceptedAtOnceWhileAnotherHoldsOrIsAsked) {
    seats(3);
    EXPECT_EQ(state(join("ann", wanting(""), family)), "accepted");
    Wants other;
    other.min_notice = hours{1};
    const Ticket second = join("ann", other, family);
    EXPECT_EQ(state(second), "waiting");
    EXPECT_EQ(counts().free_places, 2U);
}

TEST_F(JoinTest, GroupMemberIsAcceptedAtOnceBesideAnUnverifiedOne) {
    seats(3, plain().set(&Rules::verify_email, true));
    const Ticket first = join("ann", Wants{}, family);
    patch_rules(RulesPatch{}.set(&Rules::verify_email, false));
    Wants other;
    other.min_notice = hours{1};
    EXPECT_EQ(state(join("ann", other, family)), "accepted");
    EXPECT_EQ(state(first), "left") << "the wish is met";
}

TEST_F(JoinTest, GroupHasALimitedNumberOfEntries) {
    slots();
    for (std::size_t wish = 0; wish < limits::group_members_max; ++wish) {
        join("ann", wanting("service " + std::to_string(wish)), family);
    }
    Join more = person("ann");
    more.wants = wanting("one more");
    more.group = family;
    EXPECT_EQ(refused(give(more)), "too-many: group");
}

TEST_F(JoinTest, HolderOfASlotMayWaitForAnEarlierOne) {
    slots();
    const Ticket held = booked("ann");
    const Ticket earlier = join("ann", moving_up());
    EXPECT_NE(earlier, held);
    EXPECT_EQ(state(earlier), "waiting");
    EXPECT_EQ(last<EntryJoined>().moving_up_from, held);
    EXPECT_NE(entry(held).group, GroupKey{});
    EXPECT_EQ(entry(held).group, entry(earlier).group);
    EXPECT_EQ(join("ann", moving_up()), earlier) << "asking twice is one wish";
}

TEST_F(JoinTest, MoveUpJoinsTheGroupOfWhatIsHeld) {
    slots();
    const Ticket held = booked("ann", family);
    Join again = person("ann");
    again.wants = moving_up();
    again.group = GroupKey{5};
    const Ticket earlier = join(again);
    EXPECT_EQ(entry(held).group, family);
    EXPECT_EQ(entry(earlier).group, family);
}

TEST_F(JoinTest, MoveUpUsesTheNamedGroupWhenNothingElseIsInIt) {
    slots();
    const Ticket held = booked("ann");
    EXPECT_EQ(entry(join("ann", moving_up(), family)).group, family);
    EXPECT_EQ(entry(held).group, family);
}

TEST_F(JoinTest, MoveUpLeavesTheGroupOfOthersAlone) {
    slots();
    const Ticket held = booked("ann");
    const Ticket other = booked("bob", family);
    const Ticket earlier = join("ann", moving_up(), family);
    EXPECT_EQ(entry(held).group, entry(earlier).group);
    EXPECT_NE(entry(earlier).group, family);
    open(hours{2});
    accept(earlier);
    EXPECT_EQ(state(held), "cancelled");
    EXPECT_EQ(state(other), "accepted") << "what others hold is not released";
}

TEST_F(JoinTest, MoveUpWithTheContactsOfTwoHoldersIsFromTheOlderOne) {
    slots();
    const Ticket ann = booked("ann");
    const Ticket bob = booked("bob");
    Join both = person("bob");
    both.contacts.push_back(contact("ann"));
    both.wants = moving_up();
    join(both);
    EXPECT_EQ(last<EntryJoined>().moving_up_from, ann);
    EXPECT_EQ(entry(bob).group, GroupKey{});
}

TEST_F(JoinTest, MoveUpIsForSlotsOnly) {
    seats(2);
    const Ticket ann = join("ann");
    EXPECT_EQ(join("ann", moving_up()), ann);
}

TEST_F(JoinTest, ReferrerThatIsNotOnTheListEarnsNothing) {
    seats(1);
    Join ann = person("ann");
    ann.referrer = 99;
    const Outcome outcome = give(ann);
    EXPECT_EQ(trace(outcome), (Trace{"entry_joined place_free #1"}));
    EXPECT_EQ(last<EntryJoined>().referrer, 0U);
}

TEST_F(JoinTest, BadFieldIsRefusedByName) {
    seats(4);
    Join none = person("ann");
    none.contacts.clear();
    EXPECT_EQ(refused(give(none)), "invalid-field: contacts");
    Join many = person("ann");
    many.contacts = {contact("a"), contact("b"), contact("c"), contact("d")};
    EXPECT_EQ(refused(give(many)), "invalid-field: contacts");
    Join crowd = person("ann");
    crowd.party_size = 0;
    EXPECT_EQ(refused(give(crowd)), "invalid-field: party_size");
    crowd.party_size = 5;
    EXPECT_EQ(refused(give(crowd)), "invalid-field: party_size");
    Join tier = person("ann");
    tier.tier = limits::tier_max + 1;
    EXPECT_EQ(refused(give(tier)), "invalid-field: tier");
    Join zone = person("ann");
    zone.wants.time_zone = "Nowhere";
    EXPECT_EQ(refused(give(zone)), "invalid-field: time_zone");
    EXPECT_EQ(history().size(), 1U);
}

TEST_F(JoinTest, BadFieldIsRefusedBeforeThePersonIsRecognised) {
    seats(4);
    join("ann");
    Join again = person("ann");
    again.points = -1;
    EXPECT_EQ(refused(give(again)), "invalid-field: points");
}

TEST_F(JoinTest, PartyMayBeOfAnySizeWhileTheCapacityIsNotKnown) {
    seats(0);
    EXPECT_EQ(state(join("ann", 5)), "waiting");
    EXPECT_EQ(refused(patch_capacity(5)), "");
    EXPECT_EQ(state(1U), "offered");
}

TEST_F(JoinTest, PartyMayBeOfAnySizeForSlotsAndExternalSeats) {
    external_seats();
    EXPECT_EQ(state(join("ann", 5)), "waiting");
}

// At the door.
class WalkInTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    static Join let_in(std::string_view name, Admission admission = Admission::IfFree) {
        Join command = person(name);
        command.admission = admission;
        return command;
    }
};

TEST_F(WalkInTest, AFreePlaceIsGivenAheadOfTheLine) {
    seats(3);
    join("holder", 2);
    join("pair", 2);
    EXPECT_EQ(trace(give(let_in("ann"))), (Trace{"entry_joined walk_in #3"}));
    EXPECT_EQ(state(Ticket{3}), "accepted");
    EXPECT_EQ(history().back().actor, actor);
}

TEST_F(WalkInTest, NobodyJoinsWhereNoPlaceIsFree) {
    seats(1);
    join("holder");
    EXPECT_EQ(refused(give(let_in("ann"))), "no-free-place");
    EXPECT_EQ(resource().entries.last(), 1U);
}

TEST_F(WalkInTest, BeyondTheCapacityIsOnRecord) {
    seats(1);
    const Ticket holder = join("holder");
    const Ticket bob = join("bob");
    EXPECT_EQ(trace(give(let_in("ann", Admission::OverCapacity))),
              (Trace{"entry_joined over_capacity #3"}));
    // The first place that comes free makes up for it.
    give(Leave{.entry = holder});
    EXPECT_EQ(state(bob), "waiting");
    give(Leave{.entry = Ticket{3}});
    EXPECT_EQ(state(bob), "offered");
}

TEST_F(WalkInTest, ALargerPartyThanTheCapacityIsLetInWhenStaffSaySo) {
    seats(1);
    Join pair = let_in("pair");
    pair.party_size = 2;
    EXPECT_EQ(refused(give(pair)), "invalid-field: party_size");
    pair.admission = Admission::OverCapacity;
    give(pair);
    EXPECT_EQ(counts().accepted_places, 2U);
}

TEST_F(WalkInTest, AFullLineIsNoReasonNotToBeLetIn) {
    seats(2, plain().set(&Rules::max_waiting, 1));
    join("holder", 1);
    join("pair", 2);
    EXPECT_EQ(refused(give(person("bob"))), "list-full");
    EXPECT_EQ(trace(give(let_in("ann"))), (Trace{"entry_joined walk_in #3"}));
}

TEST_F(WalkInTest, NothingHasToBeConfirmedAtTheDoor) {
    seats(2, plain().set(&Rules::verify_email, true));
    give(let_in("ann"));
    EXPECT_EQ(state(Ticket{1}), "accepted");
}

TEST_F(WalkInTest, SlotsAndPlacesThatArePaidForAreNotGivenLikeThis) {
    slots();
    EXPECT_EQ(refused(give(let_in("ann"))), "invalid-field: give_now");
}

TEST_F(WalkInTest, WhoeverIsOnTheListAlreadyStaysWhereTheyAre) {
    seats(1);
    join("holder");
    const Ticket ann = join("ann");
    const Outcome again = give(let_in("ann", Admission::OverCapacity));
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(again.answer.entry, ann);
    EXPECT_EQ(state(ann), "waiting");
}

}  // namespace
}  // namespace standby::core
