// Tests of what is counted from events, on small worlds.
#include "engine/history/stats.hpp"

#include "core/decide/decide_test_support.hpp"
#include "core/rules/window_test_support.hpp"
#include "engine/history/stats_test_support.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace standby::engine {
namespace {

using core::plain;
using core::Rules;
using core::Ticket;
using core::World;
using std::chrono::hours;
using std::chrono::minutes;

Stats stats_of(const World& world, const StatsOptions& options = {}) {
    StatsFold fold{options};
    for (const core::Event& event : world.history()) {
        fold.add(event);
    }
    return fold.result();
}

TEST(Stats, AnEmptyHistoryHasNoRates) {
    const StatsFold fold;
    const Stats stats = fold.result();
    EXPECT_FALSE(stats.fill_rate);
    EXPECT_FALSE(stats.time_to_fill);
    EXPECT_FALSE(stats.time_to_answer);
    EXPECT_EQ(stats.as_of, 0U);
}

TEST(Stats, OfAHistoryThatBeginsLaterCountFromThereOnWithWhatWasUnderWay) {
    World world;
    world.seats(2, plain().set(&Rules::max_misses, 0));
    world.join("a");
    world.join("b");
    world.join("c");
    world.join("d");
    world.join("e");
    world.pass(hours{1});
    world.leave(1);
    world.pass(minutes{5});
    const core::ResourceState middle = world.resource();
    ASSERT_EQ(middle.offers.size(), 1U);
    world.accept(Ticket{3});
    world.pass(minutes{5});
    world.leave(2);
    StatsFold fold;
    fold.begin(middle);
    for (const core::Event& event : world.history()) {
        if (event.number > middle.last_event) {
            fold.add(event);
        }
    }
    const Stats stats = fold.result();
    EXPECT_EQ(stats.offers, (Stats::Offers{.made = 2, .accepted = 1, .live = 1}));
    EXPECT_EQ(stats.joins, 0U);
    EXPECT_EQ(stats.places, (Stats::Places{.freed = 1, .filled = 0}))
        << "when the first one came free is no longer known";
    const Stats whole = stats_of(world);
    EXPECT_EQ(stats.waiting_per_place, whole.waiting_per_place);
    EXPECT_EQ(stats.offers.live, whole.offers.live);
    EXPECT_EQ(stats.as_of, whole.as_of);
}

TEST(Stats, OfSlotsCountOpenings) {
    World world;
    world.slots(plain().set(&Rules::max_misses, 0));
    world.join("a");
    world.join("b");
    world.open();
    world.pass(minutes{1});
    world.send(Ticket{1});
    world.pass(minutes{2});
    world.decline(Ticket{1});
    world.pass(minutes{1});
    world.accept(Ticket{2});
    world.open(hours{5});
    world.miss(1);
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.offers, (Stats::Offers{.made = 3, .accepted = 1, .declined = 1, .expired = 1}));
    ASSERT_TRUE(stats.openings);
    EXPECT_EQ(*stats.openings, (Stats::Openings{.freed = 2, .filled = 1, .handed_back = 1}));
    EXPECT_EQ(stats.places, (Stats::Places{.freed = 2, .filled = 1}));
    EXPECT_DOUBLE_EQ(stats.fill_rate.value(), 0.5);
    EXPECT_EQ(spread(stats.time_to_fill), (Spread{minutes{4}, minutes{4}}));
    EXPECT_EQ(spread(stats.time_to_answer), (Spread{minutes{1}, minutes{2}}));
    EXPECT_EQ(stats.joins, 2U);
    EXPECT_EQ(stats.as_of, world.history().size());
}

TEST(Stats, PlacesThereFromTheStartAreNeitherFreedNorFilled) {
    World world;
    world.seats(3);
    world.join("a", 2);
    world.join("b");
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.places, Stats::Places{});
    EXPECT_FALSE(stats.openings);
    EXPECT_FALSE(stats.fill_rate);
    EXPECT_EQ(stats.joins, 2U);
}

TEST(Stats, AVacatedPartyIsFilledAgain) {
    World world;
    world.seats(3, plain().set(&Rules::max_misses, 0));
    world.join("a", 2);
    world.join("b");
    world.join("c");
    world.join("d");
    world.leave(1);
    EXPECT_EQ(stats_of(world).offers.live, 2U);
    world.pass(minutes{30});
    world.accept(Ticket{3});
    world.leave(4);
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.places, (Stats::Places{.freed = 2, .filled = 1}));
    EXPECT_EQ(stats.offers, (Stats::Offers{.made = 2, .accepted = 1, .declined = 1}));
    EXPECT_EQ(spread(stats.time_to_fill), (Spread{minutes{30}, minutes{30}}));
    EXPECT_EQ(stats.left, 1U);
}

