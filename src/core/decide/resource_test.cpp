// Tests of the commands on the resource itself: create, change, pause, resume, close, release.
#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class ResourceTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    std::string refused_settings(const Settings& settings) {
        return refused(create(settings, plain()));
    }
    std::string refused_rules(const RulesPatch& rules) {
        return refused(create({.kind = Kind::Seats, .capacity = 2}, rules));
    }
};

TEST_F(ResourceTest, IsActiveOnceCreatedUnderVersionOneOfItsRules) {
    const Outcome outcome = create({.kind = Kind::Seats, .capacity = 3}, plain());
    EXPECT_EQ(trace(outcome), (Trace{"resource_created requested"}));
    EXPECT_EQ(to_state(outcome.events[0]), "active");
    EXPECT_EQ(outcome.events[0].rules_version, 1U);
    EXPECT_EQ(outcome.events[0].actor, actor);
    EXPECT_EQ(outcome.events[0].at, now);
    EXPECT_EQ(counts().free_places, 3U);
}

TEST_F(ResourceTest, GetsTheDefaultsOfItsKind) {
    create({.kind = Kind::Access, .capacity = 3}, RulesPatch{});
    EXPECT_EQ(last<ResourceCreated>().rules, default_rules(Kind::Access));
    EXPECT_EQ(last<ResourceCreated>().rules.claim_window, hours{48});
}

TEST_F(ResourceTest, IsCreatedOnlyOnce) {
    seats(2);
    EXPECT_EQ(refused(create({.kind = Kind::Slots}, plain())), "resource-exists");
}

TEST_F(ResourceTest, KnowsNoCommandBeforeItIsCreated) {
    EXPECT_EQ(refused(give(person("ann"))), "unknown-resource");
    EXPECT_EQ(refused(give(CloseResource{})), "unknown-resource");
}

TEST_F(ResourceTest, RefusesSettingsThatMakeNoSenseByName) {
    EXPECT_EQ(refused_settings({.time_zone = "Mars/Olympus"}), "invalid-field: time_zone");
    EXPECT_EQ(refused_settings({.kind = Kind::Seats, .capacity = limits::capacity_max + 1}),
              "invalid-field: capacity");
    EXPECT_EQ(refused_settings({.kind = Kind::Slots, .capacity = 1}), "invalid-field: capacity");
    EXPECT_EQ(refused_settings({.kind = Kind::Access, .inventory = Inventory::External}),
              "invalid-field: inventory");
    EXPECT_EQ(refused_settings({.kind = Kind::Seats, .capacity = limits::capacity_max}), "");
}

TEST_F(ResourceTest, RefusesRulesThatMakeNoSenseByName) {
    EXPECT_EQ(refused_rules(plain().set(&Rules::claim_window, std::chrono::seconds{9})),
              "invalid-field: rules.claim_window");
    EXPECT_EQ(refused_rules(plain().set(&Rules::wave_size, 5U)),
              "invalid-field: rules.wave_interval");
    EXPECT_EQ(refused_rules(plain().set(&Rules::order, Order::Lottery)),
              "invalid-field: rules.draw_at");
}

TEST_F(ResourceTest, NamesTheChangedRulesAsANewVersion) {
    seats(2);
    const Outcome outcome = patch_rules(RulesPatch{}.set(&Rules::max_offers, 4U));
    EXPECT_EQ(trace(outcome), (Trace{"rules_changed rules_changed"}));
    EXPECT_EQ(outcome.events[0].rules_version, 2U);
    EXPECT_EQ(resource().rules.max_offers, 4U);
    join("ann");
    EXPECT_EQ(last_event<EntryJoined>().rules_version, 2U);
}

TEST_F(ResourceTest, SaysNothingOfAPatchThatChangesNothing) {
    seats(2, plain().set(&Rules::max_offers, 4U));
    EXPECT_EQ(trace(patch_rules(RulesPatch{}.set(&Rules::max_offers, 4U))), Trace{});
    EXPECT_EQ(trace(patch_capacity(2)), Trace{});
    EXPECT_EQ(resource().rules_version, 1U);
}

