// Tests of counters, and of how they are stored.
#include "engine/history/rollup/cell.hpp"

#include "base/prng.hpp"
#include "engine/history/rollup/rollup_state.hpp"

#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

TEST(Cell, AddsUpAndNeverCountsBelowNothing) {
    Cell cell;
    cell.add(Figure::Freed);
    cell.add(Figure::Freed, 0, 4);
    cell.add(Figure::HourOffers, 9);
    EXPECT_EQ(cell.count(Figure::Freed), 5U);
    EXPECT_EQ(cell.count(Figure::HourOffers, 9), 1U);
    EXPECT_EQ(cell.count(Figure::HourOffers, 10), 0U);
    cell.add(Figure::Freed, 0, -7);
    EXPECT_EQ(cell.count(Figure::Freed), 0U);
    cell.add(Figure::Freed, 0, 2);
    cell.add(Figure::HourOffers, 9, -1);
    EXPECT_TRUE(cell.is_empty());
}

TEST(Cell, TimesAreExactWhileThereAreFew) {
    Cell cell;
    for (const int minute : {1, 2, 3, 4, 100}) {
        cell.add_time(Figure::ToFill, minutes{minute});
    }
    cell.add_time(Figure::ToFill, minutes{-5});
    const auto timing = cell.timing(Figure::ToFill);
    ASSERT_TRUE(timing);
    EXPECT_EQ(timing->count, 6U);
    EXPECT_EQ(timing->median, minutes{2});
    EXPECT_EQ(timing->p99, minutes{100});
    EXPECT_EQ(timing->mean, Duration{110 * 60'000 / 6});
    EXPECT_FALSE(cell.timing(Figure::ToAnswer));
}

TEST(Cell, ManyTimesAreWithinAHundredth) {
    Cell exact;
    Prng random{7};
    for (int index = 0; index < 5'000; ++index) {
        const auto milliseconds = static_cast<std::int64_t>(random.below(9'000'000));
        exact.add_time(Figure::ToFill, Duration{milliseconds});
    }
    Cell rough = exact;
    rough.condense(64);
    const auto one = exact.timing(Figure::ToFill);
    const auto other = rough.timing(Figure::ToFill);
    EXPECT_EQ(one->count, other->count);
    EXPECT_NEAR(static_cast<double>(other->median.count()),
                static_cast<double>(one->median.count()),
                static_cast<double>(one->median.count()) * 0.01);
    EXPECT_LT(rough.sorted().size(), 1'000U);
    rough.condense(64);
    EXPECT_EQ(rough.timing(Figure::ToFill), other);
}

TEST(Cell, MoneyIsKeptByCurrency) {
    Cell cell;
    cell.add_money(Figure::Revenue, {.amount = 4500, .currency = {'E', 'U', 'R'}}, 2);
    cell.add_money(Figure::Revenue, {.amount = 100, .currency = {'J', 'P', 'Y'}}, 1);
    EXPECT_EQ(cell.money(Figure::Revenue),
              (std::vector<core::Money>{{9000, {'E', 'U', 'R'}}, {100, {'J', 'P', 'Y'}}}));
}

TEST(Cell, StepsEndWithTheirBounds) {
    EXPECT_EQ(step_of(answer_steps, seconds{0}), 0U);
    EXPECT_EQ(step_of(answer_steps, minutes{1}), 0U);
    EXPECT_EQ(step_of(answer_steps, minutes{1} + Duration{1}), 1U);
    EXPECT_EQ(step_of(answer_steps, std::chrono::days{30}), answer_steps.size());
}

TEST(RollupCodec, WhatIsWrittenIsRead) {
    RollupState state;
    state.kind = core::Kind::Seats;
    state.capacity = 12;
    state.starts_at = Time{Duration{5}};
    state.time_zone = "Pacific/Auckland";
    state.payment = core::Money{.amount = 10};
    state.waiting = 3;
    state.as_of = 77;
    state.since = Time{Duration{-9}};
    state.today = 20'000;
    state.offers[core::OfferNumber{4}] = {.entry = 9, .day = 19'999, .hour = 23, .answered = true};
    state.lapsed[core::OfferNumber{3}] = {.entry = 8, .late_yes = true};
    state.openings[core::OpeningNumber{2}] = {
        .day = -1, .price = core::Money{}, .end = PlaceEnd::NobodyFits, .is_since_known = false};
    state.freed.push_back({.day = 1, .count = 5, .unoffered = 2, .end = PlaceEnd::NoTime});
    state.parties[6] = 2;
    state.dimensions.push_back({.service = "Cut", .staff = "Jo"});
    state.totals[1].add(Figure::Freed, 0, -3);
    const auto again = decode_rollup(encode(state));
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(*again, state);
}

TEST(RollupCodec, AFieldOfANewerVersionIsPassedOver) {
    std::vector<std::byte> bytes = encode(RollupState{});
    for (const int byte : {200, 2, 1, 1}) {
        bytes.push_back(static_cast<std::byte>(byte));
    }
    EXPECT_EQ(decode_rollup(bytes), RollupState{});
}

TEST(RollupCodec, DamageIsNoticed) {
    DayCells cells;
    cells[0].add(Figure::Freed, 0, 300);
    std::vector<std::byte> bytes = encode(cells);
    EXPECT_EQ(decode_day(bytes), cells);
    bytes.pop_back();
    EXPECT_FALSE(decode_day(bytes));
    std::vector<std::byte> state = encode(RollupState{});
    state.pop_back();
    EXPECT_FALSE(decode_rollup(state));
    EXPECT_TRUE(decode_rollup({}));
}

}  // namespace
}  // namespace standby::engine
