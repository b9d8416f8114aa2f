// Tests of trying a change out: who would be offered a place at once, who would be next, and that
// the change is refused as the real one would be.
#include "engine/history/preview.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using core::plain;
using core::Rules;
using core::Ticket;
using core::World;
using std::chrono::hours;
using Tickets = std::vector<Ticket>;

PreviewedChange capacity(std::uint32_t places) {
    PreviewedChange change;
    change.patch.capacity = places;
    return change;
}
PreviewedChange rules(const core::RulesPatch& patch) {
    PreviewedChange change;
    change.patch.rules = patch;
    return change;
}
PreviewedChange release(std::uint32_t places) {
    PreviewedChange change;
    change.release = places;
    return change;
}

Result<Preview, core::Refusal> tried(const World& world, const PreviewedChange& change) {
    core::ResourceState copy = world.resource();
    return preview(copy, change, world.context());
}
std::string refused(const World& world, const PreviewedChange& change) {
    const auto found = tried(world, change);
    return found ? "" : core::text_of(found.error());
}

Tickets tickets(const std::vector<PreviewedEntry>& entries) {
    Tickets found;
    for (const PreviewedEntry& entry : entries) {
        found.push_back(entry.ticket);
    }
    return found;
}

// Who has been offered something, in the order of the offers, since so many events.
Tickets offered_since(const World& world, std::size_t events) {
    Tickets found;
    for (std::size_t index = events; index < world.history().size(); ++index) {
        const core::Event& event = world.history()[index];
        if (std::holds_alternative<core::OfferMade>(event.body)) {
            found.push_back(event.entry);
        }
    }
    return found;
}

World seats_taken(std::uint32_t capacity_now, int waiting) {
    World world;
    world.seats(capacity_now);
    for (std::uint32_t seat = 0; seat < capacity_now; ++seat) {
        world.join("seated" + std::to_string(seat));
    }
    for (int guest = 0; guest < waiting; ++guest) {
        world.join("waiting" + std::to_string(guest));
    }
    return world;
}

TEST(Preview, TellsWhoWouldBePromotedByMoreSeats) {
    World world = seats_taken(2, 6);
    const auto found = tried(world, capacity(4));
    ASSERT_TRUE(found);
    EXPECT_EQ(tickets(found->promoted), (Tickets{3, 4}));
    EXPECT_EQ(found->promoted_count, 2U);
    EXPECT_EQ(tickets(found->next), (Tickets{5, 6, 7}));
    EXPECT_EQ(found->promoted[0], (PreviewedEntry{.ticket = 3, .rank_now = 1, .party_size = 1}));
    EXPECT_EQ(found->next[0].rank_now, 3U);
    EXPECT_EQ(found->waiting_after, 4U);
    EXPECT_EQ(found->free_after, 0U);
    EXPECT_EQ(found->rules_before, found->rules_after);
}

TEST(Preview, SaysWhatThenHappens) {
    World world = seats_taken(1, 5);
    const auto found = tried(world, capacity(4));
    ASSERT_TRUE(found);
    const std::size_t events = world.history().size();
    world.patch_capacity(4);
    EXPECT_EQ(tickets(found->promoted), offered_since(world, events));
    EXPECT_EQ(tickets(found->next), world.line());
    EXPECT_EQ(found->waiting_after, world.counts().waiting);
    EXPECT_EQ(found->free_after, world.counts().free_places);
}

TEST(Preview, CountsMoreThanItNames) {
    World world = seats_taken(0, 130);
    const auto found = tried(world, capacity(120));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->promoted.size(), previewed_promotions_max);
    EXPECT_EQ(found->promoted.back().ticket, previewed_promotions_max);
    EXPECT_EQ(found->promoted_count, 120U);
    EXPECT_EQ(found->waiting_after, 10U);
}

TEST(Preview, FreePlacesThatNobodyWantsAreTold) {
    World world = seats_taken(1, 1);
    const auto found = tried(world, capacity(5));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->promoted_count, 1U);
    EXPECT_EQ(found->free_after, 3U);
    EXPECT_TRUE(found->next.empty());
}

TEST(Preview, OtherRulesMakeAnotherLine) {
    World world = seats_taken(1, 2);
    core::Join favourite = core::person("favourite");
    favourite.points = 40;
    const Ticket last = world.join(favourite);
    const auto found =
        tried(world, rules(core::RulesPatch{}.set(&Rules::order, core::Order::Score)));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->promoted.empty());
    EXPECT_EQ(tickets(found->next), (Tickets{last, 2, 3}));
    EXPECT_EQ(found->next[0].rank_now, 3U);
    EXPECT_EQ(found->next[0].points, 40);
    EXPECT_EQ(found->rules_before.order, core::Order::Fifo);
    EXPECT_EQ(found->rules_after.order, core::Order::Score);
}

