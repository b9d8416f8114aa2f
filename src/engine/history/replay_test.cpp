// Tests of a resource as it was at some moment.
#include "engine/history/replay.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using core::Ticket;
using core::World;
using std::chrono::hours;

TEST(Replay, StopsAtTheMomentAskedFor) {
    World world;
    world.seats(1);
    world.join("a");
    world.join("b");
    const std::uint64_t then = core::fingerprint(world.resource());
    const Time moment = world.now;
    world.pass(hours{1});
    world.leave(1);
    Replay replay{world.resource().number, moment};
    std::size_t taken = 0;
    for (const core::Event& event : world.history()) {
        taken += replay.add(event).value() ? 1U : 0U;
    }
    EXPECT_EQ(taken, 3U);
    EXPECT_EQ(core::fingerprint(replay.state()), then);
    EXPECT_EQ(replay.take()->last_event, 3U);
}

TEST(Replay, OfEverythingIsTheResource) {
    World world;
    world.seats(1);
    world.join("a");
    world.join("b");
    world.leave(1);
    Replay replay{world.resource().number, Time::max()};
    for (const core::Event& event : world.history()) {
        EXPECT_TRUE(replay.add(event).value());
    }
    EXPECT_EQ(core::fingerprint(replay.state()), core::fingerprint(world.resource()));
    EXPECT_FALSE(replay.state().changes.any);
}

}  // namespace
}  // namespace standby::engine
