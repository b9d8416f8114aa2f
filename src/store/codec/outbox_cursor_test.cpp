// Where looks into the outbox begin and end.
#include "store/codec/outbox_cursor.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>

namespace standby::store {
namespace {

using engine::OutboxPosition;

constexpr auto every_id = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

Time at(std::int64_t seconds) {
    return Time{std::chrono::seconds{seconds}};
}

TEST(OutboxPosition, TheFirstLookGoesByDueTimes) {
    EXPECT_EQ(start_of_look({}, at(10), 5), (OutboxPosition{5, Time::min(), every_id}));
    EXPECT_EQ(start_of_look({.id = 3}, at(10), 5), (OutboxPosition{5, Time::min(), every_id}));
}

TEST(OutboxPosition, GoesOnWhereItWas) {
    const OutboxPosition from{.id = 3, .looked_at = at(9), .looked_id = 2};
    EXPECT_EQ(start_of_look(from, at(10), 5), from);
    EXPECT_EQ(start_of_look(from, at(9), 5), from);
}

TEST(OutboxPosition, GoesBackWithTheClock) {
    const OutboxPosition from{.id = 3, .looked_at = at(9), .looked_id = 2};
    EXPECT_EQ(start_of_look(from, at(8), 5), (OutboxPosition{3, at(8), every_id}));
}

TEST(OutboxPosition, LooksBehindNewcomersLater) {
    const OutboxPosition start{.id = 3, .looked_at = at(9), .looked_id = 2};
    EXPECT_EQ(after_newcomer(start, {.id = 4, .due_at = at(1)}), (OutboxPosition{4, at(9), 2}));
    EXPECT_EQ(after_fallen_due(5, {.id = 4, .due_at = at(9)}), (OutboxPosition{5, at(9), 4}));
    EXPECT_EQ(after_everything(5, at(10)), (OutboxPosition{5, at(10), every_id}));
}

}  // namespace
}  // namespace standby::store
