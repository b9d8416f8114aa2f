// Tests of the audit trail as JSON.
#include "interchange/view/audit.hpp"

#include "base/json/reader.hpp"
#include "core/audit/event_test_support.hpp"
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::interchange {
namespace {

std::string item(const core::Event& event) {
    std::string text;
    JsonWriter writer{text};
    write_audit_item(writer, core::ResourceNumber{7}, event, Sha256Digest{});
    return text;
}
std::string details(const core::EventBody& body) {
    core::Event event;
    event.body = body;
    const std::string text = item(event);
    return text.substr(text.find("\"details\":") + 10,
                       text.size() - text.find("\"details\":") - 11);
}

TEST(AuditJson, HasTheFieldsThatAllEventsShare) {
    core::World world;
    world.slots();
    world.join("Mia");
    world.open();
    const std::string zeros(64, '0');
    const core::Event made = world.last_event<core::OfferMade>();
    EXPECT_EQ(item(made),
              R"({"seq":)" + std::to_string(made.number) +
                  R"(,"at":"2026-11-16T12:00:00Z","type":"offer_made","entry_id":"ent_W000001",)"
                  R"("offer_id":"off_W000001","opening_id":"opn_W000001","from_state":"waiting",)"
                  R"("to_state":"offered","reason":"first_in_line","rules_version":1,)"
                  R"("actor":"system","hash":")" +
                  zeros +
                  R"(","details":{"move":"offer","places":0,"tries":1,)"
                  R"("send_at":"2026-11-16T12:00:00Z","expires_at":"2026-11-16T12:10:00Z",)"
                  R"("instant":false,"passed":0,"note":null}})");
    const std::string created = item(world.last_event<core::ResourceCreated>());
    EXPECT_NE(
        created.find(R"("entry_id":null,"offer_id":null,"opening_id":null,"from_state":null)"),
        std::string::npos);
    EXPECT_NE(created.find(R"("actor":"staff:1")"), std::string::npos);
}

TEST(AuditJson, HasTheDetailsOfEachType) {
    const Time at = core::World::start;
    EXPECT_EQ(details(core::PlacesReleased{.quantity = 3}), R"({"quantity":3,"note":null})");
    EXPECT_EQ(details(core::PlacesReleased{.quantity = 3, .note = "rain"}),
              R"({"quantity":3,"note":"rain"})");
    EXPECT_EQ(details(core::PlacesIdled{2, core::Move::HandBack}),
              R"({"places":2,"move":"hand_back"})");
    EXPECT_EQ(details(core::PointsChanged{.referred = 2, .raw = 5, .delta = -5}),
              R"({"referred_id":"ent_W000002","raw":5,"delta":-5})");
    EXPECT_EQ(details(core::OfferSent{at, at + std::chrono::minutes{1}}),
              R"({"sent_at":"2026-11-16T12:00:00Z","expires_at":"2026-11-16T12:01:00Z"})");
    EXPECT_EQ(details(core::OfferExtended{at}), R"({"expires_at":"2026-11-16T12:00:00Z"})");
    EXPECT_EQ(details(core::OfferClaimed{core::Awaiting::Payment, at}),
              R"({"awaiting":"payment","expires_at":"2026-11-16T12:00:00Z"})");
    EXPECT_EQ(details(core::OfferEnded{core::OfferState::Expired, true, 9}),
              R"({"outcome":"expired","counts_as_miss":true,"to_the_back":true,)"
              R"("steps_aside":false})");
    EXPECT_EQ(details(core::OfferUnreached{core::Undeliverable::Blocked, at, at}),
              R"({"cause":"blocked","patience_until":"2026-11-16T12:00:00Z",)"
              R"("expires_at":"2026-11-16T12:00:00Z"})");
    EXPECT_EQ(details(core::CompensationDue{core::Compensation::Refund}),
              R"({"compensation":"refund"})");
    EXPECT_EQ(details(core::OpeningMoved{core::Move::NoFit}), R"({"move":"no_fit"})");
    EXPECT_EQ(details(core::EntryVerified{}), "{}");
    EXPECT_NE(details(core::EntryJoined{.party_size = 3, .referrer = 1})
                  .find(R"("referrer_id":"ent_W000001","in_group":false,"moving_up_from":null)"),
              std::string::npos);
    EXPECT_NE(details(core::OpeningAdded{.previous = core::OpeningNumber{4}})
                  .find(R"("previous_opening_id":"opn_W000004")"),
              std::string::npos);
}

TEST(AuditJson, NeverShowsASeedOrAContact) {
    core::Rules rules;
    rules.draw_seed = "secret seed";
    EXPECT_EQ(details(core::RulesChanged{rules, "the server's secret"}).find("secret"),
              std::string::npos);
    EXPECT_EQ(details(core::ResourceCreated{{}, rules, "the server's secret"}).find("secret"),
              std::string::npos);
    const core::ContactKey key{1234567890123456789U};
    EXPECT_EQ(details(core::EntryJoined{.contacts = {key}}).find("1234567890123456789"),
              std::string::npos);
}

TEST(AuditJson, IsValidForAnyEventThatTheBytesCanHold) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        for (const core::Event& event : core::one_of_each(seed)) {
            const std::string text = item(event);
            const auto document = read_json(text);
            ASSERT_TRUE(document) << document.error().text() << '\n' << text;
        }
    }
}

TEST(AuditJson, NamesWhoActed) {
    EXPECT_EQ(actor_text({}), "system");
    EXPECT_EQ(actor_text({core::ActorKind::Guest, 5}), "guest");
    EXPECT_EQ(actor_text({core::ActorKind::Staff, 3}), "staff:3");
    EXPECT_EQ(actor_text({core::ActorKind::Integration, 4}), "integration:4");
    EXPECT_EQ(actor_text({core::ActorKind::Member, 2}), "member:2");
}

}  // namespace
}  // namespace standby::interchange