TEST_F(ResourceTest, ChangesSettingsAndRulesInOneCommand) {
    seats(1);
    PatchResource command;
    command.time_zone = "Asia/Tokyo";
    command.starts_at = std::optional<Time>{start + hours{48}};
    command.rules = RulesPatch{}.set(&Rules::max_waiting, 9U);
    EXPECT_EQ(trace(give(command)),
              (Trace{"settings_changed requested", "rules_changed rules_changed"}));
    EXPECT_EQ(resource().settings.time_zone, "Asia/Tokyo");
    EXPECT_EQ(resource().settings.capacity, 1U);
    EXPECT_EQ(due(), start + hours{48});
}

TEST_F(ResourceTest, RefusesAPatchThatWouldMakeNoSense) {
    slots();
    EXPECT_EQ(refused(patch_capacity(3)), "invalid-field: capacity");
    PatchResource zone;
    zone.time_zone = "Nowhere";
    EXPECT_EQ(refused(give(zone)), "invalid-field: time_zone");
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::cutoff, -minutes{1}))),
              "invalid-field: rules.cutoff");
}

TEST_F(ResourceTest, RaisedCapacityPromotesInOrderInOneGo) {
    seats(1);
    join("holder");
    const Ticket first = join("first");
    const Ticket second = join("second");
    const Ticket third = join("third");
    EXPECT_EQ(trace(patch_capacity(3)),
              (Trace{"settings_changed capacity_changed", "offer_made first_in_line #2",
                     "offer_made first_in_line #3"}));
    EXPECT_EQ(state(first), "offered");
    EXPECT_EQ(state(second), "offered");
    EXPECT_EQ(state(third), "waiting");
}

TEST_F(ResourceTest, LoweredCapacityNeverEvicts) {
    seats(3);
    const Ticket ann = join("ann", 2);
    const Ticket bob = join("bob");
    EXPECT_EQ(trace(patch_capacity(1)), (Trace{"settings_changed capacity_changed"}));
    EXPECT_EQ(state(ann), "accepted");
    EXPECT_EQ(state(bob), "accepted");
    EXPECT_EQ(counts().free_places, 0U);
    const Ticket cyd = join("cyd");
    give(CancelEntry{ann});
    EXPECT_EQ(state(cyd), "waiting") << "bob alone fills what is left";
    give(CancelEntry{bob});
    EXPECT_EQ(state(cyd), "offered");
}

TEST_F(ResourceTest, LoweredTotalOfAnAccessListBoundsWhatWasReleased) {
    access(5);
    release("wave", 4);
    join("ann");
    patch_capacity(2);
    EXPECT_EQ(counts().limit, 2U);
    EXPECT_EQ(state(join("bob")), "accepted");
    EXPECT_EQ(state(join("cyd")), "waiting");
}

