// Tests of entries, offers and openings as JSON, from memory and from rows.
#include "interchange/view/entry.hpp"

#include "base/json/reader.hpp"
#include "core/decide/decide_test_support.hpp"
#include "interchange/view/placeholders.hpp"
#include "interchange/view/referral_code.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace standby::interchange {
namespace {

using core::Rules;

std::string entry_text(const core::ResourceState& state, core::Ticket ticket, Viewer viewer,
                       TokenInAnswer token = TokenInAnswer::No) {
    std::string text;
    JsonWriter writer{text};
    write_entry(writer, state, ticket, viewer, token);
    return text;
}
std::string offer_text(const core::ResourceState& state, core::OfferNumber number, Viewer viewer) {
    std::string text;
    JsonWriter writer{text};
    write_offer(writer, state, number, viewer);
    return text;
}
std::string opening_text(const core::ResourceState& state, core::OpeningNumber number) {
    std::string text;
    JsonWriter writer{text};
    write_opening(writer, state, number, Viewer::Staff);
    return text;
}
// As the state is once its changes have been taken for writing.
core::ResourceState written(const core::ResourceState& state) {
    core::ResourceState later = state;
    core::forget_changes(later);
    return later;
}
bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}
std::string without_marks(std::string text) {
    std::ranges::replace(text, '\x1A', '|');
    return text;
}

constexpr std::string_view any_wants =
    R"({"service":null,"staff":null,"place":null,"earliest":null,"latest":null,"weekly":[],)"
    R"("min_notice":"0s","max_price":null,"move_up":false})";

TEST(EntryJson, HasEveryFieldWhileWaiting) {
    core::World world;
    world.slots();
    const core::Ticket mia = world.join("Mia");
    const std::string code = referral_code(core::entry_id(core::ResourceNumber{7}, mia));
    EXPECT_EQ(
        without_marks(entry_text(world.resource(), mia, Viewer::Guest, TokenInAnswer::Yes)),
        R"({"id":"ent_W000001","resource_id":"res_7","state":"waiting","party_size":1,)"
        R"("wants":)" +
            std::string{any_wants} +
            R"(,"instant_yes":null,"tier":0,"points":0,"position":1,"rank":1,"band":null,)"
            R"("referral_code":")" +
            code +
            R"(","referrals":{"pending":0,"credited":0},"joined_at":"2026-11-16T12:00:00Z",)"
            R"("misses":0,"declines":0,"standing_yes":false,"set_aside":false,"opening_id":null,)"
            R"("offer":null,"refresh_seconds":10,)"
            R"("name":|name:ent_W000001|,"email":|email:ent_W000001|,)"
            R"("phone":|phone:ent_W000001|,"consent":|consent:ent_W000001|,)"
            R"("token":|token:ent_W000001|,)"
            R"("status_url":|status_url:ent_W000001|,"group_code":|group_code:ent_W000001|})");
}

TEST(EntryJson, HidesPersonAndLinksFromAnybody) {
    core::World world;
    world.slots();
    const core::Ticket mia = world.join("Mia");
    world.open();
    const std::string text = entry_text(world.resource(), mia, Viewer::Anybody);
    EXPECT_FALSE(has(text, "\x1A"));
    EXPECT_FALSE(has(text, "\"email\""));
    EXPECT_TRUE(has(text, R"("claim_url":null)"));
    EXPECT_FALSE(has(entry_text(world.resource(), mia, Viewer::ReadOnly), "claim_url:"));
    EXPECT_TRUE(has(entry_text(world.resource(), mia, Viewer::ReadOnly), "email:ent_"));
    EXPECT_TRUE(has(entry_text(world.resource(), mia, Viewer::Staff), "claim_url:off_W000001"));
    EXPECT_TRUE(has(entry_text(world.resource(), mia, Viewer::Guest), "claim_url:off_W000001"));
}

