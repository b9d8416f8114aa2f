// Tests of the figures as a table, in text and as a workbook, and of the file's name.
#include "interchange/view/stats_table.hpp"

#include <gtest/gtest.h>

namespace standby::interchange {
namespace {

using engine::DayFigures;
using std::chrono::local_days;
using std::chrono::year;

std::vector<DayFigures> two_days() {
    DayFigures first{.day = local_days{year{2026} / 11 / 15}, .joins = 3, .left = 1, .freed = 2};
    first.filled = 2;
    first.median_to_fill = std::chrono::milliseconds{90'500};
    first.revenue = {{{'E', 'U', 'R'}, 4'505}};
    return {first, DayFigures{.day = local_days{year{2026} / 11 / 16}}};
}

engine::Stats stats_of(std::vector<DayFigures> days) {
    engine::Stats stats;
    stats.by_day = std::move(days);
    return stats;
}

TEST(StatsTable, IsWrittenAsText) {
    EXPECT_EQ(csv_of(stats_table(stats_of(two_days()))),
              "day,joins,left,freed,filled,offers,accepted,declined,expired,no_shows,"
              "median_seconds_to_fill,revenue_recovered,currency\r\n"
              "2026-11-15,3,1,2,2,0,0,0,0,0,90.5,45.05,EUR\r\n"
              "2026-11-16,0,0,0,0,0,0,0,0,0,,0.00,EUR\r\n");
}

TEST(StatsTable, WithoutMoneyItsColumnsAreEmpty) {
    const std::vector<DayFigures> days = {{.day = local_days{year{2026} / 1 / 2}}};
    EXPECT_TRUE(
        csv_of(stats_table(stats_of(days))).ends_with("\r\n2026-01-02,0,0,0,0,0,0,0,0,0,,,\r\n"));
}

TEST(StatsTable, EachCurrencyHasItsOwnColumns) {
    std::vector<DayFigures> days = two_days();
    days[1].revenue = {{{'J', 'P', 'Y'}, 1'200}, {{'K', 'W', 'D'}, 7}};
    const Table table = stats_table(stats_of(days));
    ASSERT_EQ(table.header.size(), 17U);
    EXPECT_EQ(table.header[13], "revenue_recovered_2");
    EXPECT_EQ(table.header[14], "currency_2");
    for (const auto& row : table.rows) {
        EXPECT_EQ(row.size(), table.header.size());
    }
    const std::string text = csv_of(table);
    EXPECT_TRUE(text.contains("45.05,EUR,0,JPY,0.000,KWD\r\n")) << text;
    EXPECT_TRUE(text.contains("0.00,EUR,1200,JPY,0.007,KWD\r\n")) << text;
}

TEST(StatsTable, WhatLooksLikeAFormulaIsText) {
    EXPECT_EQ(csv_field("plain"), "plain");
    EXPECT_EQ(csv_field(""), "");
    EXPECT_EQ(csv_field("=1+1"), "'=1+1");
    EXPECT_EQ(csv_field("+49"), "'+49");
    EXPECT_EQ(csv_field("-1"), "'-1");
    EXPECT_EQ(csv_field("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(csv_field("\t=1"), "'\t=1");
    EXPECT_EQ(csv_field("=\"a\",b"), "\"'=\"\"a\"\",b\"");
    EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(StatsTable, IsAWorkbookToo) {
    const auto book = workbook_of(stats_table(stats_of(two_days())), "<Salon> & \"Co\"");
    ASSERT_TRUE(book);
    EXPECT_TRUE(book->starts_with("PK\x03\x04"));
    EXPECT_TRUE(book->contains("xl/worksheets/sheet1.xml"));
}

}  // namespace
}  // namespace standby::interchange