TEST(Stats, ReleasedAndAddedPlacesAreFreed) {
    World world;
    world.access(5);
    world.release("", 3);
    world.release("", 9);
    EXPECT_EQ(stats_of(world).places.freed, 5U);
    world.patch_capacity(7);
    world.release("", 2);
    EXPECT_EQ(stats_of(world).places.freed, 7U);
}

TEST(Stats, AnInstantYesIsNoAnswer) {
    World world;
    world.slots();
    core::Wants eager;
    eager.instant_yes = core::InstantYes{};
    world.join("a", eager);
    world.open();
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.offers.accepted, 1U);
    EXPECT_FALSE(stats.time_to_answer);
    EXPECT_TRUE(stats.time_to_fill);
}

TEST(Stats, APaidOfferIsAnsweredByItsClaim) {
    World world;
    world.seats(1, plain().set(&Rules::payment, core::euros(5)));
    world.join("a");
    world.pass(minutes{3});
    const core::OfferNumber offer = world.offer_of(1);
    world.accept(offer);
    world.pass(minutes{5});
    world.give(core::ReportPayment{.offer = offer});
    EXPECT_EQ(spread(stats_of(world).time_to_answer), (Spread{minutes{3}, minutes{3}}));
}

TEST(Stats, NoShowsAreCounted) {
    World world;
    world.seats(1);
    world.join("a");
    world.give(core::MarkNoShow{1});
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.no_shows, 1U);
    EXPECT_EQ(stats.places.freed, 1U);
    EXPECT_EQ(stats.left, 0U);
}

TEST(Stats, ALateCancellationIsAWalkIn) {
    World world;
    world.slots(plain().set(&Rules::cutoff, hours{1}));
    world.join("a");
    world.open(hours{3});
    world.accept(Ticket{1});
    world.pass(hours{2} + minutes{30});
    world.leave(1);
    EXPECT_EQ(stats_of(world).openings,
              (Stats::Openings{.freed = 2, .filled = 1, .handed_back = 0, .walk_in = 1}));
}

std::uint64_t sum(const Stats& stats, std::uint64_t DayFigures::* figure) {
    return std::accumulate(
        stats.by_day.begin(), stats.by_day.end(), std::uint64_t{0},
        [&](std::uint64_t total, const DayFigures& day) { return total + day.*figure; });
}

// A salon's week: two slots a day, one of which is taken, one declined and handed back.
World busy_week() {
    World world;
    world.slots(plain().set(&Rules::max_misses, 0).set(&Rules::max_offers, 1));
    for (int day = 0; day < 7; ++day) {
        const std::string name = std::to_string(day);
        const Ticket first = world.join("first" + name);
        core::Slot slot = world.slot();
        slot.price = core::euros(30);
        world.open(slot);
        world.pass(minutes{10 + day});
        world.accept(first);
        const Ticket second = world.join("second" + name);
        world.open();
        world.decline(second);
        world.leave(second);
        world.pass(hours{24} - minutes{10 + day});
    }
    return world;
}

