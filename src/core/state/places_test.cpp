// Tests of counted places: how many are free, and how often each of them was offered.
#include "core/state/places.hpp"

#include <gtest/gtest.h>

#include <map>

namespace standby::core {
namespace {

using Tried = std::map<std::uint32_t, std::uint64_t>;

Settings seats(std::uint32_t capacity) {
    return {.kind = Kind::Seats, .capacity = capacity};
}
Settings access(std::uint32_t total) {
    return {.kind = Kind::Access, .capacity = total};
}
Settings external_seats() {
    return {.kind = Kind::Seats, .inventory = Inventory::External};
}

Rules with_max_offers(std::uint32_t max_offers) {
    Rules rules;
    rules.max_offers = max_offers;
    return rules;
}

// Free places that were offered so often before, out of `count` each.
Places tried_places(const Tried& tried) {
    Places places;
    for (const auto& [tries, count] : tried) {
        places.hold(count, 1);
        places.give_back(count, tries);
    }
    return places;
}

TEST(Places, TheLimitOfSeatsIsTheirCapacity) {
    Places places;
    places.release(100);
    EXPECT_EQ(places.limit(seats(12)), 12U);
    EXPECT_EQ(places.limit(seats(0)), 0U);
}

TEST(Places, TheLimitOfAnAccessListIsWhatWasReleasedUpToItsTotal) {
    Places places;
    EXPECT_EQ(places.limit(access(50)), 0U);
    places.release(20);
    EXPECT_EQ(places.limit(access(50)), 20U);
    EXPECT_EQ(places.limit(access(15)), 15U);
    EXPECT_EQ(places.released(), 20U);
}

TEST(Places, TheLimitOfAnExternalInventoryIsWhatItReleasedAndNotTookBack) {
    Places places;
    places.release(5);
    places.release(2);
    EXPECT_EQ(places.limit(external_seats()), 7U);
    places.lose(3);
    EXPECT_EQ(places.limit(external_seats()), 4U);
}

TEST(Places, FreeIsWhatIsNeitherAcceptedNorHeld) {
    Places places;
    const Settings settings = seats(10);
    EXPECT_EQ(places.free(settings), 10U);
    places.hold(3, 0);
    places.accept_free(2);
    EXPECT_EQ(places.held(), 3U);
    EXPECT_EQ(places.accepted(), 2U);
    EXPECT_EQ(places.free(settings), 5U);
    places.accept_held(3);
    EXPECT_EQ(places.held(), 0U);
    EXPECT_EQ(places.accepted(), 5U);
    EXPECT_EQ(places.free(settings), 5U);
    places.vacate(4);
    EXPECT_EQ(places.free(settings), 9U);
}

TEST(Places, FreeIsNeverLessThanNothing) {
    Places places;
    places.accept_free(5);
    EXPECT_EQ(places.free(seats(5)), 0U);
    EXPECT_EQ(places.free(seats(3)), 0U);
    EXPECT_EQ(places.available(seats(3), Rules{}), 0U);
}

TEST(Places, AFreshPlaceHasNoTries) {
    Places places;
    EXPECT_EQ(places.tries_for(1, 0), 1U);
    places.hold(2, 0);
    places.give_back(1, 0);  // withdrawn before anybody could answer
    places.accept_held(1);
    places.vacate(1);
    EXPECT_TRUE(places.tried().empty());
    EXPECT_EQ(places.tries_for(1, 0), 1U);
}

TEST(Places, APlaceThatComesBackKeepsItsTries) {
    Places places;
    places.hold(2, 0);
    places.give_back(2, 1);
    EXPECT_EQ(places.tried(), (Tried{{1, 2}}));
    EXPECT_EQ(places.tries_for(1, 0), 2U);
    EXPECT_EQ(places.tries_for(0, 0), 1U);
}

TEST(Places, GivingNothingBackLeavesNoMark) {
    Places places;
    places.give_back(0, 3);
    EXPECT_TRUE(places.tried().empty());
}

TEST(Places, ThoseWithTheMostTriesAreTakenFirst) {
    Places places = tried_places({{1, 2}, {3, 2}, {7, 1}});
    EXPECT_EQ(places.tries_for(2, 0), 8U);
    places.hold(2, 0);
    EXPECT_EQ(places.tried(), (Tried{{1, 2}, {3, 1}}));
    EXPECT_EQ(places.tries_for(1, 0), 4U);
    places.accept_free(2);
    EXPECT_EQ(places.tried(), (Tried{{1, 1}}));
    places.hold(5, 0);
    EXPECT_TRUE(places.tried().empty());
    EXPECT_EQ(places.held(), 7U);
}

TEST(Places, AMoveLeavesOutThePlacesThatAreTriedOut) {
    Places places = tried_places({{1, 1}, {2, 1}, {3, 4}});
    EXPECT_EQ(places.tries_for(1, 3), 3U);
    EXPECT_EQ(places.tries_for(1, 4), 4U);
    EXPECT_EQ(places.tries_for(1, 1), 1U);
    places.hold(3, 3);
    EXPECT_EQ(places.tried(), (Tried{{3, 4}}));
    EXPECT_EQ(places.tries_for(1, 3), 1U);
    places.accept_free(1);  // a newcomer takes them
    EXPECT_EQ(places.tried(), (Tried{{3, 3}}));
}

TEST(Places, AvailableIsFreeLessWhatIsTriedOut) {
    Places places = tried_places({{1, 2}, {2, 3}, {5, 1}});
    const Settings settings = seats(10);
    EXPECT_EQ(places.available(settings, with_max_offers(0)), 10U);
    EXPECT_EQ(places.available(settings, with_max_offers(6)), 10U);
    EXPECT_EQ(places.available(settings, with_max_offers(5)), 9U);
    EXPECT_EQ(places.available(settings, with_max_offers(2)), 6U);
    EXPECT_EQ(places.available(settings, with_max_offers(1)), 4U);
    EXPECT_EQ(places.available(seats(3), with_max_offers(1)), 0U);
}

TEST(Places, WhereFewerAreFreeThanTriedTheFewestTriesAreForgotten) {
    Places places = tried_places({{1, 2}, {2, 3}, {5, 1}});
    places.settle(seats(6));
    EXPECT_EQ(places.tried(), (Tried{{1, 2}, {2, 3}, {5, 1}}));
    places.settle(seats(5));
    EXPECT_EQ(places.tried(), (Tried{{1, 1}, {2, 3}, {5, 1}}));
    places.settle(seats(2));
    EXPECT_EQ(places.tried(), (Tried{{2, 1}, {5, 1}}));
    places.settle(seats(0));
    EXPECT_TRUE(places.tried().empty());
}

TEST(Places, WhatIsOnRecordAsIdleIsNeverMoreThanFree) {
    Places places;
    places.start_idle(4);
    places.note_idle(3);
    EXPECT_EQ(places.idle(), 7U);
    places.settle(seats(10));
    EXPECT_EQ(places.idle(), 7U);
    places.accept_free(5);
    places.settle(seats(10));
    EXPECT_EQ(places.idle(), 5U);
    places.start_idle(1);
    EXPECT_EQ(places.idle(), 1U);
}

TEST(Places, ReleasesAreCountedOnlyWhenNoted) {
    Places places;
    places.release(5);
    places.accept_free(1);
    places.vacate(1);
    EXPECT_EQ(places.releases(), 0U);
    places.note_release();
    places.note_release();
    EXPECT_EQ(places.releases(), 2U);
}

TEST(PlacesDeathTest, NothingIsGivenThatWasNotTaken) {
    Places places;
    EXPECT_DEATH(places.accept_held(1), "");
    EXPECT_DEATH(places.give_back(1, 1), "");
    EXPECT_DEATH(places.vacate(1), "");
    EXPECT_DEATH(places.lose(1), "");
}

}  // namespace
}  // namespace standby::core
