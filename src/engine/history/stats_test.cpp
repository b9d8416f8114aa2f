// Tests of what is counted from events, on small worlds.
#include "engine/history/stats.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using core::plain;
using core::Rules;
using core::Ticket;
using core::World;
using std::chrono::hours;
using std::chrono::minutes;

Stats stats_of(const World& world) {
    StatsFold fold;
    for (const core::Event& event : world.history()) {
        fold.add(event);
    }
    return fold.result();
}

TEST(Stats, AnEmptyHistoryHasNoRates) {
    const Stats stats = StatsFold{}.result();
    EXPECT_FALSE(stats.fill_rate);
    EXPECT_FALSE(stats.time_to_fill);
    EXPECT_FALSE(stats.time_to_answer);
    EXPECT_EQ(stats.as_of, 0U);
}

TEST(Stats, OfSlotsCountOpenings) {
    World world;
    world.slots(plain().set(&Rules::max_misses, 0));
    world.join("a");
    world.join("b");
    world.open();
    world.pass(minutes{1});
    world.send(Ticket{1});
    world.pass(minutes{2});
    world.decline(Ticket{1});
    world.pass(minutes{1});
    world.accept(Ticket{2});
    world.open(hours{5});
    world.miss(1);
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.offers, (Stats::Offers{.made = 3, .accepted = 1, .declined = 1, .expired = 1}));
    ASSERT_TRUE(stats.openings);
    EXPECT_EQ(*stats.openings, (Stats::Openings{.freed = 2, .filled = 1, .handed_back = 1}));
    EXPECT_EQ(stats.places, (Stats::Places{.freed = 2, .filled = 1}));
    EXPECT_DOUBLE_EQ(stats.fill_rate.value(), 0.5);
    EXPECT_EQ(stats.time_to_fill, (Spread{minutes{4}, minutes{4}}));
    EXPECT_EQ(stats.time_to_answer, (Spread{minutes{1}, minutes{2}}));
    EXPECT_EQ(stats.joins, 2U);
    EXPECT_EQ(stats.as_of, world.history().size());
}

TEST(Stats, PlacesThereFromTheStartAreNeitherFreedNorFilled) {
    World world;
    world.seats(3);
    world.join("a", 2);
    world.join("b");
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.places, Stats::Places{});
    EXPECT_FALSE(stats.openings);
    EXPECT_FALSE(stats.fill_rate);
    EXPECT_EQ(stats.joins, 2U);
}

TEST(Stats, AVacatedPartyIsFilledAgain) {
    World world;
    world.seats(3, plain().set(&Rules::max_misses, 0));
    world.join("a", 2);
    world.join("b");
    world.join("c");
    world.join("d");
    world.leave(1);
    EXPECT_EQ(stats_of(world).offers.live, 2U);
    world.pass(minutes{30});
    world.accept(Ticket{3});
    world.leave(4);
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.places, (Stats::Places{.freed = 2, .filled = 1}));
    EXPECT_EQ(stats.offers, (Stats::Offers{.made = 2, .accepted = 1, .declined = 1}));
    EXPECT_EQ(stats.time_to_fill, (Spread{minutes{30}, minutes{30}}));
    EXPECT_EQ(stats.left, 1U);
}

TEST(Stats, ReleasedAndAddedPlacesAreFreed) {
    World world;
    world.access(5);
    world.release("", 3);
    world.release("", 9);
    EXPECT_EQ(stats_of(world).places.freed, 5U);
    world.patch_capacity(7);
    world.release("", 2);
    EXPECT_EQ(stats_of(world).places.freed, 7U);
}

TEST(Stats, AnInstantYesIsNoAnswer) {
    World world;
    world.slots();
    core::Wants eager;
    eager.instant_yes = core::InstantYes{};
    world.join("a", eager);
    world.open();
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.offers.accepted, 1U);
    EXPECT_FALSE(stats.time_to_answer);
    EXPECT_TRUE(stats.time_to_fill);
}

TEST(Stats, APaidOfferIsAnsweredByItsClaim) {
    World world;
    world.seats(1, plain().set(&Rules::payment, core::euros(5)));
    world.join("a");
    world.pass(minutes{3});
    const core::OfferNumber offer = world.offer_of(1);
    world.accept(offer);
    world.pass(minutes{5});
    world.give(core::ReportPayment{.offer = offer});
    EXPECT_EQ(stats_of(world).time_to_answer, (Spread{minutes{3}, minutes{3}}));
}

TEST(Stats, NoShowsAreCounted) {
    World world;
    world.seats(1);
    world.join("a");
    world.give(core::MarkNoShow{1});
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.no_shows, 1U);
    EXPECT_EQ(stats.places.freed, 1U);
    EXPECT_EQ(stats.left, 0U);
}

TEST(Stats, ALateCancellationIsAWalkIn) {
    World world;
    world.slots(plain().set(&Rules::cutoff, hours{1}));
    world.join("a");
    world.open(hours{3});
    world.accept(Ticket{1});
    world.pass(hours{2} + minutes{30});
    world.leave(1);
    EXPECT_EQ(stats_of(world).openings,
              (Stats::Openings{.freed = 2, .filled = 1, .handed_back = 0, .walk_in = 1}));
}

}  // namespace
}  // namespace standby::engine
