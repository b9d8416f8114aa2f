// What is published of a draw: nothing that tells before it, everything to draw again after it.
#include "interchange/view/draw.hpp"

#include "core/decide/decide_test_support.hpp"
#include "core/order/draw.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::interchange {
namespace {

using core::Rules;
using std::chrono::hours;

const std::string seed(64, '7');

core::World lottery() {
    core::World world;
    world.give(
        core::CreateResource{.settings = {.kind = core::Kind::Seats},
                             .rules = core::plain()
                                          .set(&Rules::order, core::Order::Lottery)
                                          .set(&Rules::draw_at, core::World::start + hours{1})
                                          .set(&Rules::draw_words, "winter"),
                             .draw_seed = seed});
    return world;
}

std::string shown(const DrawFacts& facts) {
    std::string text;
    JsonWriter writer{text};
    writer.begin_object();
    write_draw_members(writer, facts);
    writer.end_object();
    return text;
}

std::string lot_shown(const DrawFacts& facts, const core::EntryRow& row) {
    std::string text;
    JsonWriter writer{text};
    write_lot(writer, facts, row);
    return text;
}

TEST(Draw, IsOfLotteriesOnly) {
    core::World world;
    world.seats(1);
    EXPECT_FALSE(draw_facts(world.resource()));
}

TEST(Draw, TellsWhatItIsBoundToBeforeAndTheSeedAfter) {
    core::World world = lottery();
    const std::string commitment = core::draw_commitment(world.resource().number, seed, "winter");
    const std::string head = R"({"resource_id":"res_7","draw_at":"2026-11-16T13:00:00Z","drawn":)";
    const std::string middle = R"("lots_of":"people","words":"winter","commitment":")" + commitment;
    EXPECT_EQ(shown(*draw_facts(world.resource())), head + "false," + middle + R"(","seed":null})");
    world.pass(hours{1});
    EXPECT_EQ(shown(*draw_facts(world.resource())),
              head + "true," + middle + R"(","seed":")" + seed + "\"}");
}

TEST(Draw, HasALotForWhoeverTookPart) {
    core::World world = lottery();
    const core::Ticket mia = world.join("Mia");
    const core::EntryRow row = core::row_of_entry(world.resource(), mia);
    EXPECT_EQ(lot_shown(*draw_facts(world.resource()), row), "") << "not before the draw";
    world.pass(hours{1});
    const core::Ticket late = world.join("late");
    const DrawFacts facts = *draw_facts(world.resource());
    const std::uint64_t participant =
        core::participant_of(world.resource().number, core::contact("Mia"));
    EXPECT_EQ(lot_shown(facts, row), R"({"number":1,"participant":")" +
                                         core::participant_text(participant) + R"(","lot":")" +
                                         core::lot_text(core::lot_of(seed, "winter", participant)) +
                                         "\"}");
    EXPECT_EQ(lot_shown(facts, core::row_of_entry(world.resource(), late)), "");
}

TEST(Draw, OfAListWhoseStaffChoseTheSeedIsByNumbers) {
    core::World world;
    world.seats(1, core::plain()
                       .set(&Rules::order, core::Order::Lottery)
                       .set(&Rules::draw_at, core::World::start + hours{1})
                       .set(&Rules::draw_seed, "secret seed"));
    EXPECT_FALSE(draw_facts(world.resource())->is_sealed);
    EXPECT_EQ(draw_facts(world.resource())->seed, "");
    world.pass(hours{1});
    EXPECT_EQ(draw_facts(world.resource())->seed, "secret seed");
    // printf 'secret seed' | sha256sum
    EXPECT_EQ(draw_facts(world.resource())->commitment,
              "f2c13654f36d87e7db91b8d844ec8b90d7a0695f29e5e2c524a3428ecea89d25");
}

}  // namespace
}  // namespace standby::interchange