TEST(Stats, TheDaysAddUpToTheWhole) {
    const World world = busy_week();
    const Stats stats = stats_of(world, {.now = world.now, .days = 30});
    ASSERT_EQ(stats.by_day.size(), 30U);
    EXPECT_EQ(sum(stats, &DayFigures::joins), stats.joins);
    EXPECT_EQ(sum(stats, &DayFigures::left), stats.left);
    EXPECT_EQ(sum(stats, &DayFigures::freed), stats.places.freed);
    EXPECT_EQ(sum(stats, &DayFigures::filled), stats.places.filled);
    EXPECT_EQ(sum(stats, &DayFigures::offers), stats.offers.made);
    EXPECT_EQ(sum(stats, &DayFigures::accepted), stats.offers.accepted);
    EXPECT_EQ(sum(stats, &DayFigures::declined), stats.offers.declined);
    EXPECT_EQ(sum(stats, &DayFigures::expired), stats.offers.expired);
    EXPECT_EQ(stats.places, (Stats::Places{.freed = 14, .filled = 7}));
    EXPECT_EQ(stats.revenue, (Revenue{{{'E', 'U', 'R'}, 21'000}}));
    EXPECT_EQ(stats.by_hour[12], (Taken{.offers = 14, .accepted = 7}));
    EXPECT_EQ(stats.by_day[29].day, stats.by_day[28].day + std::chrono::days{1});
}

TEST(Stats, OnlyTheDaysAskedForAreTold) {
    const World world = busy_week();
    // The week ends at noon of the eighth day, on which nothing has happened so far.
    const Stats stats = stats_of(world, {.now = world.now, .days = 3});
    ASSERT_EQ(stats.by_day.size(), 3U);
    EXPECT_EQ(stats.by_day[0].joins, 2U);
    EXPECT_EQ(stats.by_day[0].median_to_fill, minutes{15});
    EXPECT_EQ(stats.by_day[1].median_to_fill, minutes{16});
    EXPECT_EQ(stats.by_day[1].revenue, (Revenue{{{'E', 'U', 'R'}, 3'000}}));
    EXPECT_EQ(stats.by_day[2],
              (DayFigures{.day = std::chrono::local_days{std::chrono::year{2026} / 11 / 23}}));
    EXPECT_EQ(stats.joins, 14U);
    EXPECT_TRUE(stats_of(world, {.now = world.now}).by_day.empty());
}

// On 25 October 2026 Berlin has 25 hours, on 28 March 2027 it has 23.
TEST(Stats, DaysAreThoseOfTheZoneAlsoWhenTheClocksChange) {
    const Zone berlin = core::load_zone("Europe/Berlin");
    World world;
    world.now =
        Time{std::chrono::sys_days{std::chrono::year{2026} / 10 / 24}} + hours{21} + minutes{59};
    world.seats(1);
    world.join("the last minute of Saturday");
    for (int hour = 0; hour < 25; ++hour) {
        world.pass(hour == 0 ? minutes{1} : hours{1});
        world.join("Sunday " + std::to_string(hour));
    }
    world.pass(hours{1});
    world.join("Monday");
    const Stats stats = stats_of(world, {.zone = berlin, .now = world.now, .days = 4});
    ASSERT_EQ(stats.by_day.size(), 4U);
    EXPECT_EQ(stats.by_day[0].joins, 0U);
    EXPECT_EQ(stats.by_day[1].joins, 1U);
    EXPECT_EQ(stats.by_day[2].joins, 25U);
    EXPECT_EQ(stats.by_day[3].joins, 1U);
    EXPECT_EQ(stats.by_day[2].day, std::chrono::local_days{std::chrono::year{2026} / 10 / 25});
}

TEST(Stats, AShortDayHasNoHourThatDoesNotExist) {
    const Zone berlin = core::load_zone("Europe/Berlin");
    World world;
    world.now = Time{std::chrono::sys_days{std::chrono::year{2027} / 3 / 27}} + hours{23};
    world.seats(0);
    world.join("a");
    for (std::uint32_t seat = 1; seat <= 23; ++seat) {
        world.patch_capacity(seat);
        world.join("guest " + std::to_string(seat));
        world.pass(hours{1});
    }
    const Stats stats = stats_of(world, {.zone = berlin, .now = world.now - hours{1}, .days = 2});
    EXPECT_EQ(stats.by_day[0].offers, 0U);
    EXPECT_EQ(stats.by_day[1].offers, stats.offers.made);
    EXPECT_EQ(stats.by_hour[2].offers, 0U);
    EXPECT_GT(stats.by_hour[1].offers, 0U);
    EXPECT_GT(stats.by_hour[3].offers, 0U);
    EXPECT_GT(stats.by_hour[23].offers, 0U);
}

TEST(Stats, AnAcceptanceCountsForTheHourOfItsOffer) {
    World world;
    world.seats(0);
    world.join("a");
    world.join("b");
    world.patch_capacity(2);
    world.pass(hours{2});
    world.accept(Ticket{1});
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.by_hour[12], (Taken{.offers = 2, .accepted = 1}));
    EXPECT_EQ(stats.by_hour[14], Taken{});
}

TEST(Stats, NoShowsAreComparedWithThoseWhoCame) {
    World world;
    world.seats(3);
    EXPECT_FALSE(stats_of(world).no_show_rate);
    for (const char* name : {"a", "b", "c"}) {
        world.join(name);
    }
    world.give(core::MarkNoShow{1});
    world.give(core::MarkAttended{2});
    world.give(core::MarkAttended{3});
    const Stats stats = stats_of(world, {.now = world.now, .days = 1});
    EXPECT_EQ(stats.attended, 2U);
    EXPECT_DOUBLE_EQ(stats.no_show_rate.value(), 1.0 / 3);
    EXPECT_EQ(stats.by_day[0].no_shows, 1U);
}

TEST(Stats, WhoWasNotThereAfterAllDidNotAttend) {
    World world;
    world.create({.kind = core::Kind::Seats, .starts_at = world.now + hours{1}, .capacity = 2},
                 core::plain());
    world.join("a");
    world.join("b");
    world.pass(hours{24});
    EXPECT_EQ(stats_of(world).attended, 2U) << "the time has passed";
    world.give(core::MarkNoShow{1});
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.attended, 1U);
    EXPECT_EQ(stats.no_shows, 1U);
    EXPECT_EQ(stats.places.freed, 0U);
}

TEST(Stats, TheLineIsComparedWithTheSeats) {
    World world;
    world.seats(2);
    EXPECT_EQ(stats_of(world).waiting_per_place, 0.0);
    for (const char* name : {"a", "b", "c", "d", "e"}) {
        world.join(name);
    }
    world.leave(5);
    world.leave(1);
    EXPECT_EQ(world.counts().waiting, 1U);
    EXPECT_EQ(stats_of(world).waiting_per_place, 0.5);
    world.decline(Ticket{3});
    EXPECT_EQ(stats_of(world).waiting_per_place, static_cast<double>(world.counts().waiting) / 2);
    World none;
    none.seats(0);
    none.join("a");
    EXPECT_FALSE(stats_of(none).waiting_per_place);
}

TEST(Stats, TheLineIsComparedWithWhatIsReleasedElsewhere) {
    World world;
    world.external_seats();
    world.join("a");
    world.join("b");
    world.join("c");
    EXPECT_FALSE(stats_of(world).waiting_per_place);
    world.release("first", 1);
    EXPECT_EQ(stats_of(world).waiting_per_place, 2.0);
}

TEST(Stats, TheLineIsComparedWithTheSlotsOfTheDaysAskedFor) {
    World world;
    world.slots();
    world.open();
    world.pass(hours{48});
    core::Wants other;
    other.service = "colour";
    world.join("a", other);
    world.join("b", other);
    world.join("c", other);
    core::Slot slot = world.slot();
    slot.service = "cut";
    world.open(slot);
    world.open(slot);
    EXPECT_EQ(stats_of(world, {.now = world.now, .days = 1}).waiting_per_place, 1.5);
    EXPECT_EQ(stats_of(world, {.now = world.now, .days = 30}).waiting_per_place, 1.0);
    EXPECT_FALSE(stats_of(world).waiting_per_place);
}

TEST(Stats, SeatsFilledAgainEarnTheirPayment) {
    World world;
    world.seats(2, plain().set(&Rules::payment, core::euros(20)));
    for (const char* name : {"a", "b", "c"}) {
        world.join(name);
    }
    const auto pay = [&](Ticket entry) {
        const core::OfferNumber offer = world.offer_of(entry);
        world.accept(offer);
        world.give(core::ReportPayment{.offer = offer});
    };
    pay(1);
    pay(2);
    EXPECT_TRUE(stats_of(world).revenue.empty());
    world.leave(1);
    pay(3);
    const Stats stats = stats_of(world, {.now = world.now, .days = 1});
    EXPECT_EQ(stats.places, (Stats::Places{.freed = 1, .filled = 1}));
    EXPECT_EQ(stats.revenue, (Revenue{{{'E', 'U', 'R'}, 2'000}}));
    EXPECT_EQ(stats.by_day[0].revenue, stats.revenue);
}

TEST(Stats, RevenueStaysAnAmount) {
    StatsFold fold;
    core::Event event;
    event.body = core::ResourceCreated{
        .settings = {.kind = core::Kind::Seats, .inventory = core::Inventory::External},
        .rules = {.payment = core::Money{.amount = core::limits::money_amount_max / 2}}};
    fold.add(event);
    event.body = core::PlacesReleased{.quantity = 5};
    fold.add(event);
    for (std::uint32_t offer = 1; offer <= 5; ++offer) {
        event.offer = core::OfferNumber{offer};
        event.body = core::OfferMade{};
        fold.add(event);
        event.body = core::OfferAccepted{};
        fold.add(event);
    }
    EXPECT_EQ(fold.result().revenue, (Revenue{{{'E', 'U', 'R'}, core::limits::money_amount_max}}));
}

}  // namespace
}  // namespace standby::engine