TEST(Preview, CapacityAndRulesWorkTogether) {
    World world = seats_taken(3, 0);
    world.join("party", 3);
    const Ticket small = world.join("small");
    EXPECT_TRUE(tried(world, capacity(5))->promoted.empty());
    PreviewedChange change = capacity(5);
    change.patch.rules.set(&Rules::party, core::PartyPolicy::Fit);
    EXPECT_EQ(tickets(tried(world, change)->promoted), (Tickets{small}));
}

TEST(Preview, AnInstantYesIsPromotedOnce) {
    World world;
    world.seats(0);
    core::Wants eager;
    eager.instant_yes = core::InstantYes{};
    world.join("a", eager);
    const auto found = tried(world, capacity(2));
    ASSERT_TRUE(found);
    EXPECT_EQ(tickets(found->promoted), (Tickets{1}));
    EXPECT_EQ(found->promoted_count, 1U);
    EXPECT_EQ(found->free_after, 1U);
}

TEST(Preview, ReleasesSpotsOfAnAccessList) {
    World world;
    world.access(5);
    world.join("a");
    world.join("b");
    world.join("c");
    EXPECT_EQ(tickets(tried(world, release(2))->promoted), (Tickets{1, 2}));
    EXPECT_EQ(tried(world, release(50))->free_after, 2U);
    world.release("", 5);
    EXPECT_EQ(refused(world, release(1)), "total-reached");
}

TEST(Preview, ReleasesPlacesOfAnotherBookingSystem) {
    World world;
    world.external_seats();
    world.join("a");
    world.release("preview 0", 1);
    world.join("b");
    const auto found = tried(world, release(1));
    ASSERT_TRUE(found);
    EXPECT_EQ(tickets(found->promoted), (Tickets{2}));
}

TEST(Preview, OfSlotsTellsWhoIsNext) {
    World world;
    world.slots();
    world.join("a");
    world.join("b");
    const auto found = tried(world, rules(core::RulesPatch{}.set(&Rules::claim_window, hours{1})));
    ASSERT_TRUE(found);
    EXPECT_EQ(tickets(found->next), (Tickets{1, 2}));
    EXPECT_EQ(refused(world, capacity(3)), "invalid-field: capacity");
    EXPECT_EQ(refused(world, release(1)), "wrong-kind");
}

TEST(Preview, NobodyIsNextBeforeTheDraw) {
    World world;
    world.seats(1, plain()
                       .set(&Rules::order, core::Order::Lottery)
                       .set(&Rules::draw_at, World::start + hours{1})
                       .set(&Rules::draw_seed, "seed"));
    world.join("a");
    world.join("b");
    const auto found = tried(world, capacity(2));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->promoted.empty());
    EXPECT_TRUE(found->next.empty());
    EXPECT_EQ(found->waiting_after, 2U);
    world.pass(hours{2});
    EXPECT_EQ(tried(world, capacity(2))->promoted_count, 1U);
    EXPECT_EQ(refused(world, rules(core::RulesPatch{}.set(&Rules::order, core::Order::Fifo))),
              "lottery-drawn: rules");
}

TEST(Preview, DoesNotTellWhomASealedLotteryWouldDraw) {
    World world;
    world.give(core::CreateResource{.settings = {.kind = core::Kind::Seats, .capacity = 1},
                                    .rules = plain()
                                                 .set(&Rules::order, core::Order::Lottery)
                                                 .set(&Rules::draw_at, World::start + hours{1}),
                                    .draw_seed = std::string(64, '7')});
    for (const char* name : {"a", "b", "c", "d"}) {
        world.join(name);
    }
    const auto found = tried(world, rules(core::RulesPatch{}.set(&Rules::draw_at, World::start)));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->promoted.empty());
    EXPECT_EQ(found->promoted_count, 0U);
    EXPECT_TRUE(found->next.empty());
    EXPECT_EQ(world.resource().draw_seed, std::string(64, '7'));
}

TEST(Preview, WhatIsDueAnywayIsNotTheChangesDoing) {
    World world;
    world.seats(0, plain().set(&Rules::claim_window, hours{1}));
    world.join("a");
    world.join("b");
    world.join("c");
    world.patch_capacity(1);
    world.send(Ticket{1});
    world.now += hours{2};
    const auto found = tried(world, capacity(2));
    ASSERT_TRUE(found);
    EXPECT_EQ(tickets(found->promoted), (Tickets{3}));
    EXPECT_EQ(found->promoted[0].rank_now, 1U);
}

TEST(Preview, IsRefusedAsTheChangeWouldBe) {
    World world = seats_taken(1, 1);
    EXPECT_EQ(refused(world, release(1)), "not-external");
    EXPECT_EQ(refused(world, rules(core::RulesPatch{}.set(&Rules::claim_window, Duration{1}))),
              "invalid-field: rules.claim_window");
    world.give(core::CloseResource{});
    EXPECT_EQ(refused(world, capacity(5)), "resource-closed");
    EXPECT_EQ(refused(world, release(1)), "resource-closed");
}

}  // namespace
}  // namespace standby::engine
