// What guests see of their rank.
#include "core/order/band.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

TEST(Band, GrowsWithTheDistance) {
    EXPECT_EQ(format_band(band_of(1)), "1-10");
    EXPECT_EQ(format_band(band_of(10)), "1-10");
    EXPECT_EQ(format_band(band_of(11)), "11-20");
    EXPECT_EQ(format_band(band_of(20)), "11-20");
    EXPECT_EQ(format_band(band_of(21)), "21-50");
    EXPECT_EQ(format_band(band_of(51)), "51-100");
    EXPECT_EQ(format_band(band_of(100)), "51-100");
    EXPECT_EQ(format_band(band_of(101)), "101-200");
    EXPECT_EQ(format_band(band_of(847)), "501-1000");
    EXPECT_EQ(format_band(band_of(1'000'000)), "500001-1000000");
}

TEST(Band, EveryRankLiesInItsBandAndBandsJoinWithoutGaps) {
    Band before = band_of(1);
    for (std::uint64_t rank = 1; rank <= 120'000; ++rank) {
        const Band band = band_of(rank);
        ASSERT_LE(band.first, rank);
        ASSERT_GE(band.last, rank);
        if (band != before) {
            ASSERT_EQ(band.first, before.last + 1);
            before = band;
        }
    }
}

TEST(Band, TheLargestRankHasABandToo) {
    const Band band = band_of(4'000'000'000);
    EXPECT_EQ(band, (Band{.first = 2'000'000'001, .last = 5'000'000'000}));
}

TEST(ShownRank, FollowsTheRules) {
    EXPECT_EQ(shown_rank(Visibility::Rank, 847).rank, 847U);
    EXPECT_FALSE(shown_rank(Visibility::Rank, 847).band);
    EXPECT_EQ(shown_rank(Visibility::Band, 150).band, (Band{.first = 101, .last = 200}));
    EXPECT_FALSE(shown_rank(Visibility::Band, 150).rank);
    EXPECT_FALSE(shown_rank(Visibility::Hidden, 1).rank);
    EXPECT_FALSE(shown_rank(Visibility::Hidden, 1).band);
    EXPECT_FALSE(shown_rank(Visibility::Band, std::nullopt).band);
}

}  // namespace
}  // namespace standby::core
