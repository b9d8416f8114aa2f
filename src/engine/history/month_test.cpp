// Tests of a month's figures, on small worlds.
#include "engine/history/month.hpp"

#include "core/decide/decide_test_support.hpp"
#include "engine/history/stats_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using core::plain;
using core::Ticket;
using core::World;
using std::chrono::hours;
using std::chrono::minutes;

constexpr MonthNumber november_2026 = 2026 * 12 + 10;

class MonthTest : public testing::Test, protected World {
protected:
    // One slot, opened for whoever joined, and claimed after four minutes.
    void fill_a_slot() {
        slots(plain());
        join("a");
        join("b");
        pass(hours{1});
        core::Slot described = slot();
        described.price = core::euros(45);
        open(described);
        pass(minutes{4});
        accept(Ticket{1});
    }
    MonthFigures figures(MonthNumber month) const {
        StatsFold fold;
        for (const core::Event& event : history()) {
            fold.add(event);
        }
        StatsQuestion question;
        question.range = days_of(month);
        return month_of(select(fold.counted(), question));
    }
};

TEST_F(MonthTest, HasItsOwnDays) {
    const auto [first, last] = days_of(2024 * 12 + 1);
    EXPECT_EQ(last - first + 1, 29) << "February of a leap year";
    EXPECT_EQ(days_of(2024 * 12 + 2).first, last + 1);
}

TEST_F(MonthTest, CountsWhatCameFreeAndWasFilled) {
    fill_a_slot();
    const MonthFigures month = figures(november_2026);
    EXPECT_EQ(month.joined, 2U);
    EXPECT_EQ(month.freed, 1U);
    EXPECT_EQ(month.filled, 1U);
    EXPECT_EQ(month.offers, 1U);
    EXPECT_EQ(month.accepted, 1U);
    ASSERT_TRUE(month.time_to_fill);
    EXPECT_EQ(month.time_to_fill->median, Duration{minutes{4}});
    EXPECT_EQ(month.time_to_fill->mean, Duration{minutes{4}});
    EXPECT_EQ(month.recovered, (Revenue{{{'E', 'U', 'R'}, 4500}}));
}

TEST_F(MonthTest, LeavesOutWhatCameFreeBeforeAndAfter) {
    fill_a_slot();
    EXPECT_EQ(figures(november_2026 - 1), MonthFigures{});
    EXPECT_EQ(figures(november_2026 + 1), MonthFigures{});
}

TEST_F(MonthTest, APlaceCountsForTheMonthInWhichItCameFree) {
    now = Time{std::chrono::sys_days{std::chrono::year{2026} / 11 / 30}} + hours{23};
    slots(plain());
    join("a");
    open(hours{48});
    pass(hours{2});
    accept(Ticket{1});
    EXPECT_EQ(figures(november_2026).filled, 1U);
    EXPECT_EQ(figures(november_2026 + 1).filled, 0U);
}

TEST_F(MonthTest, OfSeatsCountsPlacesThatWereGivenUp) {
    seats(1);
    join("a");
    join("b");
    give(core::CancelEntry{1});
    accept(Ticket{2});
    const MonthFigures month = figures(november_2026);
    EXPECT_EQ(month.freed, 1U);
    EXPECT_EQ(month.filled, 1U);
    EXPECT_TRUE(month.recovered.empty());
}

TEST_F(MonthTest, TheLastOneDependsOnWhereTheHouseIs) {
    const Time turn = std::chrono::sys_days{std::chrono::year{2026} / 11 / 1};
    EXPECT_EQ(last_month(Zone::utc(), turn), november_2026 - 1);
    EXPECT_EQ(last_month(Zone::fixed("Pacific/Auckland", hours{13}), turn - hours{12}),
              november_2026 - 1);
    EXPECT_EQ(last_month(Zone::fixed("Pacific/Honolulu", -hours{10}), turn + hours{9}),
              november_2026 - 2);
    EXPECT_EQ(last_month(Zone::utc(), std::chrono::sys_days{std::chrono::year{2027} / 1 / 1}),
              november_2026 + 1);
}

TEST_F(MonthTest, ASummaryNamesTheMonthAndItsReader) {
    for (const std::uint64_t owner : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{70'000}}) {
        const SummaryAbout about{.month = november_2026, .owner = owner};
        EXPECT_EQ(summary_about(summary_event(about)), about);
    }
    EXPECT_EQ(summary_event({.month = november_2026}), november_2026)
        << "as earlier versions wrote it";
}

}  // namespace
}  // namespace standby::engine
