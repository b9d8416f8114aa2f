// Tests of explanations over time: what kept an entry from each place that was decided about.
#include "engine/history/timeline.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using core::plain;
using core::Rules;
using core::Ticket;
using core::Wants;
using core::World;
using std::chrono::hours;
using std::chrono::minutes;

std::deque<TimelineDecision> decisions_of(const World& world, Ticket entry) {
    Timeline timeline{world.resource().number, entry, *world.context().zones};
    for (const core::Event& event : world.history()) {
        EXPECT_TRUE(timeline.add(event));
    }
    EXPECT_EQ(core::fingerprint(timeline.state()), core::fingerprint(world.resource()));
    return timeline.decisions();
}

TEST(Timeline, TellsTheCheckThatFailed) {
    World world;
    world.slots();
    world.join("a");
    Wants haircut;
    haircut.service = "haircut";
    const Ticket picky = world.join("picky", haircut);
    core::Slot slot = world.slot();
    slot.service = "colour";
    world.open(slot);
    const auto decisions = decisions_of(world, picky);
    ASSERT_EQ(decisions.size(), 1U);
    EXPECT_EQ(decisions[0].standing, Standing::Unfit);
    EXPECT_EQ(decisions[0].failed, core::Check::Service);
    EXPECT_EQ(decisions[0].move, core::Move::Offer);
    EXPECT_EQ(decisions[0].offer, core::OfferNumber{1});
    EXPECT_EQ(decisions[0].opening, core::OpeningNumber{1});
    EXPECT_EQ(decisions[0].rank, 2U);
    EXPECT_EQ(decisions[0].rules_version, 1U);
    EXPECT_EQ(decisions[0].at, world.now);
}

TEST(Timeline, TellsHowManyWereAheadUntilItIsChosen) {
    World world;
    world.slots();
    world.join("a");
    world.join("b");
    const Ticket third = world.join("c");
    world.open();
    world.decline(Ticket{1});
    world.decline(Ticket{2});
    const auto decisions = decisions_of(world, third);
    ASSERT_EQ(decisions.size(), 3U);
    EXPECT_EQ(decisions[0].standing, Standing::Behind);
    EXPECT_EQ(decisions[0].ahead, 2U);
    // The first one kept its place, but is asked already.
    EXPECT_EQ(decisions[1].standing, Standing::Behind);
    EXPECT_EQ(decisions[1].move, core::Move::RollOn);
    EXPECT_EQ(decisions[2].standing, Standing::Chosen);
    EXPECT_EQ(decisions[2].failed, core::Check::None);
    EXPECT_EQ(decisions[2].offer, core::OfferNumber{3});
}

TEST(Timeline, LooksOnlyAtTheTimeInWhichItWaited) {
    World world;
    world.slots();
    world.open();
    const Ticket entry = world.join("a");
    world.open(hours{5});
    world.accept(entry);
    world.open(hours{6});
    const auto decisions = decisions_of(world, entry);
    ASSERT_EQ(decisions.size(), 1U);
    EXPECT_EQ(decisions[0].standing, Standing::Chosen);
    EXPECT_EQ(decisions_of(world, 99).size(), 0U);
}

TEST(Timeline, APartyThatWasPassedIsToldSo) {
    World world;
    world.seats(3, plain().set(&Rules::party, core::PartyPolicy::Fit));
    world.join("a");
    world.join("b", 2);
    const Ticket large = world.join("large", 2);
    world.join("small");
    world.leave(1);
    const auto decisions = decisions_of(world, large);
    ASSERT_EQ(decisions.size(), 1U);
    EXPECT_EQ(decisions[0].standing, Standing::Passed);
    EXPECT_EQ(decisions[0].rank, 1U);
}

TEST(Timeline, PlacesThatFindNobodyAreDecisionsToo) {
    World world;
    world.seats(2, plain().set(&Rules::party, core::PartyPolicy::Fit));
    world.join("a");
    world.join("b");
    const Ticket large = world.join("large", 2);
    world.leave(1);
    const auto decisions = decisions_of(world, large);
    ASSERT_EQ(decisions.size(), 1U);
    EXPECT_EQ(decisions[0].move, core::Move::NoFit);
    EXPECT_EQ(decisions[0].standing, Standing::Passed);
    EXPECT_EQ(decisions[0].offer, core::OfferNumber{});
}

TEST(Timeline, AnOfferByHandIsNamed) {
    World world;
    world.seats(1);
    world.join("a");
    const Ticket first = world.join("b");
    const Ticket favourite = world.join("c");
    world.give(core::PauseResource{});
    world.leave(1);
    world.give(core::Promote{.entry = favourite});
    const auto decisions = decisions_of(world, first);
    ASSERT_EQ(decisions.size(), 1U);
    EXPECT_EQ(decisions[0].standing, Standing::ByHand);
    EXPECT_EQ(decisions_of(world, favourite)[0].standing, Standing::Chosen);
}

TEST(Timeline, AHandedBackPlaceSaysWhy) {
    World world;
    world.slots(plain().set(&Rules::max_offers, 1));
    world.join("a");
    const Ticket second = world.join("b");
    world.open();
    world.decline(Ticket{1});
    const auto decisions = decisions_of(world, second);
    ASSERT_EQ(decisions.size(), 2U);
    EXPECT_EQ(decisions[1].move, core::Move::HandBack);
    EXPECT_EQ(decisions[1].reason, core::Reason::MaxOffers);
    EXPECT_EQ(decisions[1].standing, Standing::NotGiven);
    EXPECT_EQ(name_of(decisions[1].standing), "not_given");
}

TEST(Timeline, KeepsTheLastDecisions) {
    World world;
    world.slots();
    Wants haircut;
    haircut.service = "haircut";
    const Ticket picky = world.join("picky", haircut);
    for (std::size_t count = 0; count < Timeline::decisions_max + 5; ++count) {
        world.open();
    }
    const auto decisions = decisions_of(world, picky);
    ASSERT_EQ(decisions.size(), Timeline::decisions_max);
    EXPECT_EQ(decisions.back().opening, core::OpeningNumber{Timeline::decisions_max + 5});
}

TEST(OwnDecisions, AreTheSameWhereverTheEventsBegin) {
    World world;
    world.slots();
    world.join("a");
    const Ticket second = world.join("b");
    world.open();
    world.decline(Ticket{1});
    const auto whole = decisions_of(world, second);
    ASSERT_EQ(whole.size(), 2U);
    OwnDecisions own{second};
    const auto& history = world.history();
    for (std::size_t index = history.size() / 2; index < history.size(); ++index) {
        own.add(history[index]);
    }
    ASSERT_EQ(own.decisions().size(), 1U);
    EXPECT_EQ(own.decisions()[0].standing, Standing::Chosen);
    EXPECT_EQ(own.decisions()[0].event, whole[1].event);
    EXPECT_EQ(own.decisions()[0].rank, std::nullopt);
}

}  // namespace
}  // namespace standby::engine
