// Tests of the four orders against their definition: two entries compare by their keys exactly as
// the definition compares them.
#include "core/order/order_key.hpp"

#include "base/sha256.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <span>
#include <string>
#include <tuple>

namespace standby::core {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr Time draw_at{seconds{1'790'000'000}};

Rules rules_for(Order order) {
    Rules rules;
    rules.order = order;
    rules.draw_at = draw_at;
    rules.draw_seed = "seed";
    return rules;
}

// The lot again, from the hexadecimal digits that anybody's sha256sum prints.
std::int64_t redrawn_lot(const std::string& seed, Ticket ticket) {
    const std::string text = seed + ":" + std::to_string(ticket);
    return std::stoll(to_hex(sha256(std::as_bytes(std::span{text}))).substr(0, 8), nullptr, 16);
}

std::int64_t floor_second(Time time) {
    const std::int64_t milliseconds_since = time.time_since_epoch().count();
    const std::int64_t whole = milliseconds_since / 1000;
    return whole - (milliseconds_since % 1000 < 0 ? 1 : 0);
}

// Tier descending, two numbers of the order's own, then the place.
using Definition = std::tuple<int, std::int64_t, std::int64_t, Ticket>;

Definition defined(const Rules& rules, const OrderInput& input) {
    switch (rules.order) {
    case Order::Fifo:
        return {-input.tier, input.by_time ? floor_second(input.joined_at) : 0, 0, input.place};
    case Order::Score:
        return {-input.tier, -std::int64_t{input.points},
                input.by_time ? floor_second(input.joined_at) : 0, input.place};
    case Order::HeadStart:
        return {-input.tier,
                floor_second(input.joined_at) -
                    std::int64_t{input.points} * rules.minutes_per_point * 60,
                0, input.place};
    case Order::Lottery:
        break;
    }
    const bool drawn = input.place == input.ticket && input.joined_at < *rules.draw_at;
    return {-input.tier, drawn ? 0 : 1, drawn ? redrawn_lot(rules.draw_seed, input.ticket) : 0,
            input.place};
}

rc::Gen<OrderInput> any_input() {
    return rc::gen::exec([] {
        OrderInput input;
        input.ticket = *rc::gen::oneOf(rc::gen::inRange<Ticket>(1, 50),
                                       rc::gen::inRange<Ticket>(1, 4'000'000'000));
        input.place = input.ticket;
        if (*rc::gen::inRange(0, 4) == 0) {
            input.place = *rc::gen::inRange<Ticket>(1, 4'000'000'000);
        }
        input.tier = *rc::gen::element<std::uint8_t>(0, 0, 0, 1, 200);
        input.points = *rc::gen::oneOf(rc::gen::inRange(0, 4), rc::gen::inRange(0, 1'000'001));
        // Close together, around the draw, at the beginning of time, and anywhere.
        const auto around = rc::gen::inRange<std::int64_t>(-5'000, 5'000);
        const std::int64_t near_draw = draw_at.time_since_epoch().count() + *around;
        const std::int64_t near_epoch = *around;
        const std::int64_t anywhere = *rc::gen::inRange<std::int64_t>(0, 4'000'000'000'000);
        input.joined_at =
            Time{milliseconds{*rc::gen::element(near_draw, near_draw, near_epoch, anywhere)}};
        return input;
    });
}

RC_GTEST_PROP(OrderKeyProperty, EntriesCompareAsTheDefinitionSays, ()) {
    Rules rules =
        rules_for(*rc::gen::element(Order::Fifo, Order::Score, Order::HeadStart, Order::Lottery));
    rules.minutes_per_point = *rc::gen::element<std::uint32_t>(1, 60, 1440, 60 * 24 * 31);
    OrderInput left = *any_input();
    OrderInput right = *any_input();
    left.by_time = right.by_time = *rc::gen::arbitrary<bool>();
    RC_PRE(left.place != right.place);
    const LinePlace left_key = order_key(rules, left);
    const LinePlace right_key = order_key(rules, right);
    RC_ASSERT((left_key < right_key) == (defined(rules, left) < defined(rules, right)));
    RC_ASSERT((right_key < left_key) == (defined(rules, right) < defined(rules, left)));
    RC_ASSERT(left_key != right_key);
}

RC_GTEST_PROP(OrderKeyProperty, TheKeyEndsWithThePlaceAndFitsItsLayout, ()) {
    const Rules rules =
        rules_for(*rc::gen::element(Order::Fifo, Order::Score, Order::HeadStart, Order::Lottery));
    OrderInput input = *any_input();
    input.by_time = *rc::gen::arbitrary<bool>();
    const LinePlace key = order_key(rules, input);
    RC_ASSERT(key.ticket() == input.place);
    if (layout_for(rules.order, input.by_time) == Line::Layout::Sequence) {
        RC_ASSERT(key.key == input.place);
    }
}

RC_GTEST_PROP(HeadStartProperty, NobodyPassesThoseWhoJoinedBeforeTheBoost, ()) {
    Rules rules = rules_for(Order::HeadStart);
    rules.minutes_per_point = *rc::gen::inRange<std::uint32_t>(1, 100);
    OrderInput early{.ticket = 1, .place = 1, .joined_at = draw_at};
    OrderInput late{.ticket = 2, .place = 2};
    late.points = *rc::gen::inRange(0, 100);
    late.joined_at = draw_at + seconds{*rc::gen::inRange(0, 100 * 100 * 60)};
    const Duration boost = minutes{std::int64_t{late.points} * rules.minutes_per_point};
    const bool passes = order_key(rules, late) < order_key(rules, early);
    RC_ASSERT(passes == (late.joined_at - boost < early.joined_at));
}

TEST(OrderKey, TheHigherTierIsAheadInEveryOrder) {
    for (const Order order : {Order::Fifo, Order::Score, Order::HeadStart, Order::Lottery}) {
        const Rules rules = rules_for(order);
        const OrderInput first{.ticket = 1, .place = 1, .tier = 0, .points = 1'000'000};
        const OrderInput last{
            .ticket = 9, .place = 9, .tier = 1, .joined_at = draw_at + std::chrono::days{9}};
        EXPECT_LT(order_key(rules, last), order_key(rules, first)) << name_of(order);
    }
}

TEST(OrderKey, FifoKnowsNothingButThePlace) {
    const Rules rules = rules_for(Order::Fifo);
    const OrderInput first{.ticket = 1, .place = 1, .joined_at = draw_at};
    const OrderInput second{.ticket = 2, .place = 2, .points = 100, .joined_at = Time{}};
    EXPECT_LT(order_key(rules, first), order_key(rules, second));
}

TEST(OrderKey, TheScoreComesBeforeThePlaceAndNegativePointsLast) {
    const Rules rules = rules_for(Order::Score);
    const LinePlace many = order_key(rules, {.ticket = 3, .place = 3, .points = 5});
    const LinePlace none = order_key(rules, {.ticket = 1, .place = 1, .points = 0});
    const LinePlace same = order_key(rules, {.ticket = 4, .place = 4, .points = 5});
    const LinePlace less = order_key(rules, {.ticket = 2, .place = 2, .points = -1});
    EXPECT_LT(many, same);
    EXPECT_LT(same, none);
    EXPECT_LT(none, less);
}

TEST(OrderKey, WhoWentToTheBackStandsAtTheNewPlace) {
    const OrderInput went{.ticket = 1, .place = 7, .joined_at = draw_at + seconds{60}};
    const OrderInput stayed{.ticket = 2, .place = 2, .joined_at = draw_at};
    for (const Order order : {Order::Fifo, Order::Score, Order::HeadStart, Order::Lottery}) {
        EXPECT_LT(order_key(rules_for(order), stayed), order_key(rules_for(order), went))
            << name_of(order);
    }
}

TEST(VirtualJoinSecond, CountsWholeSecondsLessTheHeadStart) {
    Rules rules = rules_for(Order::HeadStart);
    rules.minutes_per_point = 2;
    EXPECT_EQ(virtual_join_second(rules, {.points = 3, .joined_at = Time{milliseconds{10'999}}}),
              10 - 360);
    EXPECT_EQ(virtual_join_second(rules, {.points = 0, .joined_at = Time{milliseconds{-1}}}), -1);
    EXPECT_EQ(virtual_join_second(rules, {.points = 0, .joined_at = Time{milliseconds{-1000}}}),
              -1);
}

TEST(OrderKey, AHeadStartOfDecadesStillCountsToTheSecond) {
    Rules rules = rules_for(Order::HeadStart);
    rules.minutes_per_point = 60 * 24 * 31;
    const LinePlace most =
        order_key(rules, {.ticket = 9, .place = 9, .points = 1'000'000, .joined_at = draw_at});
    const LinePlace one_less =
        order_key(rules, {.ticket = 1, .place = 1, .points = 999'999, .joined_at = draw_at});
    const LinePlace a_second_before = order_key(
        rules, {.ticket = 10, .place = 10, .points = 1'000'000, .joined_at = draw_at - seconds{1}});
    EXPECT_LT(most, one_less);
    EXPECT_LT(a_second_before, most);
}

TEST(Lottery, TheLotIsTheBeginningOfTheSha256OfSeedAndTicket) {
    // printf seed:1 | sha256sum
    EXPECT_EQ(lot_of("seed", 1), 0x81E4'BA3BU);
    EXPECT_EQ(lot_of("seed", 2), 0x97C3'DDCDU);
    EXPECT_EQ(lot_of("standby", 4'000'000'000), 0xED6F'8B5CU);
    EXPECT_EQ(lot_of("", 7), 0x9BA4'0220U);
}

TEST(Lottery, TheDrawnComeFirstByLotAndTheOthersByPlace) {
    const Rules rules = rules_for(Order::Lottery);
    const OrderInput late{.ticket = 1, .place = 1, .joined_at = draw_at};
    const OrderInput later{.ticket = 4, .place = 4, .joined_at = draw_at + seconds{1}};
    const OrderInput drawn{.ticket = 2, .place = 2, .joined_at = draw_at - milliseconds{1}};
    const OrderInput went_back{.ticket = 3, .place = 9, .joined_at = draw_at - seconds{9}};
    EXPECT_LT(order_key(rules, drawn), order_key(rules, late));
    EXPECT_LT(order_key(rules, late), order_key(rules, later));
    EXPECT_LT(order_key(rules, later), order_key(rules, went_back));
    const OrderInput luckier{.ticket = 1, .place = 1, .joined_at = Time{}};
    EXPECT_LT(order_key(rules, luckier), order_key(rules, drawn));  // 81E4BA3B < 97C3DDCD
}

TEST(Lottery, WithoutADrawNobodyHasALot) {
    Rules rules = rules_for(Order::Lottery);
    rules.draw_at = std::nullopt;
    EXPECT_LT(order_key(rules, {.ticket = 1, .place = 1}),
              order_key(rules, {.ticket = 2, .place = 2}));
    EXPECT_EQ(order_key(rules, {.ticket = 2, .place = 2}).key, 2U);
}

TEST(OrderKeyDeathTest, AnUnknownOrderHasNoKey) {
    EXPECT_DEATH(order_key(rules_for(static_cast<Order>(4)), {.ticket = 1, .place = 1}), "");
}

TEST(LayoutFor, OnlyPlacesThatAreTicketsGoInSequence) {
    EXPECT_EQ(layout_for(Order::Fifo, false), Line::Layout::Sequence);
    EXPECT_EQ(layout_for(Order::Score, false), Line::Layout::Sequence);
    EXPECT_EQ(layout_for(Order::Fifo, true), Line::Layout::Keyed);
    EXPECT_EQ(layout_for(Order::Score, true), Line::Layout::Keyed);
    EXPECT_EQ(layout_for(Order::HeadStart, false), Line::Layout::Keyed);
    EXPECT_EQ(layout_for(Order::Lottery, false), Line::Layout::Keyed);
}

}  // namespace
}  // namespace standby::core
