// Tests of what people are told: positions that count joins without gaps, exact ranks, pages of the
// line, and how little is told of what has ended.
#include "core/state/views.hpp"

#include "core/decide/decide_test_support.hpp"
#include "core/state/resource_state.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using Tickets = std::vector<Ticket>;

RulesPatch back_after_decline() {
    return plain().set(&Rules::after_decline, AfterOffer::Back);
}

// One seat, taken by the first; the others wait.
World full_room(int waiting, const RulesPatch& rules = plain()) {
    World world;
    world.seats(1, rules);
    for (int number = 0; number <= waiting; ++number) {
        world.join("guest " + std::to_string(number));
    }
    return world;
}

TEST(ViewEntry, NobodyHasATicketThatWasNotDrawn) {
    const World world = full_room(1);
    EXPECT_FALSE(view_entry(world.resource(), 0).has_value());
    EXPECT_FALSE(view_entry(world.resource(), 3).has_value());
    EXPECT_TRUE(view_entry(world.resource(), 2).has_value());
}

TEST(ViewEntry, TellsWhatWasSaidOnJoining) {
    World world = full_room(1);
    world.now += minutes{5};
    Join command = person("guest");
    command.wants.service = "haircut";
    command.wants.time_zone = "Asia/Tokyo";
    command.party_size = 1;
    command.tier = 3;
    command.points = 44;
    command.group = GroupKey{9};
    const EntryView view = world.entry(world.join(command));
    EXPECT_EQ(view.ticket, 3U);
    EXPECT_EQ(view.state, EntryState::Waiting);
    EXPECT_EQ(view.party_size, 1U);
    EXPECT_EQ(view.tier, 3);
    EXPECT_EQ(view.points, 44);
    EXPECT_EQ(view.wants, command.wants);
    EXPECT_EQ(view.joined_at, World::start + minutes{5});
    EXPECT_EQ(view.group, GroupKey{9});
    EXPECT_EQ(view.rank, 1U);  // the tier puts it first
    EXPECT_EQ(view.position, 3U);
    EXPECT_EQ(view.offer, OfferNumber{});
}

TEST(ViewEntry, OnlyWhoWaitsHasARank) {
    World world = full_room(3);
    EXPECT_EQ(world.entry(1).rank, std::nullopt);  // accepted
    EXPECT_EQ(world.entry(2).rank, 1U);
    EXPECT_EQ(world.entry(4).rank, 3U);
    world.leave(1);
    EXPECT_EQ(world.state(Ticket{2}), "offered");
    EXPECT_EQ(world.entry(2).rank, std::nullopt);
    EXPECT_EQ(world.entry(3).rank, 1U);
}

TEST(ViewEntry, BeforeTheDrawNobodyIsAheadOfAnybody) {
    World world;
    const Time draw_at = World::start + hours{1};
    world.seats(1, plain()
                       .set(&Rules::order, Order::Lottery)
                       .set(&Rules::draw_at, draw_at)
                       .set(&Rules::draw_seed, "seed"));
    for (const char* name : {"a", "b", "c"}) {
        world.join(name);
    }
    EXPECT_EQ(world.entry(1).rank, std::nullopt);
    EXPECT_EQ(world.entry(1).position, 1U);
    world.pass_until(draw_at);
    Tickets waiting;
    for (const Ticket ticket : {1U, 2U, 3U}) {
        if (world.entry(ticket).rank) {
            waiting.push_back(ticket);
        }
    }
    EXPECT_EQ(waiting.size(), 2U);
}

TEST(ViewEntry, AnUnverifiedOneHasNoRank) {
    World world;
    world.seats(0, plain().set(&Rules::verify_email, true));
    world.join("a");
    world.join("b");
    EXPECT_EQ(world.entry(1).rank, std::nullopt);
    world.give(Verify{2});
    EXPECT_EQ(world.entry(2).rank, 1U);
    world.give(Verify{1});
    EXPECT_EQ(world.entry(1).rank, 1U);
    EXPECT_EQ(world.entry(2).rank, 2U);
}

TEST(ViewEntry, PositionsCountJoinsAndNotMovesToTheBack) {
    World world = full_room(2, back_after_decline());
    world.leave(1);
    world.decline(Ticket{2});  // draws ticket 4 as its place
    EXPECT_EQ(world.resource().entries.last(), 4U);
    const Ticket fourth = world.join("fourth");
    EXPECT_EQ(fourth, 5U);
    EXPECT_EQ(world.entry(fourth).position, 4U);
    EXPECT_EQ(world.entry(2).position, 2U);
    EXPECT_EQ(world.entry(3).position, 3U);
    world.decline(Ticket{3});  // draws ticket 6
    EXPECT_EQ(world.entry(world.join("fifth")).position, 5U);
    EXPECT_FALSE(view_entry(world.resource(), 4).has_value());
    EXPECT_FALSE(view_entry(world.resource(), 6).has_value());
    EXPECT_EQ(world.contradiction(), "");
}

