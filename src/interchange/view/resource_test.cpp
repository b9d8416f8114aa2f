// Tests of a resource as JSON: staff see everything but a secret seed, others the public facts.
#include "interchange/view/resource.hpp"

#include "base/json/reader.hpp"
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::interchange {
namespace {

std::string shown(const ResourceFacts& facts) {
    std::string text;
    JsonWriter writer{text};
    write_resource(writer, facts);
    return text;
}
std::string shown_publicly(const ResourceFacts& facts) {
    std::string text;
    JsonWriter writer{text};
    write_public_resource(writer, facts);
    return text;
}

core::World lottery() {
    core::World world;
    world.seats(1, core::plain()
                       .set(&core::Rules::order, core::Order::Lottery)
                       .set(&core::Rules::draw_at, core::World::start + std::chrono::hours{1})
                       .set(&core::Rules::draw_seed, "secret seed"));
    return world;
}

TEST(ResourceJson, ShowsEverythingToStaff) {
    core::World world;
    world.create({.kind = core::Kind::Seats,
                  .time_zone = "Europe/Berlin",
                  .starts_at = core::World::start + std::chrono::hours{48},
                  .capacity = 1},
                 {});
    world.join("Mia");
    world.join("Noor");
    EXPECT_EQ(
        shown(resource_facts(world.resource(), "Konzert \"K\"")),
        R"({"id":"res_7","name":"Konzert \"K\"","kind":"seats","status":"active","capacity":1,)"
        R"("starts_at":"2026-11-18T12:00:00Z","time_zone":"Europe/Berlin","inventory":"internal",)"
        R"("archived":false,"practice":false,"access_url":null,)"
        R"("rules":{"order":"fifo","minutes_per_point":60,"claim_window":"12h","max_offers":0,)"
        R"("cutoff":"0s","quiet_hours":{"from":"21:00","to":"08:00"},"urgent":false,)"
        R"("after_miss":"remove","after_decline":"remove","max_misses":0,"visibility":"rank",)"
        R"("max_waiting":0,"verify_email":false,"referral":{"points":5,"cap":50},)"
        R"("party":"strict","max_passes":3,"wave_size":0,"wave_interval":"0s",)"
        R"("reminder_after":"2h","payment":null,"instant_yes":true,"draw_at":null,)"
        R"("draw_seed":null,"draw_words":null,"prove_within":"1d","tell_ends":true,)"
        R"("transfer":false,"patience":null,"late_yes":false,"ping_after":"0s","ping_grace":"1w",)"
        R"("tax":null,"deposit":null,"late_fee":null},)"
        R"("rules_version":1,"draw_commitment":null,)"
        R"("drawn":false,)"
        R"("counts":{"waiting":1,"offered":0,"accepted":1,"free":0,"unverified":0,)"
        R"("accepted_places":1,"held_places":0},"last_seq":)" +
            std::to_string(world.resource().last_event) + "}");
}

TEST(ResourceJson, ShowsOnlyPublicFactsToOthers) {
    core::World world;
    world.slots();
    EXPECT_EQ(shown_publicly(resource_facts(world.resource(), "Salon")),
              R"({"id":"res_7","name":"Salon","kind":"slots","status":"active","starts_at":null,)"
              R"("time_zone":"UTC","capacity":0,"counts":{"waiting":0,"free":0},)"
              R"("rules":{"order":"fifo","visibility":"rank","claim_window":"10m",)"
              R"("late_yes":false,"party":"strict","instant_yes":true,"payment":null,)"
              R"("verify_email":false,)"
              R"("draw_at":null,"draw_words":null},"draw_commitment":null,"drawn":false})");
}

TEST(ResourceJson, KeepsTheSeedOfADrawSecretUntilItIsOver) {
    core::World world = lottery();
    const std::string commitment =
        "\"draw_commitment\":\"" +
        draw_commitment(world.resource().number, world.resource().rules, {}) + '"';
    const std::string before = shown(resource_facts(world.resource(), "Draw"));
    EXPECT_EQ(before.find("secret seed"), std::string::npos);
    EXPECT_NE(before.find(commitment), std::string::npos);
    EXPECT_NE(shown_publicly(resource_facts(world.resource(), "D")).find(commitment),
              std::string::npos);
    world.pass(std::chrono::hours{2});
    EXPECT_NE(shown(resource_facts(world.resource(), "Draw")).find(R"("draw_seed":"secret seed")"),
              std::string::npos);
    EXPECT_EQ(shown_publicly(resource_facts(world.resource(), "D")).find("secret seed"),
              std::string::npos);
    // printf 'secret seed' | sha256sum
    EXPECT_EQ(draw_commitment(world.resource().number, world.resource().rules, {}),
              "f2c13654f36d87e7db91b8d844ec8b90d7a0695f29e5e2c524a3428ecea89d25");
}

TEST(ResourceJson, LooksTheSameFromMemoryAndFromTheRow) {
    core::World world = lottery();
    world.join("Mia");
    for (const auto wait : {std::chrono::hours{0}, std::chrono::hours{2}}) {
        world.pass(wait);
        const core::ResourceRow row = core::row_of(world.resource());
        EXPECT_EQ(shown(resource_facts(world.resource(), "Draw")),
                  shown(resource_facts(core::ResourceNumber{7}, "Draw", row)));
    }
}

TEST(ResourceJson, HidesHowManyWaitWhereRanksAreHidden) {
    core::World world;
    world.seats(0, core::plain().set(&core::Rules::visibility, core::Visibility::Hidden));
    world.join("Mia");
    const ResourceFacts facts = resource_facts(world.resource(), "Concert");
    EXPECT_NE(shown_publicly(facts).find(R"("counts":{"waiting":null,"free":0})"),
              std::string::npos)
        << "whoever joined last would know their rank";
    EXPECT_NE(shown(facts).find(R"("counts":{"waiting":1,)"), std::string::npos);
}

}  // namespace
}  // namespace standby::interchange