TEST(EntryJson, ShowsRanksAsTheRulesSay) {
    core::World world;
    world.slots(core::plain().set(&Rules::visibility, core::Visibility::Band));
    core::Ticket last = 0;
    for (int index = 0; index < 12; ++index) {
        last = world.join("guest " + std::to_string(index));
    }
    const auto rank_of = [&](Viewer viewer) {
        const std::string text = entry_text(world.resource(), last, viewer);
        const auto from = text.find("\"rank\"");
        return text.substr(from, text.find(",\"referral_code\"") - from);
    };
    EXPECT_EQ(rank_of(Viewer::Staff), R"("rank":12,"band":null)");
    EXPECT_EQ(rank_of(Viewer::ReadOnly), R"("rank":12,"band":null)");
    EXPECT_EQ(rank_of(Viewer::Guest), R"("rank":null,"band":"11-20")");
    EXPECT_EQ(rank_of(Viewer::Anybody), R"("rank":null,"band":"11-20")");
    world.patch_rules(core::RulesPatch{}.set(&Rules::visibility, core::Visibility::Hidden));
    EXPECT_EQ(rank_of(Viewer::Guest), R"("rank":null,"band":null)");
    EXPECT_EQ(rank_of(Viewer::Staff), R"("rank":12,"band":null)");
}

TEST(EntryJson, HidesTheJoiningNumberWhereRanksAreHidden) {
    core::World world;
    world.slots(core::plain().set(&Rules::visibility, core::Visibility::Hidden));
    const core::Ticket mia = world.join("Mia");
    const auto has = [&](Viewer viewer, std::string_view member) {
        return entry_text(world.resource(), mia, viewer).contains(member);
    };
    EXPECT_TRUE(has(Viewer::Guest, R"("position":null)"));
    EXPECT_TRUE(has(Viewer::Anybody, R"("position":null)"));
    EXPECT_TRUE(has(Viewer::Staff, R"("position":1)"));
}

TEST(EntryJson, ShowsTheLiveOfferWithItsOpening) {
    core::World world;
    world.slots();
    const core::Ticket mia = world.join("Mia");
    core::Slot slot = world.slot();
    slot.service = "colour";
    slot.price = core::euros(45);
    const core::OpeningNumber opening = world.open(slot);
    EXPECT_EQ(without_marks(offer_text(world.resource(), world.offer_of(mia), Viewer::Guest)),
              R"({"id":"off_W000001","entry_id":"ent_W000001","resource_id":"res_7",)"
              R"("state":"live","places":1,"made_at":"2026-11-16T12:00:00Z","sent_at":null,)"
              R"("expires_at":"2026-11-16T12:10:00Z","awaiting":null,"unreached":null,)"
              R"("patience_until":null,"late_yes":false,"standing_yes":false,)"
              R"("claim_url":|claim_url:off_W000001|,"payment_url":null,)"
              R"("payment":null,)"
              R"("opening":{"id":"opn_W000001","resource_id":"res_7","state":"offering",)"
              R"("move":"offer","starts_at":"2026-11-16T15:00:00Z","duration":"30m",)"
              R"("service":"colour","staff":null,"place":null,"size":{"min":1,"max":1},)"
              R"("price":{"amount":4500,"currency":"EUR"},"offers_made":1}})");
    const std::string entry = entry_text(world.resource(), mia, Viewer::Guest);
    EXPECT_TRUE(has(entry, R"("offer":{"id":"off_W000001")"));
    EXPECT_TRUE(has(entry, R"("opening_id":"opn_W000001")"));
    EXPECT_TRUE(has(entry, R"("refresh_seconds":5)"));
    const std::string open = opening_text(world.resource(), opening);
    EXPECT_TRUE(has(open, R"("offer":{"id":"off_W000001")"));
    EXPECT_FALSE(has(open, R"("opening":)"));
    world.accept(mia);
    EXPECT_TRUE(has(entry_text(world.resource(), mia, Viewer::Guest), R"("offer":null)"));
    EXPECT_TRUE(has(opening_text(world.resource(), opening), R"("state":"booked","move":"offer")"));
}

