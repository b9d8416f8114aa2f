// Tests of the small questions that everything else asks of a resource.
#include "core/state/resource_state.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;

TEST(MarkOf, IsEmptyForWhoHasNone) {
    World world;
    world.seats(0);
    const Ticket plain_entry = world.join("a");
    const Ticket grouped = world.join("b", {}, GroupKey{4});
    EXPECT_EQ(mark_of(world.resource(), plain_entry), Mark{});
    EXPECT_EQ(mark_of(world.resource(), grouped).group, GroupKey{4});
    world.leave(grouped);
    EXPECT_EQ(mark_of(world.resource(), grouped), Mark{});
}

TEST(EntryAt, FollowsAPlaceThatWasDrawnAnewToItsEntry) {
    World world;
    world.seats(1, plain().set(&Rules::after_decline, AfterOffer::Back));
    world.join("a");
    world.join("b");
    world.leave(1);
    world.decline(Ticket{2});
    EXPECT_EQ(entry_at(world.resource(), 3), 2U);
    EXPECT_EQ(entry_at(world.resource(), 2), 2U);
    EXPECT_EQ(place_in_line(world.resource(), 2).ticket(), 3U);
    // To the back once more, when another place is free: only the last place counts.
    const Ticket third = world.join("c");
    world.accept(third);
    world.leave(third);
    world.decline(Ticket{2});
    EXPECT_EQ(entry_at(world.resource(), 5), 2U);
    EXPECT_EQ(place_in_line(world.resource(), 2).ticket(), 5U);
    EXPECT_EQ(world.resource().aliases.size(), 1U);
    EXPECT_EQ(world.contradiction(), "");
}

TEST(CutoffOf, LiesBeforeTheStart) {
    World world;
    const Time start = world.now + hours{10};
    world.create({.kind = Kind::Seats, .starts_at = start, .capacity = 1},
                 plain().set(&Rules::cutoff, hours{2}));
    EXPECT_EQ(cutoff_of(world.resource()), start - hours{2});
    PatchResource no_start;
    no_start.starts_at = std::optional<Time>{};
    world.give(no_start);
    EXPECT_EQ(cutoff_of(world.resource()), std::nullopt);
}

TEST(CutoffOf, AnOpeningHasItsOwn) {
    World world;
    world.slots(plain().set(&Rules::cutoff, hours{1}));
    const OpeningNumber opening = world.open(hours{3});
    EXPECT_EQ(cutoff_of(world.resource(), world.resource().openings.at(opening)),
              world.now + hours{2});
}

TEST(IsOver, WhatIsLeftToStaffEndsWithItsSlot) {
    const Time start = World::start;
    Opening opening;
    opening.slot.starts_at = start;
    opening.slot.duration = hours{1};
    for (const OpeningState state : {OpeningState::HandedBack, OpeningState::WalkIn}) {
        opening.state = state;
        EXPECT_FALSE(is_over(opening, start + hours{1} - Duration{1})) << name_of(state);
        EXPECT_TRUE(is_over(opening, start + hours{1})) << name_of(state);
    }
    for (const OpeningState state :
         {OpeningState::Offering, OpeningState::Open, OpeningState::Booked}) {
        opening.state = state;
        EXPECT_FALSE(is_over(opening, start + hours{9})) << name_of(state);
    }
}

TEST(DrawPending, UntilTheDrawOfALottery) {
    World world;
    world.seats(1, plain()
                       .set(&Rules::order, Order::Lottery)
                       .set(&Rules::draw_at, world.now + hours{1})
                       .set(&Rules::draw_seed, "seed"));
    EXPECT_TRUE(draw_pending(world.resource()));
    world.pass(hours{1});
    EXPECT_FALSE(draw_pending(world.resource()));
    World fifo;
    fifo.seats(1);
    EXPECT_FALSE(draw_pending(fifo.resource()));
}

TEST(CountsPlaces, AllKindsButSlots) {
    World world;
    world.slots();
    EXPECT_FALSE(counts_places(world.resource()));
    World seats;
    seats.seats(1);
    EXPECT_TRUE(counts_places(seats.resource()));
    World access;
    access.access(1);
    EXPECT_TRUE(counts_places(access.resource()));
}

}  // namespace
}  // namespace standby::core