TEST(ViewEntry, WhoWentToTheBackHasTheRankOfTheNewPlace) {
    World world = full_room(3, back_after_decline());
    world.leave(1);
    world.decline(Ticket{2});  // now 3 is offered, 4 and then 2 wait
    EXPECT_EQ(world.entry(4).rank, 1U);
    EXPECT_EQ(world.entry(2).rank, 2U);
    EXPECT_EQ(world.entry(2).declines, 1U);
    EXPECT_EQ(world.entry(2).misses, 0U);
    EXPECT_EQ(world.line(), (Tickets{4, 2}));
}

TEST(ViewEntry, OfAnEndedOneOnlyTicketStateAndPositionAreTold) {
    World world = full_room(2);
    world.leave(2);
    const EntryView view = world.entry(2);
    EXPECT_EQ(view.ticket, 2U);
    EXPECT_EQ(view.state, EntryState::Left);
    EXPECT_EQ(view.position, 2U);
    EXPECT_EQ(view.rank, std::nullopt);
    EXPECT_EQ(view.party_size, 0U);
    EXPECT_EQ(view.joined_at, Time{});
    EXPECT_EQ(view.wants, Wants{});
}

TEST(ViewEntry, TellsTheOfferAndTheMisses) {
    World world;
    world.slots();
    const Ticket entry = world.join("a");
    const OpeningNumber opening = world.open();
    EXPECT_EQ(world.entry(entry).offer, OfferNumber{1});
    EXPECT_EQ(world.entry(entry).opening, opening);
    world.miss(entry);
    EXPECT_EQ(world.entry(entry).misses, 1U);
    EXPECT_EQ(world.entry(entry).offer, OfferNumber{});
    EXPECT_EQ(world.entry(entry).opening, OpeningNumber{});
}

TEST(ViewEntry, TellsReferralsThatCountAndThoseThatDoNotYet) {
    World world;
    world.seats(0, plain().set(&Rules::verify_email, true));
    const Ticket referrer = world.join("referrer");
    EXPECT_EQ(world.entry(referrer).referrals_pending, 0U);
    for (const char* name : {"a", "b", "c"}) {
        Join command = person(name);
        command.referrer = referrer;
        world.join(command);
    }
    world.give(Verify{2});
    EXPECT_EQ(world.entry(referrer).referrals_pending, 2U);
    EXPECT_EQ(world.entry(referrer).referrals_credited, 1U);
    EXPECT_EQ(world.entry(referrer).points, 5);
}

TEST(CountsOf, AddUpForSeats) {
    World world;
    world.seats(6);
    world.join("pair", 2);
    world.join("three", 3);
    world.join("too many", 4);
    world.join("single", 1);
    const Counts counts = world.counts();
    EXPECT_EQ(counts.accepted, 2U);
    EXPECT_EQ(counts.accepted_places, 5U);
    EXPECT_EQ(counts.waiting, 2U);
    EXPECT_EQ(counts.free_places, 1U);
    EXPECT_EQ(counts.limit, 6U);
    EXPECT_EQ(counts.offered, 0U);
    world.leave(2);
    EXPECT_EQ(world.counts().offered, 1U);
    EXPECT_EQ(world.counts().held_places, 4U);
    EXPECT_EQ(world.counts().free_places, 0U);
    EXPECT_EQ(world.counts().waiting, 1U);
}

TEST(CountsOf, CountTheUnverifiedApart) {
    World world;
    world.seats(0, plain().set(&Rules::verify_email, true));
    world.join("a");
    world.join("b");
    world.give(Verify{1});
    EXPECT_EQ(world.counts().unverified, 1U);
    EXPECT_EQ(world.counts().waiting, 1U);
}

TEST(CountsOf, FreePlacesOfSlotsAreOpeningsThatNobodyHolds) {
    World world;
    world.slots();
    world.join("a");
    world.join("b");
    world.open();
    world.open();
    world.open();
    EXPECT_EQ(world.counts().free_places, 1U);
    EXPECT_EQ(world.counts().offered, 2U);
    EXPECT_EQ(world.counts().limit, 0U);
    world.accept(Ticket{1});
    EXPECT_EQ(world.counts().accepted, 1U);
    EXPECT_EQ(world.counts().free_places, 1U);
}

TEST(CountsOf, AnOpeningThatWasHandedBackIsNoLongerFree) {
    World world;
    world.slots(plain().set(&Rules::cutoff, hours{1}));
    world.open(hours{3});
    EXPECT_EQ(world.counts().free_places, 1U);
    world.pass(hours{2});
    EXPECT_EQ(world.state(OpeningNumber{1}), "handed_back");
    EXPECT_EQ(world.counts().free_places, 0U);
}

