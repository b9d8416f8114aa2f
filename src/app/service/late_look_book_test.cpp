// Tests of late looks in memory.
#include "app/service/late_look_book.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace standby::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::chrono_literals;

constexpr core::ResourceNumber salon{7};
constexpr core::ResourceNumber clinic{8};

class LateLookBookTest : public testing::Test {
protected:
    Time now = Time{} + 1000 * 24h + 12h;
    LateLookBook book{[this] { return now; }};
};

TEST_F(LateLookBookTest, TellsHowLongAfterTheEndOfTheOfferTheyCame) {
    for (const auto since : {0min, 9min, 10min, 59min, 60min}) {
        book.count_late_look(salon, since);
    }
    book.count_late_look(salon, 9h);
    book.count_late_look(salon, 200'000h);
    EXPECT_THAT(book.totals(), ElementsAre(2, 1, 1, 1, 1, 0, 1));
}

TEST_F(LateLookBookTest, GivesTheCountsOfEachListAndDayOnce) {
    book.count_late_look(salon, 5min);
    book.count_late_look(salon, 6min);
    book.count_late_look(clinic, 5min);
    now += 12h;
    book.count_late_look(salon, 5min);
    EXPECT_THAT(book.take(),
                ElementsAre(LateLookCount{salon, 1000, 0, 2}, LateLookCount{salon, 1001, 0, 1},
                            LateLookCount{clinic, 1000, 0, 1}));
    EXPECT_THAT(book.take(), IsEmpty());
    EXPECT_EQ(book.totals()[0], 4U) << "the server's figures go on";
}

TEST_F(LateLookBookTest, ForgetsDaysRatherThanGrowForEver) {
    for (std::uint32_t list = 1; list <= LateLookBook::counts_max + 10; ++list) {
        book.count_late_look(core::ResourceNumber{list}, 5min);
    }
    EXPECT_EQ(book.totals()[0], LateLookBook::counts_max + 10);
    EXPECT_EQ(book.take().size(), LateLookBook::counts_max);
}

}  // namespace
}  // namespace standby::app
