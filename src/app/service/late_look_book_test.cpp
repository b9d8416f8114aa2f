// Tests of late looks in memory.
#include "app/service/late_look_book.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace standby::app {
namespace {

using engine::LateLookCount;
using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::chrono_literals;

constexpr core::ResourceNumber salon{7};
constexpr core::ResourceNumber clinic{8};

class LateLookBookTest : public testing::Test {
protected:
    static constexpr std::int32_t today = 1000;
    LateLookBook book;
};

TEST_F(LateLookBookTest, TellsHowLongAfterTheEndOfTheOfferTheyCame) {
    for (const auto since : {0min, 9min, 10min, 59min, 60min}) {
        book.count_late_look(salon, today, since);
    }
    book.count_late_look(salon, today, 9h);
    book.count_late_look(salon, today, 200'000h);
    EXPECT_THAT(book.totals(), ElementsAre(2, 1, 1, 1, 1, 0, 1));
}

TEST_F(LateLookBookTest, GivesTheCountsOfEachListAndDayOnce) {
    book.count_late_look(salon, today, 5min);
    book.count_late_look(salon, today, 6min);
    book.count_late_look(clinic, today, 5min);
    book.count_late_look(salon, today + 1, 5min);
    EXPECT_THAT(book.take(),
                ElementsAre(LateLookCount{salon, 1000, 0, 2}, LateLookCount{salon, 1001, 0, 1},
                            LateLookCount{clinic, 1000, 0, 1}));
    EXPECT_THAT(book.take(), IsEmpty());
    EXPECT_EQ(book.totals()[0], 4U) << "the server's figures go on";
}

TEST_F(LateLookBookTest, KeepsWhatCouldNotBeStoredForTheNextTime) {
    book.count_late_look(salon, today, 5min);
    const auto taken = book.take();
    book.count_late_look(salon, today, 5min);
    book.put_back(taken);
    EXPECT_THAT(book.take(), ElementsAre(LateLookCount{salon, 1000, 0, 2}));
    EXPECT_EQ(book.totals()[0], 2U) << "each was one look";
}

TEST_F(LateLookBookTest, ForgetsDaysRatherThanGrowForEver) {
    for (std::uint32_t list = 1; list <= LateLookBook::counts_max + 10; ++list) {
        book.count_late_look(core::ResourceNumber{list}, today, 5min);
    }
    EXPECT_EQ(book.totals()[0], LateLookBook::counts_max + 10);
    EXPECT_EQ(book.take().size(), LateLookBook::counts_max);
}

}  // namespace
}  // namespace standby::app
