// The naive reference on stories small enough to check by reading the decisions page.
#include "sim/model/naive_resource.hpp"

#include <gtest/gtest.h>

#include <variant>

namespace standby::sim {
namespace {

class NaiveResourceTest : public testing::Test {
protected:
    NaiveOutcome give(const Command& command) {
        return model_.run(command, {.now = now_, .actor = {}, .zones = &zones_});
    }
    void create(Settings settings, RulesPatch rules) {
        rules.set(&Rules::quiet_hours, std::nullopt);
        ASSERT_FALSE(give(core::CreateResource{.settings = settings, .rules = rules}).refusal);
    }
    Ticket join(std::uint32_t party) {
        core::Join join;
        join.contacts = {ContactKey{++contact_}};
        join.party_size = party;
        return give(join).answer.entry;
    }
    EntryState state_of(Ticket ticket) const { return model_.find_entry(ticket)->state; }

    ZoneBook zones_;
    NaiveResource model_{ResourceNumber{1}, zones_};
    Time now_{std::chrono::hours{480'000}};
    std::uint64_t contact_ = 0;
};

TEST_F(NaiveResourceTest, ANewcomerTakesAFreeSeatAndTheNextOneWaits) {
    create({.kind = Kind::Seats, .capacity = 2}, {});
    EXPECT_EQ(state_of(join(2)), EntryState::Accepted);
    EXPECT_EQ(state_of(join(1)), EntryState::Waiting);
}

TEST_F(NaiveResourceTest, SeatsGatherForAStrictPartyAndPassItWhenItMayBePassed) {
    create({.kind = Kind::Seats, .capacity = 3}, {});
    const Ticket first = join(1);
    join(2);
    const Ticket large = join(3);
    const Ticket small = join(1);
    give(core::CancelEntry{.entry = first});
    EXPECT_EQ(state_of(small), EntryState::Waiting);

    RulesPatch fit;
    fit.set(&Rules::party, PartyPolicy::Fit);
    core::PatchResource patch;
    patch.rules = fit;
    const NaiveOutcome outcome = give(patch);
    EXPECT_EQ(state_of(small), EntryState::Offered);
    EXPECT_EQ(std::get<core::OfferMade>(outcome.events.back().body).passed,
              std::vector<Ticket>{large});
}

TEST_F(NaiveResourceTest, ADeclinedOfferRollsOnWithItsTriesAndTheEntrySitsOut) {
    RulesPatch rules;
    rules.set(&Rules::after_decline, AfterOffer::Keep);
    create({.kind = Kind::Seats, .capacity = 1}, rules);
    const Ticket holder = join(1);
    const Ticket second = join(1);
    const Ticket third = join(1);
    give(core::Leave{.entry = holder});
    give(core::Decline{.offer = OfferNumber{1}});
    EXPECT_EQ(state_of(second), EntryState::Waiting);
    EXPECT_EQ(state_of(third), EntryState::Offered);
    ASSERT_NE(model_.find_offer(OfferNumber{2}), nullptr);
    EXPECT_EQ(model_.find_offer(OfferNumber{2})->tries, 2U);
    EXPECT_EQ(model_.failed_check(*model_.find_entry(second), model_.place_of(nullptr), now_),
              "sitting_out");
}

TEST_F(NaiveResourceTest, PositionsCountJoinsWithoutGaps) {
    RulesPatch rules;
    rules.set(&Rules::after_decline, AfterOffer::Back);
    create({.kind = Kind::Seats, .capacity = 1}, rules);
    const Ticket holder = join(1);
    const Ticket second = join(1);
    give(core::Leave{.entry = holder});
    give(core::Decline{.offer = OfferNumber{1}});
    const Ticket third = join(1);
    EXPECT_EQ(third, 4U);
    EXPECT_EQ(model_.position_of(*model_.find_entry(second)), 2U);
    EXPECT_EQ(model_.position_of(*model_.find_entry(third)), 3U);
}

TEST_F(NaiveResourceTest, ReferralPointsStopAtTheCapAndComeOffWithFraud) {
    RulesPatch rules;
    rules.set(&Rules::referral, {.points = 5, .cap = 8});
    create({.kind = Kind::Slots}, rules);
    const Ticket referrer = join(1);
    std::vector<Ticket> referred;
    for (std::uint64_t index = 0; index < 2; ++index) {
        core::Join command;
        command.contacts = {ContactKey{100 + index}};
        command.referrer = referrer;
        referred.push_back(give(command).answer.entry);
    }
    EXPECT_EQ(model_.find_entry(referrer)->points, 8);
    give(core::RemoveEntry{.entry = referred[0], .cause = core::RemoveCause::Fraud});
    EXPECT_EQ(model_.find_entry(referrer)->points, 5);
}

}  // namespace
}  // namespace standby::sim
