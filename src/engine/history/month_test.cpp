// Tests of a month's figures, on small worlds.
#include "engine/history/month.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using core::plain;
using core::Ticket;
using core::World;
using std::chrono::hours;
using std::chrono::minutes;

constexpr Time ever{Duration{0}};
constexpr Time never{std::chrono::days{100'000}};

MonthFigures figures_of(const World& world, Time from, Time to,
                        std::optional<core::Money> payment = std::nullopt) {
    MonthFold fold(from, to);
    fold.begin_resource(payment);
    for (const core::Event& event : world.history()) {
        fold.add(event);
    }
    return fold.result();
}

class MonthTest : public testing::Test, protected World {
protected:
    // One slot, opened for whoever joined, and claimed after four minutes.
    void fill_a_slot() {
        slots(plain());
        join("a");
        join("b");
        pass(hours{1});
        open();
        pass(minutes{4});
        accept(Ticket{1});
    }
    Time opened_at() const {
        for (const core::Event& event : history()) {
            if (std::holds_alternative<core::OpeningAdded>(event.body)) {
                return event.at;
            }
        }
        return {};
    }
};

TEST_F(MonthTest, CountsWhatCameFreeAndWasFilled) {
    fill_a_slot();
    const MonthFigures figures = figures_of(*this, ever, never, core::Money{4500});
    EXPECT_EQ(figures.joined, 2U);
    EXPECT_EQ(figures.freed, 1U);
    EXPECT_EQ(figures.filled, 1U);
    EXPECT_EQ(figures.offers, 1U);
    EXPECT_EQ(figures.median_time_to_fill, Duration{minutes{4}});
    EXPECT_EQ(figures.recovered,
              (std::map<std::array<char, 3>, std::int64_t>{{{'E', 'U', 'R'}, 4500}}));
}

TEST_F(MonthTest, LeavesOutWhatHappenedBeforeAndAfter) {
    fill_a_slot();
    EXPECT_EQ(figures_of(*this, ever, opened_at()).freed, 0U);
    EXPECT_EQ(figures_of(*this, ever, opened_at()).joined, 2U);
    const MonthFigures later = figures_of(*this, opened_at() + minutes{1}, never);
    EXPECT_EQ(later.freed, 0U);
    EXPECT_EQ(later.filled, 1U);
    EXPECT_EQ(later.median_time_to_fill, Duration{minutes{4}}) << "counted from its opening";
}

TEST_F(MonthTest, OfSeatsCountsPlacesThatWereGivenUp) {
    seats(1);
    join("a");
    join("b");
    give(core::CancelEntry{1});
    accept(Ticket{2});
    const MonthFigures figures = figures_of(*this, ever, never);
    EXPECT_EQ(figures.freed, 1U);
    EXPECT_EQ(figures.filled, 1U);
    EXPECT_TRUE(figures.recovered.empty());
}

}  // namespace
}  // namespace standby::engine