TEST(OpeningJson, NamesItsMove) {
    core::World world;
    world.slots(core::plain().set(&Rules::max_offers, 2));
    const core::OpeningNumber nobody = world.open();
    EXPECT_TRUE(has(opening_text(world.resource(), nobody), R"("state":"open","move":"no_fit")"));
    world.give(core::WithdrawOpening{nobody});
    EXPECT_TRUE(has(opening_text(world.resource(), nobody), R"("state":"withdrawn","move":null)"));
    const core::Ticket mia = world.join("Mia");
    const core::Ticket noor = world.join("Noor");
    const core::OpeningNumber opening = world.open();
    world.decline(mia);
    EXPECT_TRUE(
        has(opening_text(world.resource(), opening), R"("state":"offering","move":"roll_on")"));
    world.decline(noor);
    EXPECT_TRUE(has(opening_text(world.resource(), opening),
                    R"("state":"handed_back","move":"hand_back")"));
    const core::OpeningNumber taken = world.open();
    world.give(core::BookOpening{taken});
    EXPECT_TRUE(has(opening_text(world.resource(), taken), R"("state":"booked","move":null)"));
}

TEST(OpeningJson, ListsItsMoves) {
    const OpeningFacts facts{.id = core::OpeningId{(std::uint64_t{7} << 32) | 1},
                             .state = core::OpeningState::Open};
    const OpeningMove moves[] = {{.seq = 4,
                                  .at = core::World::start,
                                  .move = core::Move::Offer,
                                  .offer = core::OfferNumber{1},
                                  .entry = 2,
                                  .reason = core::Reason::FirstInLine},
                                 {.seq = 9,
                                  .at = core::World::start,
                                  .move = core::Move::NoFit,
                                  .reason = core::Reason::NobodyEligible}};
    std::string text;
    JsonWriter writer{text};
    write_opening(writer, facts, nullptr, moves, Viewer::Staff);
    EXPECT_TRUE(has(text, R"("offer":null,"moves":[{"seq":4,"at":"2026-11-16T12:00:00Z",)"
                          R"("move":"offer","offer_id":"off_W000001","entry_id":"ent_W000002",)"
                          R"("reason":"first_in_line"},{"seq":9,"at":"2026-11-16T12:00:00Z",)"
                          R"("move":"no_fit","offer_id":null,"entry_id":null,)"
                          R"("reason":"nobody_eligible"}]})"))
        << text;
}

TEST(EntryJson, LooksTheSameFromMemoryAndFromTheRow) {
    core::World world;
    world.slots();
    core::Wants wants{.service = "colour", .min_notice = std::chrono::hours{1}};
    const core::Ticket mia = world.join("Mia", wants);
    const core::ResourceState& state = world.resource();
    const core::EntryId id = core::entry_id(state.number, mia);
    EntryFacts from_row =
        entry_facts(id, core::EntryState::Waiting, core::row_of_entry(state, mia));
    from_row.rank = 1;
    std::string text;
    JsonWriter writer{text};
    write_entry(writer, from_row, {.viewer = Viewer::Staff});
    EXPECT_EQ(text, entry_text(state, mia, Viewer::Staff));
}

TEST(EntryJson, IsCompleteInTheAnswerThatEndsIt) {
    core::World world;
    world.slots();
    const core::Ticket mia = world.join("Mia", core::Wants{.service = "colour"});
    core::Slot slot = world.slot();
    slot.service = "colour";
    const core::OpeningNumber opening = world.open(slot);
    const core::OfferNumber offer = world.offer_of(mia);
    world.leave(mia);

    const auto entry = entry_facts(world.resource(), mia);
    ASSERT_TRUE(entry && entry->complete);
    EXPECT_EQ(entry->wants.service, "colour");
    const std::string text = entry_text(world.resource(), mia, Viewer::Guest);
    EXPECT_TRUE(has(text, R"("state":"left")"));
    EXPECT_TRUE(has(text, R"("joined_at":"2026-11-16T12:00:00Z")"));
    EXPECT_TRUE(has(text, R"("rank":null,"band":null)"));
    EXPECT_TRUE(has(text, R"("offer":null)"));
    EXPECT_TRUE(has(text, R"("refresh_seconds":300)"));
    const std::string ended = offer_text(world.resource(), offer, Viewer::Staff);
    EXPECT_TRUE(has(ended, R"("state":"declined","places":1)")) << ended;
    EXPECT_TRUE(has(ended, R"("opening":{"id":"opn_W000001")")) << ended;
    EXPECT_TRUE(has(opening_text(world.resource(), opening), R"("service":"colour")"));
}