TEST(ViewOffer, TellsALiveOneInFullAndAnEndedOneByItsState) {
    World world;
    world.slots(plain().set(&Rules::claim_window, minutes{20}));
    const Ticket entry = world.join("a");
    const OpeningNumber opening = world.open();
    const OfferNumber number = world.offer_of(entry);
    OfferView view = world.offer(number);
    EXPECT_EQ(view.state, OfferState::Live);
    EXPECT_EQ(view.entry, entry);
    EXPECT_EQ(view.opening, opening);
    EXPECT_EQ(view.made_at, World::start);
    EXPECT_EQ(view.send_at, World::start);
    EXPECT_EQ(view.sent_at, std::nullopt);
    EXPECT_EQ(view.expires_at, World::start + minutes{20});
    EXPECT_EQ(view.awaiting, Awaiting::Nothing);
    world.send(entry);
    EXPECT_EQ(world.offer(number).sent_at, World::start);
    world.decline(entry);
    view = world.offer(number);
    EXPECT_EQ(view.number, number);
    EXPECT_EQ(view.state, OfferState::Declined);
    EXPECT_EQ(view.entry, 0U);
    EXPECT_EQ(view.expires_at, Time{});
}

TEST(ViewOffer, TellsWhatAConfirmingOneWaitsForAndHowManyPlacesItHolds) {
    World world;
    world.external_seats();
    const Ticket entry = world.join("pair", 2);
    world.release("event", 2);
    world.accept(entry);
    const OfferView view = world.offer(world.offer_of(entry));
    EXPECT_EQ(view.state, OfferState::Confirming);
    EXPECT_EQ(view.awaiting, Awaiting::Booking);
    EXPECT_EQ(view.places, 2U);
}

TEST(ViewOffer, ThereIsNoneWithoutItsNumber) {
    const World world = full_room(1);
    EXPECT_FALSE(view_offer(world.resource(), OfferNumber{}).has_value());
    EXPECT_FALSE(view_offer(world.resource(), OfferNumber{1}).has_value());
}

TEST(ViewOpening, TellsALiveOneInFullAndAnEndedOneByItsState) {
    World world;
    world.slots();
    world.join("a");
    Slot slot = world.slot();
    slot.service = "haircut";
    const OpeningNumber number = world.open(slot);
    EXPECT_EQ(world.opening(number).state, OpeningState::Offering);
    EXPECT_EQ(world.opening(number).slot, slot);
    EXPECT_EQ(world.opening(number).offer, OfferNumber{1});
    EXPECT_EQ(world.opening(number).offers_made, 1U);
    world.accept(Ticket{1});
    EXPECT_EQ(world.opening(number).state, OpeningState::Booked);
    EXPECT_EQ(world.opening(number).slot, slot);
    const OpeningNumber withdrawn = world.open(slot);
    world.give(WithdrawOpening{withdrawn});
    EXPECT_EQ(world.opening(withdrawn).state, OpeningState::Withdrawn);
    EXPECT_EQ(world.opening(withdrawn).slot, Slot{});
    EXPECT_FALSE(view_opening(world.resource(), OpeningNumber{}).has_value());
    EXPECT_FALSE(view_opening(world.resource(), OpeningNumber{3}).has_value());
}

TEST(PageOfLine, ListsThoseWhoWaitInOrderFromARank) {
    const World world = full_room(9);
    EXPECT_EQ(page_of_line(world.resource(), 1, 3), (Tickets{2, 3, 4}));
    EXPECT_EQ(page_of_line(world.resource(), 4, 3), (Tickets{5, 6, 7}));
    EXPECT_EQ(page_of_line(world.resource(), 8, 3), (Tickets{9, 10}));
    EXPECT_EQ(page_of_line(world.resource(), 9, 1), (Tickets{10}));
}

TEST(PageOfLine, IsEmptyBeyondTheLineAndForNothing) {
    const World world = full_room(3);
    EXPECT_EQ(page_of_line(world.resource(), 4, 10), Tickets{});
    EXPECT_EQ(page_of_line(world.resource(), 0, 10), Tickets{});
    EXPECT_EQ(page_of_line(world.resource(), 1, 0), Tickets{});
}

TEST(PageOfLine, AgreesWithTheRankOfEverybodyOnIt) {
    World world;
    world.access(0, plain().set(&Rules::order, Order::Score));
    for (int number = 0; number < 200; ++number) {
        Join command = person("guest " + std::to_string(number));
        command.points = number * 7 % 13;
        world.join(command);
    }
    const Tickets page = page_of_line(world.resource(), 1, 1000);
    ASSERT_EQ(page.size(), 200U);
    for (std::size_t index = 0; index < page.size(); ++index) {
        ASSERT_EQ(world.rank(page[index]), index + 1);
    }
}

}  // namespace
}  // namespace standby::core
