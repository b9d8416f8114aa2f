// The parts of the naive order that are worth pinning by hand-computed values.
#include "sim/model/naive_order.hpp"

#include <gtest/gtest.h>

namespace standby::sim {
namespace {

NaiveEntry entry_with(Ticket ticket, std::int32_t points, std::uint8_t tier, Time joined) {
    NaiveEntry entry;
    entry.ticket = ticket;
    entry.place = ticket;
    entry.points = points;
    entry.tier = tier;
    entry.joined_at = joined;
    entry.in_line_at = joined;
    return entry;
}

Time at_second(std::int64_t second) {
    return Time{std::chrono::seconds{second}};
}

TEST(NaiveOrder, ALotIsTheFirstFourBytesOfTheHash) {
    // printf 'open sesame:7' | sha256sum
    EXPECT_EQ(naive_lot("open sesame", 7), 0x533a6b0aU);
    EXPECT_NE(naive_lot("open sesame", 7), naive_lot("open sesame", 8));
}

TEST(NaiveOrder, ALotOfAPersonIsTheFirstFourBytesOfTheHash) {
    const std::string seed(64, '5');
    // printf 'standby lot\n555…5\n0123456789abcdef\nWinter in Berlin' | sha256sum
    EXPECT_EQ(naive_lot(seed, "Winter in Berlin", "0123456789abcdef"), 0x49b4'8899U);
    EXPECT_EQ(naive_participant(ResourceNumber{1}, ContactKey{0xff}).size(), 16U);
}

TEST(NaiveOrder, APointIsWorthItsMinutesAndFractionsOfASecondDoNotCount) {
    EXPECT_EQ(naive_virtual_second(Time{Duration{10'999}}, 0, 60), 10);
    EXPECT_EQ(naive_virtual_second(Time{Duration{-1}}, 0, 60), -1);
    EXPECT_EQ(naive_virtual_second(at_second(100'000), 3, 7), 100'000 - 3 * 7 * 60);
}

TEST(NaiveOrder, TheTierGoesFirstInEveryOrder) {
    for (const Order order : {Order::Fifo, Order::Score, Order::HeadStart, Order::Lottery}) {
        Rules rules;
        rules.order = order;
        rules.draw_at = at_second(5000);
        rules.draw_seed = "seed";
        const NaiveEntry ordinary = entry_with(1, 1000, 0, at_second(1));
        const NaiveEntry preferred = entry_with(2, 0, 1, at_second(2000));
        EXPECT_LT(naive_key(rules, preferred), naive_key(rules, ordinary)) << core::name_of(order);
    }
}

TEST(NaiveOrder, WhoeverJoinedAtTheDrawOrWentToTheBackHasNoLot) {
    Rules rules;
    rules.order = Order::Lottery;
    rules.draw_at = at_second(100);
    rules.draw_seed = "seed";
    const NaiveEntry drawn = entry_with(9, 0, 0, at_second(99));
    const NaiveEntry late = entry_with(2, 0, 0, at_second(100));
    NaiveEntry returned = entry_with(1, 0, 0, at_second(1));
    returned.went_back = true;
    returned.place = 12;
    EXPECT_LT(naive_key(rules, drawn), naive_key(rules, late));
    EXPECT_LT(naive_key(rules, late), naive_key(rules, returned));
}

}  // namespace
}  // namespace standby::sim
