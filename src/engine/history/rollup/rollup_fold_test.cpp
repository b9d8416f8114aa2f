// Tests of what is counted beside what Stats tells: why places stay empty, how guests answer.
#include "engine/history/rollup/rollup_fold.hpp"

#include "core/decide/decide_test_support.hpp"
#include "engine/history/stats_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using core::plain;
using core::Rules;
using core::Ticket;
using core::World;
using std::chrono::hours;
using std::chrono::minutes;

Stats stats_of(const World& world, const StatsQuestion& question = {}, ToldOffers told = {}) {
    StatsFold fold;
    fold.tell(std::move(told));
    for (const core::Event& event : world.history()) {
        fold.add(event);
    }
    return fold.result(question);
}

std::uint64_t ended(const Stats& stats, PlaceEnd end) {
    return stats.ends[static_cast<std::size_t>(end)];
}

std::uint64_t all_ends(const Stats& stats) {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : stats.ends) {
        sum += count;
    }
    return sum;
}

core::Slot named(const World& world, const char* service, const char* staff = "") {
    core::Slot slot = world.slot();
    slot.service = service;
    slot.staff = staff;
    return slot;
}

TEST(RollupFold, SaysWhyAPlaceWasNotFilled) {
    World world;
    world.slots(plain().set(&Rules::max_misses, 0));
    world.open();  // nobody is there
    Stats stats = stats_of(world);
    EXPECT_EQ(ended(stats, PlaceEnd::NobodyFits), 1U);
    world.give(core::WithdrawOpening{core::OpeningNumber{1}});
    stats = stats_of(world);
    EXPECT_EQ(ended(stats, PlaceEnd::TakenBack), 1U);
    EXPECT_EQ(ended(stats, PlaceEnd::NobodyFits), 0U);
    const Ticket guest = world.join("a");
    world.open();
    EXPECT_EQ(ended(stats_of(world), PlaceEnd::UnderWay), 1U);
    world.decline(guest);
    EXPECT_EQ(ended(stats_of(world), PlaceEnd::AllSaidNo), 1U);
    world.open();
    world.give(core::BookOpening{core::OpeningNumber{3}});
    world.open();
    world.miss(1);
    stats = stats_of(world);
    EXPECT_EQ(ended(stats, PlaceEnd::StaffBooked), 1U);
    EXPECT_EQ(ended(stats, PlaceEnd::NoAnswer), 1U);
    EXPECT_EQ(all_ends(stats), stats.places.freed) << "each place has one end";
}

TEST(RollupFold, AsManyAsTheRulesAllowIsAReasonOfItsOwn) {
    World world;
    world.slots(plain().set(&Rules::max_misses, 0).set(&Rules::max_offers, 1));
    const Ticket first = world.join("a");
    world.join("b");
    world.open();
    world.decline(first);
    EXPECT_EQ(ended(stats_of(world), PlaceEnd::MaxOffers), 1U);
}

TEST(RollupFold, ACancellationShortBeforeTheStartIsLate) {
    World world;
    world.slots(plain().set(&Rules::cutoff, hours{1}));
    world.join("a");
    world.open(hours{3});
    world.accept(Ticket{1});
    world.pass(hours{2} + minutes{30});
    world.leave(1);
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.cancellations, 1U);
    EXPECT_EQ(stats.late_cancellations, 1U);
    EXPECT_EQ(ended(stats, PlaceEnd::NoTime), 1U);
}

TEST(RollupFold, AnswersAreCountedByTheTimeTheyTook) {
    World world;
    world.slots(plain().set(&Rules::max_misses, 0));
    world.join("a");
    world.join("b");
    world.open();
    world.pass(minutes{4});
    world.decline(Ticket{1});
    world.pass(minutes{2});
    world.accept(Ticket{2});
    const Stats stats = stats_of(world);
    const ResponseFigures& response = stats.response;
    EXPECT_EQ(response.asked, 2U);
    EXPECT_EQ(response.yes(), 1U);
    EXPECT_EQ(response.steps[3].no, 1U) << "within five minutes";
    EXPECT_EQ(response.steps[1].yes, 1U) << "within two";
    EXPECT_EQ(response.lost_share(), 0.0);
    ASSERT_TRUE(response.window);
    EXPECT_EQ(response.window->count, 2U);
    EXPECT_EQ(stats.by_window[step_of(window_steps, response.window->median)].accepted, 1U);
    std::uint64_t asked = 0;
    for (const Taken& taken : stats.by_notice) {
        asked += taken.offers;
    }
    EXPECT_EQ(asked, 2U);
}

TEST(RollupFold, AnOfferThatRanOutIsNoAnswer) {
    World world;
    world.slots(plain().set(&Rules::max_misses, 0));
    world.join("a");
    world.open();
    world.miss(1);
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.response.asked, 1U);
    EXPECT_EQ(stats.response.ran_out(), 1U);
    EXPECT_EQ(stats.response.yes(), 0U);
    EXPECT_FALSE(stats.time_to_answer);
}

