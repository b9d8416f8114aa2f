// Tests of the rules through time.
#include "engine/history/rule_versions.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using core::plain;
using core::Rules;
using core::World;
using std::chrono::hours;

RuleVersions versions_of(const World& world) {
    RuleVersions versions;
    for (const core::Event& event : world.history()) {
        versions.add(event);
    }
    return versions;
}

TEST(RuleVersions, ANewListHasOne) {
    World world;
    world.seats(3);
    world.join("a");
    world.patch_capacity(4);
    const RuleVersions found = versions_of(world);
    ASSERT_EQ(found.versions().size(), 1U);
    EXPECT_EQ(found.versions()[0], (RulesVersion{.version = 1,
                                                 .at = World::start,
                                                 .actor = world.actor,
                                                 .rules = world.resource().rules}));
    EXPECT_EQ(found.kind(), core::Kind::Seats);
    EXPECT_FALSE(found.is_drawn());
}

TEST(RuleVersions, EachChangeMakesOneMore) {
    World world;
    world.slots();
    world.now += hours{1};
    world.actor = {.kind = core::ActorKind::Staff, .id = 5};
    world.patch_rules(core::RulesPatch{}.set(&Rules::claim_window, hours{2}));
    world.patch_rules(core::RulesPatch{}.set(&Rules::claim_window, hours{2}));
    const RuleVersions found = versions_of(world);
    ASSERT_EQ(found.versions().size(), 2U);
    const RulesVersion& second = found.versions()[1];
    EXPECT_EQ(second.version, 2U);
    EXPECT_EQ(second.version, world.resource().rules_version);
    EXPECT_EQ(second.at, World::start + hours{1});
    EXPECT_EQ(second.actor, world.actor);
    EXPECT_EQ(second.rules, world.resource().rules);
    EXPECT_NE(found.versions()[0].rules, second.rules);
}

TEST(RuleVersions, ADrawIsNoticed) {
    World world;
    world.seats(1, plain()
                       .set(&Rules::order, core::Order::Lottery)
                       .set(&Rules::draw_at, World::start + hours{1})
                       .set(&Rules::draw_seed, "seed"));
    EXPECT_FALSE(versions_of(world).is_drawn());
    world.pass(hours{2});
    EXPECT_TRUE(versions_of(world).is_drawn());
}

TEST(RuleVersions, TheOldestAreForgotten) {
    RuleVersions versions;
    constexpr std::uint32_t count = RuleVersions::count_max + 10;
    for (std::uint32_t version = 1; version <= count; ++version) {
        core::Event event;
        event.rules_version = version;
        event.body = core::RulesChanged{};
        versions.add(event);
    }
    EXPECT_EQ(versions.versions().size(), RuleVersions::count_max + 1);
    EXPECT_EQ(versions.versions().back().version, count);
}

TEST(RuleVersions, AHistoryThatBeginsLaterBeginsWithTheRulesOfThatMoment) {
    World world;
    world.seats(3);
    world.pass(hours{1});
    world.patch_rules(plain().set(&Rules::max_offers, 7U));
    world.pass(hours{1});
    const core::ResourceState state = world.resource();
    world.patch_rules(plain().set(&Rules::max_offers, 8U));
    RuleVersions versions;
    versions.begin(state);
    for (const core::Event& event : world.history()) {
        if (event.number > state.last_event) {
            versions.add(event);
        }
    }
    ASSERT_EQ(versions.versions().size(), 2U);
    EXPECT_EQ(versions.versions().front().version, 2U);
    EXPECT_EQ(versions.versions().front().rules.max_offers, 7U);
    EXPECT_EQ(versions.versions().back().rules.max_offers, 8U);
    EXPECT_EQ(versions.kind(), core::Kind::Seats);
}

}  // namespace
}  // namespace standby::engine
