// Tests of who is next for counted places: in order, by party, by wave, and when nobody is left.
#include "core/decide/decide_test_support.hpp"
#include "core/order/order_key.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class NextStepTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    // A full house: every seat is held by ticket 1.
    void full_house(std::uint32_t capacity, const RulesPatch& rules = plain()) {
        seats(capacity, rules);
        join("holder", capacity);
    }
    static RulesPatch keeping() {
        return plain()
            .set(&Rules::after_miss, AfterOffer::Keep)
            .set(&Rules::after_decline, AfterOffer::Keep);
    }
    static RulesPatch fit(std::uint32_t max_passes) {
        return plain().set(&Rules::party, PartyPolicy::Fit).set(&Rules::max_passes, max_passes);
    }
    std::vector<Ticket> asked(std::size_t from = 0) const {
        std::vector<Ticket> entries;
        for (std::size_t at = from; at < history().size(); ++at) {
            if (std::holds_alternative<OfferMade>(history()[at].body)) {
                entries.push_back(history()[at].entry);
            }
        }
        return entries;
    }
};

TEST_F(NextStepTest, FreedSeatGoesToTheFirstInLineForTwelveHours) {
    full_house(1);
    const Ticket ann = join("ann");
    join("bob");
    give(CancelEntry{1});
    EXPECT_EQ(last_event<OfferMade>().entry, ann);
    EXPECT_EQ(last_event<OfferMade>().actor, Actor{}) << "the engine itself";
    const OfferMade made = last<OfferMade>();
    EXPECT_EQ(made.move, Move::Offer);
    EXPECT_EQ(made.expires_at, start + hours{12});
    EXPECT_EQ(made.tries, 1U);
}

TEST_F(NextStepTest, EveryFreedSeatIsOfferedInOneGo) {
    full_house(3);
    join("a");
    join("b");
    join("c");
    join("d");
    give(CancelEntry{1});
    EXPECT_EQ(asked(), (std::vector<Ticket>{2, 3, 4}));
}

TEST_F(NextStepTest, HigherTierIsAsked) {
    full_house(1);
    join("ann");
    Join vip = person("vip");
    vip.tier = 2;
    const Ticket second = join(vip);
    give(CancelEntry{1});
    EXPECT_EQ(state(second), "offered");
}

TEST_F(NextStepTest, MorePointsAreAskedUnderScoreAndAmongEqualsTheEarlier) {
    full_house(2, plain().set(&Rules::order, Order::Score));
    join("ann");
    Join rich = person("rich");
    rich.points = 10;
    join(rich);
    rich.contacts = {contact("also rich")};
    join(rich);
    give(CancelEntry{1});
    EXPECT_EQ(asked(), (std::vector<Ticket>{3, 4}));
}

TEST_F(NextStepTest, PointsAreWorthWaitingTimeUnderHeadStart) {
    full_house(2, plain().set(&Rules::order, Order::HeadStart).set(&Rules::minutes_per_point, 10U));
    const Ticket early = join("early");
    pass(minutes{30});
    Join two_points = person("two");
    two_points.points = 2;
    const Ticket behind = join(two_points);
    Join four_points = person("four");
    four_points.points = 4;
    const Ticket ahead = join(four_points);
    EXPECT_EQ(line(), (std::vector<Ticket>{ahead, early, behind}));
}

TEST_F(NextStepTest, EntryThatWentToTheBackStartsItsHeadStartAnew) {
    slots(plain()
              .set(&Rules::order, Order::HeadStart)
              .set(&Rules::minutes_per_point, 10U)
              .set(&Rules::after_decline, AfterOffer::Back));
    Join ann = person("ann");
    ann.points = 1;
    const Ticket moved = join(ann);
    pass(minutes{5});
    const Ticket bob = join("bob", Wants{.service = "other"});
    pass(minutes{20});
    open();
    decline(moved);
    EXPECT_EQ(line(), (std::vector<Ticket>{bob, moved}));
}