TEST(EntryJson, SaysWhatItKnowsOfWhatEndedLongAgo) {
    core::World world;
    world.slots();
    const core::Ticket mia = world.join("Mia");
    world.open();
    const core::OfferNumber offer = world.offer_of(mia);
    world.leave(mia);
    const core::ResourceState later = written(world.resource());
    EXPECT_FALSE(entry_facts(later, mia)->complete);
    EXPECT_FALSE(offer_facts(later, offer)->complete);
    const std::string text = entry_text(later, mia, Viewer::Guest);
    EXPECT_TRUE(has(
        text, R"("state":"left","party_size":null,"wants":null,"instant_yes":null,"tier":null)"));
    EXPECT_TRUE(has(text, R"("position":1)"));
    EXPECT_TRUE(has(offer_text(later, offer, Viewer::Staff),
                    R"("entry_id":null,"resource_id":"res_7","state":"declined","places":null)"));
}

TEST(EntryJson, IsNullForWhatNeverWas) {
    core::World world;
    world.slots();
    EXPECT_EQ(entry_text(world.resource(), 1, Viewer::Staff), "null");
    EXPECT_EQ(offer_text(world.resource(), core::OfferNumber{1}, Viewer::Staff), "null");
    EXPECT_EQ(opening_text(world.resource(), core::OpeningNumber{1}), "null");
}

TEST(EntryJson, CountsThePlacesOfAnOffer) {
    core::World world;
    world.seats(3);
    world.join("Ana", 3);
    const core::Ticket mia = world.join("Mia", 2);
    world.patch_capacity(5);
    EXPECT_TRUE(
        has(offer_text(world.resource(), world.offer_of(mia), Viewer::Staff), R"("places":2)"));
    EXPECT_TRUE(has(offer_text(world.resource(), world.offer_of(mia), Viewer::Staff),
                    R"("opening":null})"));
}

TEST(RefreshSeconds, AreFewerNearTheHead) {
    using core::EntryState;
    using core::Visibility;
    EXPECT_EQ(refresh_seconds(EntryState::Offered, std::nullopt, Visibility::Rank), 5U);
    EXPECT_EQ(refresh_seconds(EntryState::Confirming, std::nullopt, Visibility::Hidden), 5U);
    EXPECT_EQ(refresh_seconds(EntryState::Waiting, 10, Visibility::Rank), 10U);
    EXPECT_EQ(refresh_seconds(EntryState::Waiting, 11, Visibility::Band), 30U);
    EXPECT_EQ(refresh_seconds(EntryState::Waiting, 100, Visibility::Rank), 30U);
    EXPECT_EQ(refresh_seconds(EntryState::Waiting, 101, Visibility::Rank), 60U);
    EXPECT_EQ(refresh_seconds(EntryState::Waiting, std::nullopt, Visibility::Rank), 60U);
    EXPECT_EQ(refresh_seconds(EntryState::Waiting, 1, Visibility::Hidden), 30U);
    EXPECT_EQ(refresh_seconds(EntryState::Waiting, 5000, Visibility::Hidden), 30U);
    EXPECT_EQ(refresh_seconds(EntryState::Unverified, std::nullopt, Visibility::Rank), 30U);
    EXPECT_EQ(refresh_seconds(EntryState::Accepted, std::nullopt, Visibility::Rank), 300U);
    EXPECT_EQ(refresh_seconds(EntryState::Left, std::nullopt, Visibility::Rank), 300U);
}

}  // namespace
}  // namespace standby::interchange