TEST_F(ResourceTest, RaisedTotalThatBringsPlacesBackIsARelease) {
    access(5, plain().set(&Rules::after_decline, AfterOffer::Keep));
    release("wave", 4);
    patch_capacity(1);
    join("holder");
    const Ticket ann = join("ann");
    patch_capacity(2);
    decline(ann);
    EXPECT_EQ(state(ann), "waiting") << "sits out";
    patch_capacity(3);
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(ResourceTest, PauseHoldsMovesAndResumeMakesThem) {
    seats(1);
    const Ticket holder = join("holder");
    const Ticket next = join("next");
    EXPECT_EQ(trace(give(PauseResource{})), (Trace{"status_changed requested"}));
    EXPECT_EQ(trace(give(CancelEntry{holder})), (Trace{"entry_ended requested #1"}));
    EXPECT_EQ(trace(pass(hours{5})), Trace{});
    EXPECT_EQ(state(next), "waiting");
    EXPECT_EQ(trace(give(ResumeResource{})),
              (Trace{"status_changed requested", "offer_made first_in_line #2"}));
}

TEST_F(ResourceTest, SamePauseResumeOrCloseTwiceIsOne) {
    seats(1);
    EXPECT_TRUE(give(ResumeResource{}).answer.repeated);
    EXPECT_FALSE(give(PauseResource{}).answer.repeated);
    EXPECT_TRUE(give(PauseResource{}).answer.repeated);
    EXPECT_FALSE(give(CloseResource{}).answer.repeated);
    const Outcome again = give(CloseResource{});
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(trace(again), Trace{});
}

TEST_F(ResourceTest, ClosedStaysClosedUnlessReopened) {
    access(5);
    give(CloseResource{});
    EXPECT_EQ(refused(give(PauseResource{})), "resource-closed");
    EXPECT_EQ(refused(give(ResumeResource{})), "resource-closed");
    EXPECT_EQ(refused(patch_capacity(9)), "resource-closed");
    EXPECT_EQ(refused(release("late", 1)), "resource-closed");
}

TEST_F(ResourceTest, AClosedListCanBeReopenedAndWhoeverEndedStaysOff) {
    seats(1);
    join("holder");
    const Ticket ann = join("ann");
    give(CloseResource{});
    EXPECT_EQ(trace(give(ResumeResource{.reopens = true})),
              (Trace{"entry_ended list_closed #2", "status_changed requested"}));
    EXPECT_EQ(resource().status, ResourceStatus::Active);
    EXPECT_EQ(resource().entries.state(ann), EntryState::Expired);
    EXPECT_NE(join("ann"), ann);
    EXPECT_TRUE(give(ResumeResource{.reopens = true}).answer.repeated);
}

TEST_F(ResourceTest, OnlyAListThatHasEndedIsArchived) {
    seats(1);
    const PatchResource archive{.archived = true};
    EXPECT_EQ(refused(give(archive)), "resource-open: archived");
    give(PauseResource{});
    EXPECT_EQ(refused(give(archive)), "resource-open: archived");
    give(CloseResource{});
    EXPECT_EQ(trace(give(archive)), Trace{"settings_changed requested"});
    EXPECT_EQ(trace(give(archive)), Trace{});
    EXPECT_TRUE(resource().settings.archived);
    EXPECT_EQ(refused(patch_capacity(9)), "resource-closed");
    EXPECT_EQ(trace(give(ResumeResource{.reopens = true})),
              (Trace{"settings_changed requested", "status_changed requested"}));
    EXPECT_FALSE(resource().settings.archived);
}

TEST_F(ResourceTest, ACancelledListStaysCancelledAndCanBeArchived) {
    seats(1);
    give(CancelResource{});
    EXPECT_EQ(refused(give(ResumeResource{.reopens = true})), "resource-closed");
    EXPECT_EQ(trace(give(PatchResource{.archived = true})), Trace{"settings_changed requested"});
    EXPECT_EQ(trace(give(PatchResource{.archived = false})), Trace{"settings_changed requested"});
}

TEST_F(ResourceTest, ClosingLeavesALiveOfferToItsGuest) {
    seats(1);
    const Ticket holder = join("holder");
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    give(CancelEntry{holder});
    give(CloseResource{});
    EXPECT_EQ(refused(accept(ann)), "");
    EXPECT_EQ(state(ann), "accepted");
    leave(ann);
    EXPECT_EQ(state(bob), "expired") << "nothing moves on a closed list, and nobody waits there";
}

TEST_F(ResourceTest, ReleaseOffersThatManyPlacesInOrder) {
    access(10, plain().set(&Rules::order, Order::Fifo));
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    const Ticket cyd = join("cyd");
    EXPECT_EQ(trace(release("wave 1", 2)),
              (Trace{"places_released capacity_released", "offer_made first_in_line #1",
                     "offer_made first_in_line #2"}));
    EXPECT_EQ(state(ann), "offered");
    EXPECT_EQ(state(bob), "offered");
    EXPECT_EQ(state(cyd), "waiting");
}

TEST_F(ResourceTest, ReleaseOfAnAccessListIsBoundedByItsTotal) {
    access(5);
    release("", 3);
    release("", 3);
    EXPECT_EQ(last<PlacesReleased>().quantity, 2U);
    EXPECT_EQ(counts().limit, 5U);
    EXPECT_EQ(refused(release("", 1)), "total-reached");
    patch_capacity(4);
    EXPECT_EQ(refused(release("", 1)), "total-reached");
}

TEST_F(ResourceTest, TheSameEventIdTwiceIsOneRelease) {
    external_seats();
    EXPECT_FALSE(release("evt-1", 2).answer.repeated);
    const Outcome again = release("evt-1", 2);
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(trace(again), Trace{});
    EXPECT_EQ(counts().limit, 2U);
    give(CloseResource{});
    EXPECT_TRUE(release("evt-1", 2).answer.repeated) << "known also when closed meanwhile";
}

TEST_F(ResourceTest, ReleasesWithoutAnIdAreEachTheirOwn) {
    access(9);
    release("", 2);
    release("", 2);
    EXPECT_EQ(counts().limit, 4U);
}

TEST_F(ResourceTest, ReleaseIsForAccessAndExternalSeatsOnly) {
    slots();
    EXPECT_EQ(refused(release("evt", 1)), "wrong-kind");
}

TEST_F(ResourceTest, ReleaseOfSeatsThatAreCountedHereIsRefused) {
    seats(1);
    EXPECT_EQ(refused(release("evt", 1)), "not-external");
}

TEST_F(ResourceTest, ReleaseRefusesBadFieldsByName) {
    external_seats();
    EXPECT_EQ(refused(release("", 1)), "invalid-field: event_id");
    EXPECT_EQ(refused(release(std::string(201, 'x'), 1)), "invalid-field: event_id");
    EXPECT_EQ(refused(release(std::string(200, 'x'), 1)), "");
    EXPECT_EQ(refused(release("evt", 0)), "invalid-field: quantity");
    EXPECT_EQ(refused(release("evt", limits::capacity_max + 1)), "invalid-field: quantity");
}

class LotteryRulesTest : public ResourceTest {
protected:
    void lottery() {
        seats(1, plain()
                     .set(&Rules::order, Order::Lottery)
                     .set(&Rules::draw_at, start + hours{1})
                     .set(&Rules::draw_seed, "seed"));
    }
};

TEST_F(LotteryRulesTest, SeedCannotChangeOnceSomebodyHasJoined) {
    lottery();
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::draw_seed, "other"))), "");
    join("ann");
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::draw_seed, "third"))),
              "invalid-field: rules.draw_seed");
}