TEST_F(NextStepTest, ChangedOrderHoldsForThoseWhoWait) {
    full_house(1);
    const Ticket ann = join("ann");
    Join rich = person("rich");
    rich.points = 10;
    const Ticket second = join(rich);
    EXPECT_EQ(line(), (std::vector<Ticket>{ann, second}));
    patch_rules(RulesPatch{}.set(&Rules::order, Order::Score));
    EXPECT_EQ(line(), (std::vector<Ticket>{second, ann}));
    EXPECT_EQ(rank(ann), 2U);
}

TEST_F(NextStepTest, LotteryDrawsByTheCommittedSeedAndLaterJoinsFollow) {
    seats(1, plain()
                 .set(&Rules::order, Order::Lottery)
                 .set(&Rules::draw_at, start + hours{1})
                 .set(&Rules::draw_seed, "seed"));
    std::vector<Ticket> expected;
    for (const std::string_view name : {"a", "b", "c", "d", "e"}) {
        expected.push_back(join(name));
    }
    EXPECT_EQ(asked(), std::vector<Ticket>{}) << "no offers before the draw";
    EXPECT_EQ(due(), start + hours{1});
    std::ranges::sort(expected, {}, [](Ticket ticket) { return lot_of("seed", ticket); });
    now += hours{1};
    const Ticket late = join("late");
    expected.push_back(late);
    EXPECT_EQ(trace(history())[6], "lottery_drawn draw_time");
    EXPECT_EQ(state(expected.front()), "offered");
    expected.erase(expected.begin());
    EXPECT_EQ(line(), expected);
    EXPECT_EQ(rank(late), 5U);
}

TEST_F(NextStepTest, DeclinedSeatRollsOnAndWhoDeclinedSitsOut) {
    full_house(1, keeping());
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    give(CancelEntry{1});
    EXPECT_EQ(trace(decline(ann)),
              (Trace{"offer_ended requested #2", "offer_made previous_declined #3"}));
    EXPECT_EQ(last<OfferMade>().tries, 2U);
    decline(bob);
    EXPECT_EQ(trace(history()).back(), "places_idled nobody_eligible") << "both sit out";
    EXPECT_EQ(last<PlacesIdled>(), (PlacesIdled{1, Move::NoFit}));
    EXPECT_EQ(line(), (std::vector<Ticket>{ann, bob}));
}