TEST(RollupFold, AYesAfterTheWindowIsCountedOnceAndShowsWhatTheWindowCosts) {
    World world;
    world.slots(plain().set(&Rules::max_misses, 0));
    world.join("a");
    world.open();
    world.miss(1);
    StatsFold fold;
    for (const core::Event& event : world.history()) {
        fold.add(event);
    }
    core::Event late = world.history().back();
    late.subject = core::Subject::Entry;
    late.from = late.to = static_cast<std::uint8_t>(core::EntryState::Waiting);
    late.entry = 1;
    late.offer = core::OfferNumber{1};
    late.opening = core::OpeningNumber{1};
    for (int times = 0; times < 2; ++times) {
        ++late.number;
        late.at += minutes{5};
        late.body = core::StandingYes{.wanted = true};
        fold.add(late);
    }
    const Stats stats = fold.result();
    EXPECT_EQ(stats.response.late_yes(), 1U);
    EXPECT_EQ(stats.response.lost_share(), 1.0);
    EXPECT_EQ(stats.response.asked, 1U) << "one was asked, however often they answer";
}

TEST(RollupFold, MessagesTellByWhichChannelAndWhetherItWasOpened) {
    World world;
    world.slots(plain().set(&Rules::max_misses, 0));
    world.join("a");
    world.open();
    const Time told_at = world.now + minutes{1};
    world.miss(1);
    const Stats stats =
        stats_of(world, {},
                 {{core::OfferNumber{1},
                   {.channel = TellingChannel::Mail, .at = told_at, .opened = false}}});
    EXPECT_EQ(stats.by_channel.mail, (Taken{.offers = 1, .accepted = 0}));
    EXPECT_EQ(stats.ran_out_unopened, 1U);
    ASSERT_TRUE(stats.offered_to_told);
    EXPECT_EQ(stats.offered_to_told->median, minutes{1});
    EXPECT_EQ(stats_of(world).by_channel, ChannelFigures{}) << "nothing is known any more";
}

TEST(RollupFold, ServicesAndStaffAreCountedByThemselves) {
    World world;
    world.slots(plain().set(&Rules::max_misses, 0));
    world.join("a");
    world.open(named(world, "Cut", "Jo"));
    world.accept(Ticket{1});
    world.join("b");
    world.open(named(world, "CUT", "Mo"));
    world.open(named(world, "Colour"));
    StatsQuestion cuts;
    cuts.service = "cut";
    Stats stats = stats_of(world, cuts);
    EXPECT_EQ(stats.places, (Stats::Places{.freed = 2, .filled = 1}));
    EXPECT_FALSE(stats.is_of_list);
    EXPECT_EQ(stats.services, (std::vector<std::string>{"Colour", "Cut"}));
    EXPECT_EQ(stats.staff, (std::vector<std::string>{"Jo", "Mo"}));
    StatsQuestion jo;
    jo.staff = "Jo";
    EXPECT_EQ(stats_of(world, jo).places, (Stats::Places{.freed = 1, .filled = 1}));
    EXPECT_EQ(stats_of(world).places.freed, 3U);
}

TEST(RollupFold, FarTooManyNamesAreCountedTogether) {
    World world;
    world.slots();
    for (int number = 0; number < 300; ++number) {
        world.open(named(world, ("service " + std::to_string(number)).c_str()));
    }
    const Stats stats = stats_of(world);
    EXPECT_EQ(stats.places.freed, 300U);
    EXPECT_LT(stats.services.size(), 200U);
}

TEST(RollupFold, GoesOnFromWhatWasStored) {
    World world;
    world.slots(plain().set(&Rules::max_misses, 0));
    for (int day = 0; day < 5; ++day) {
        const Ticket guest = world.join("guest " + std::to_string(day));
        world.open(named(world, day % 2 == 0 ? "Cut" : "Colour"));
        world.pass(minutes{5});
        day % 3 == 0 ? world.decline(guest) : world.accept(guest);
        world.pass(hours{24});
    }
    const FindZone utc = [](std::string_view) { return nullptr; };
    RollupFold whole({}, utc);
    for (const core::Event& event : world.history()) {
        whole.add(event);
    }
    for (std::size_t cut = 1; cut < world.history().size(); ++cut) {
        RollupFold first({}, utc);
        std::size_t at = 0;
        for (; at < cut; ++at) {
            first.add(world.history()[at]);
        }
        RollupFold second(decode_rollup(encode(first.state())).value(), utc);
        for (; at < world.history().size(); ++at) {
            second.add(world.history()[at]);
        }
        ASSERT_EQ(second.state(), whole.state()) << "after " << cut;
        std::map<DayNumber, DayCells> days = first.days();
        for (const auto& [day, cells] : second.days()) {
            for (const auto& [about, cell] : cells) {
                days[day][about].merge(cell);
            }
        }
        for (const auto& [day, cells] : whole.days()) {
            for (const auto& [about, cell] : cells) {
                ASSERT_EQ(days[day][about], cell) << "after " << cut << " on day " << day;
            }
        }
    }
}

TEST(RollupFold, MorePeopleWhoFitWouldFillMore) {
    EXPECT_EQ(people_for_share(5, 0.44, 0.6), 8U);
    EXPECT_EQ(people_for_share(5, 0.6, 0.6), 5U);
    EXPECT_EQ(people_for_share(5, 0, 0.6), 0U) << "nobody ever says yes";
    EXPECT_EQ(people_for_share(5, 1, 0.6), 0U);
}

}  // namespace
}  // namespace standby::engine