TEST_F(LotteryRulesTest, ListCannotBecomeALotteryOnceSomebodyHasJoined) {
    const RulesPatch draw = RulesPatch{}
                                .set(&Rules::order, Order::Lottery)
                                .set(&Rules::draw_at, start + hours{1})
                                .set(&Rules::draw_seed, "seed");
    seats(1);
    EXPECT_EQ(refused(patch_rules(draw)), "");
    patch_rules(RulesPatch{}.set(&Rules::order, Order::Fifo));
    join("ann");
    EXPECT_EQ(refused(patch_rules(draw)), "invalid-field: rules.order");
}

TEST_F(LotteryRulesTest, DrawTimeCanMoveUntilTheDraw) {
    lottery();
    join("ann");
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::draw_at, start + hours{2}))), "");
    EXPECT_EQ(due(), start + hours{2});
    EXPECT_EQ(trace(pass(hours{1})), Trace{});
}

TEST_F(LotteryRulesTest, DrawnOrderStays) {
    lottery();
    pass(hours{1});
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::draw_at, start + hours{9}))),
              "lottery-drawn: rules");
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::order, Order::Fifo))),
              "lottery-drawn: rules");
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::draw_seed, "other"))),
              "lottery-drawn: rules");
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::max_offers, 2U))), "");
}

}  // namespace
}  // namespace standby::core