TEST_F(NextStepTest, WhoSitsOutIsAskedAgainWhenAnotherPlaceFreesUp) {
    seats(2, keeping());
    join("holder");
    const Ticket other = join("other");
    const Ticket ann = join("ann");
    give(CancelEntry{1});
    decline(ann);
    EXPECT_EQ(state(ann), "waiting");
    give(CancelEntry{other});
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(NextStepTest, RaisedCapacityEndsSittingOutToo) {
    full_house(1, keeping());
    const Ticket ann = join("ann");
    give(CancelEntry{1});
    decline(ann);
    patch_capacity(2);
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(NextStepTest, NobodyIsReportedOnceAndTheNextComerTakesThePlace) {
    full_house(1);
    EXPECT_EQ(trace(give(CancelEntry{1})),
              (Trace{"entry_ended requested #1", "places_idled nobody_eligible"}));
    EXPECT_EQ(trace(give(PauseResource{})), (Trace{"status_changed requested"}));
    EXPECT_EQ(trace(give(ResumeResource{})), (Trace{"status_changed requested"}));
    EXPECT_EQ(state(join("ann")), "accepted");
    give(CancelEntry{2});
    EXPECT_EQ(times<PlacesIdled>(), 2U) << "free again is news again";
}

TEST_F(NextStepTest, PlacesFreeFromTheStartAreNoNews) {
    seats(5);
    join("ann");
    EXPECT_EQ(times<PlacesIdled>(), 0U);
}

TEST_F(NextStepTest, TriedOutPlaceIsLeftToWalkIns) {
    full_house(1, keeping().set(&Rules::max_offers, 2U));
    join("ann");
    join("bob");
    const Ticket cyd = join("cyd");
    give(CancelEntry{1});
    decline(Ticket{2});
    EXPECT_EQ(trace(decline(Ticket{3})),
              (Trace{"offer_ended requested #3", "places_idled max_offers"}));
    EXPECT_EQ(last<PlacesIdled>(), (PlacesIdled{1, Move::HandBack}));
    EXPECT_EQ(state(cyd), "waiting");
}

TEST_F(NextStepTest, NewcomerTakesATriedOutPlaceWhenNobodyWaits) {
    full_house(1, plain().set(&Rules::max_offers, 1U));
    join("ann");
    give(CancelEntry{1});
    decline(Ticket{2});
    EXPECT_EQ(state(join("bob")), "accepted");
}

TEST_F(NextStepTest, TriedOutPlaceIsNotOfferedInsteadOfAFreshOne) {
    full_house(1, keeping().set(&Rules::max_offers, 1U));
    join("ann");
    const Ticket bob = join("bob");
    const Ticket cyd = join("cyd");
    give(CancelEntry{1});
    decline(Ticket{2});
    EXPECT_EQ(state(bob), "waiting") << "the one place was tried out";
    patch_capacity(2);
    EXPECT_EQ(last_event<OfferMade>().entry, 2U);
    EXPECT_EQ(last<OfferMade>().tries, 1U) << "the fresh place, not the tried one";
    decline(Ticket{2});
    EXPECT_EQ(state(bob), "waiting");
    EXPECT_EQ(state(cyd), "waiting") << "both places were tried out now";
    EXPECT_EQ(counts().free_places, 2U);
}

TEST_F(NextStepTest, PlaceOfACancellationIsUntried) {
    full_house(1, keeping().set(&Rules::max_offers, 1U));
    const Ticket ann = join("ann");
    give(CancelEntry{1});
    accept(ann);
    const Ticket bob = join("bob");
    give(CancelEntry{ann});
    EXPECT_EQ(state(bob), "offered");
    EXPECT_EQ(last<OfferMade>().tries, 1U);
}

TEST_F(NextStepTest, LoweredCapacityForgetsTheFewestTriesFirst) {
    full_house(2, keeping());
    join("ann");
    join("bob");
    join("cyd");
    give(CancelEntry{1});
    decline(Ticket{2});
    EXPECT_EQ(last_event<OfferMade>().entry, 4U);
    EXPECT_EQ(last<OfferMade>().tries, 2U);
    decline(Ticket{4});
    decline(Ticket{3});
    patch_capacity(1);
    EXPECT_EQ(counts().free_places, 1U);
    give(Promote{2});
    EXPECT_EQ(last<OfferMade>().tries, 3U) << "the place that was offered twice is the one left";
}

TEST_F(NextStepTest, StrictPartyBlocksTheLineWhileSeatsGatherForIt) {
    seats(3);
    join("a");
    join("b");
    join("c");
    const Ticket pair = join("pair", 2);
    const Ticket single = join("single");
    EXPECT_EQ(trace(give(CancelEntry{1})), (Trace{"entry_ended requested #1"})) << "no report";
    EXPECT_EQ(state(single), "waiting");
    give(CancelEntry{2});
    EXPECT_EQ(state(pair), "offered");
    EXPECT_EQ(last<OfferMade>().places, 2U);
    EXPECT_EQ(state(single), "waiting");
}

TEST_F(NextStepTest, PartyThatDoesNotFitIsPassedAtMostSoManyTimes) {
    seats(3, fit(1));
    join("a");
    join("b");
    join("c");
    const Ticket pair = join("pair", 2);
    const Ticket first = join("first");
    const Ticket second = join("second");
    give(CancelEntry{1});
    EXPECT_EQ(state(first), "offered");
    EXPECT_EQ(last<OfferMade>().passed, (std::vector<Ticket>{pair}));
    EXPECT_EQ(trace(give(CancelEntry{2})), (Trace{"entry_ended requested #2"}));
    EXPECT_EQ(state(second), "waiting") << "passed once already: seats gather for the pair";
    give(CancelEntry{3});
    EXPECT_EQ(state(pair), "offered");
}

TEST_F(NextStepTest, PartyIsOnlyPassedWhenSomebodyBehindItIsAsked) {
    seats(3, fit(1));
    join("a");
    join("b", 2);
    const Ticket pair = join("pair", 2);
    const Ticket other = join("other", 2);
    EXPECT_EQ(trace(give(CancelEntry{1})),
              (Trace{"entry_ended requested #1", "places_idled nobody_eligible"}));
    const Ticket single = join("single");
    EXPECT_EQ(state(single), "offered");
    EXPECT_EQ(last<OfferMade>().passed, (std::vector<Ticket>{pair, other}));
}

TEST_F(NextStepTest, NothingIsReportedWhileSeatsGatherForAPartyThatWasPassedEnough) {
    seats(3, fit(1));
    join("a");
    join("b");
    join("c");
    join("pair", 2);
    join("single");
    give(CancelEntry{1});
    accept(Ticket{5});
    EXPECT_EQ(trace(give(CancelEntry{2})), (Trace{"entry_ended requested #2"}));
}

TEST_F(NextStepTest, PartyThatMayNeverBePassedBlocksLikeAStrictOne) {
    seats(3, fit(0));
    join("a");
    join("b", 2);
    join("pair", 2);
    EXPECT_EQ(trace(give(CancelEntry{1})), (Trace{"entry_ended requested #1"}));
    EXPECT_EQ(state(join("single")), "waiting");
}

TEST_F(NextStepTest, PartyThatRunsOutOfNoticeBlocksNobodyAnyMore) {
    create({.kind = Kind::Seats, .starts_at = start + hours{5}, .capacity = 3}, plain());
    join("a");
    join("b", 2);
    Join pair = person("pair");
    pair.party_size = 2;
    pair.wants.min_notice = hours{2};
    join(pair);
    const Ticket single = join("single");
    give(CancelEntry{1});
    EXPECT_EQ(state(single), "waiting");
    EXPECT_EQ(due(), start + hours{3} + Duration{1});
    EXPECT_EQ(trace(pass(hours{3})), Trace{});
    EXPECT_EQ(trace(pass(Duration{1})), (Trace{"offer_made first_in_line #4"}));
}

TEST_F(NextStepTest, CutoffLeavesFreeSeatsToWalkIns) {
    create({.kind = Kind::Seats, .starts_at = start + hours{4}, .capacity = 1},
           plain().set(&Rules::cutoff, hours{1}));
    join("holder");
    const Ticket ann = join("ann");
    EXPECT_EQ(trace(pass(hours{3})), (Trace{"cutoff_reached cutoff"}));
    EXPECT_EQ(trace(give(CancelEntry{1})),
              (Trace{"entry_ended requested #1", "places_idled cutoff"}));
    EXPECT_EQ(last<PlacesIdled>(), (PlacesIdled{1, Move::HandBack}));
    EXPECT_EQ(state(ann), "waiting");
}

TEST_F(NextStepTest, WhoTakesAnyServiceStandsInTheSameLine) {
    slots();
    const Ticket any = join("any");
    const Ticket cut = join("cut", Wants{.service = "cut"});
    Slot described = slot();
    described.service = "cut";
    open(described);
    EXPECT_EQ(state(any), "offered");
    open(described);
    EXPECT_EQ(state(cut), "offered");
}

TEST_F(NextStepTest, ChangedWorthOfAPointHoldsForThoseWhoWait) {
    full_house(1, plain().set(&Rules::order, Order::HeadStart).set(&Rules::minutes_per_point, 1U));
    const Ticket early = join("early");
    pass(minutes{10});
    Join late = person("late");
    late.points = 2;
    const Ticket second = join(late);
    EXPECT_EQ(line(), (std::vector<Ticket>{early, second}));
    patch_rules(RulesPatch{}.set(&Rules::minutes_per_point, 10U));
    EXPECT_EQ(line(), (std::vector<Ticket>{second, early}));
}

}  // namespace
}  // namespace standby::core
