// Tests of explanations: for each check, the entry that it alone keeps from a place.
#include "core/audit/explain.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

std::string failed_check(const World& world, Ticket entry, OpeningNumber opening = {}) {
    const Explanation explanation = explain(world.resource(), entry, opening, world.context());
    return explanation.known ? std::string{name_of(explanation.failed)} : "unknown";
}

TEST(Explain, KnowsNothingOfStrangers) {
    World world;
    world.slots();
    const Ticket entry = world.join("a");
    const OpeningNumber opening = world.open();
    EXPECT_EQ(failed_check(world, 0, opening), "unknown");
    EXPECT_EQ(failed_check(world, 2, opening), "unknown");
    world.decline(entry);
    EXPECT_EQ(failed_check(world, entry, OpeningNumber{2}), "unknown");
    EXPECT_EQ(failed_check(world, entry, OpeningNumber{}), "unknown");
}

TEST(Explain, SaysThatAnEntryDoesNotWait) {
    World world;
    world.slots();
    const Ticket entry = world.join("a");
    const OpeningNumber opening = world.open();
    const Explanation offered = explain(world.resource(), entry, opening, world.context());
    EXPECT_EQ(offered.failed, Check::NotWaiting);
    EXPECT_EQ(offered.state, EntryState::Offered);
    EXPECT_EQ(offered.rank, std::nullopt);
    world.leave(entry);
    const Explanation ended = explain(world.resource(), entry, opening, world.context());
    EXPECT_EQ(ended.failed, Check::NotWaiting);
    EXPECT_EQ(ended.state, EntryState::Left);
    EXPECT_TRUE(ended.known);
}

TEST(Explain, SaysThatNothingIsInTheWayButThoseAhead) {
    World world;
    world.slots();
    world.join("a");
    world.join("b");
    world.join("c");
    const OpeningNumber opening = world.open();  // offered to the first
    const Explanation second = explain(world.resource(), 2, opening, world.context());
    EXPECT_EQ(second.failed, Check::None);
    EXPECT_EQ(second.state, EntryState::Waiting);
    EXPECT_EQ(second.rank, 1U);
    EXPECT_EQ(explain(world.resource(), 3, opening, world.context()).rank, 2U);
    world.decline(Ticket{1});
    EXPECT_EQ(world.state(Ticket{2}), "offered");
}

struct Obstacle {
    const char* check;
    std::function<void(Join&, const Slot&)> edit;
};

// A slot with everything described, and an entry that fails just one check.
TEST(Explain, NamesTheWishThatDoesNotFit) {
    const std::vector<Obstacle> obstacles{
        {"service", [](Join& join, const Slot&) { join.wants.service = "shave"; }},
        {"staff", [](Join& join, const Slot&) { join.wants.staff = "Bob"; }},
        {"place", [](Join& join, const Slot&) { join.wants.place = "chair 9"; }},
        {"earliest",
         [](Join& join, const Slot& slot) { join.wants.earliest = slot.starts_at + Duration{1}; }},
        {"latest",
         [](Join& join, const Slot& slot) { join.wants.latest = slot.starts_at - Duration{1}; }},
        {"weekly", [](Join& join, const Slot&) { join.wants.weekly = {{0, 60}}; }},
        {"notice", [](Join& join, const Slot&) { join.wants.min_notice = hours{4}; }},
        {"price", [](Join& join, const Slot&) { join.wants.max_price = euros(9); }},
        {"party_size", [](Join& join, const Slot&) { join.party_size = 2; }},
    };
    for (const Obstacle& obstacle : obstacles) {
        World world;
        world.slots();
        Slot slot = world.slot();
        slot.service = "haircut";
        slot.staff = "Ada";
        slot.place = "chair 1";
        slot.price = euros(10);
        Join command = person("guest");
        obstacle.edit(command, slot);
        const Ticket entry = world.join(command);
        const OpeningNumber opening = world.open(slot);
        EXPECT_EQ(failed_check(world, entry, opening), obstacle.check);
        EXPECT_EQ(world.state(entry), "waiting") << obstacle.check;
    }
}

TEST(Explain, SaysThatThereIsNoTimeToAnswer) {
    World world;
    world.slots();
    const OpeningNumber opening = world.open(minutes{30});
    world.now += minutes{30} - std::chrono::seconds{59};
    const Ticket entry = world.join("late");
    EXPECT_EQ(failed_check(world, entry, opening), "time_to_answer");
}

TEST(Explain, SaysThatTheSlotWasOfferedBefore) {
    World world;
    world.slots();
    world.join("a");
    world.join("b");
    const OpeningNumber opening = world.open();
    world.decline(Ticket{1});
    EXPECT_EQ(failed_check(world, 1, opening), "already_offered");
}

TEST(Explain, SaysThatAnEntrySitsOut) {
    World world;
    world.seats(1, plain().set(&Rules::after_decline, AfterOffer::Keep));
    world.join("a");
    world.join("b");
    world.join("c");
    world.leave(1);
    world.decline(Ticket{2});
    EXPECT_EQ(world.state(Ticket{3}), "offered");
    EXPECT_EQ(failed_check(world, 2), "sitting_out");
    EXPECT_EQ(explain(world.resource(), 2, {}, world.context()).rank, 1U);
}

TEST(Explain, SaysThatTheGroupHasAnOfferOrAPlace) {
    World world;
    world.slots();
    Wants wants;
    wants.move_up = true;
    world.join("a", {}, GroupKey{5});
    const Ticket second = world.join("b", wants, GroupKey{5});
    const OpeningNumber opening = world.open(hours{3});
    EXPECT_EQ(failed_check(world, second, opening), "group_has_offer");
    world.accept(Ticket{1});
    const OpeningNumber later = world.open(hours{4});
    EXPECT_EQ(failed_check(world, second, later), "group_holds_place");
}

TEST(Explain, ForCountedPlacesLooksAtTheResourceItself) {
    World world;
    world.create({.kind = Kind::Seats, .starts_at = world.now + hours{5}, .capacity = 2},
                 plain().set(&Rules::payment, euros(20)));
    world.give(PauseResource{});
    Wants cheap;
    cheap.max_price = euros(19);
    Wants early;
    early.latest = world.now + hours{4};
    Wants fits;
    fits.latest = world.now + hours{5};
    EXPECT_EQ(failed_check(world, world.join("cheap", cheap)), "price");
    EXPECT_EQ(failed_check(world, world.join("early", early)), "latest");
    const Ticket good = world.join("fits", fits);
    EXPECT_EQ(failed_check(world, good), "none");
    world.patch_capacity(0);
    EXPECT_EQ(failed_check(world, good), "no_places") << "whatever the party";
}

}  // namespace
}  // namespace standby::core
