// Tests that strong identifiers stay apart, from integers and from each other.
#include "base/strong_id.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>
#include <unordered_set>

namespace standby {
namespace {

using EntryId = StrongId<struct EntryIdTag, std::uint64_t>;
using PersonId = StrongId<struct PersonIdTag, std::uint64_t>;

static_assert(!std::is_convertible_v<std::uint64_t, EntryId>);
static_assert(!std::is_convertible_v<EntryId, std::uint64_t>);
static_assert(!std::is_constructible_v<EntryId, PersonId>);
static_assert(!std::is_constructible_v<std::uint64_t, EntryId>);
static_assert(std::is_trivially_copyable_v<EntryId>);
static_assert(sizeof(EntryId) == sizeof(std::uint64_t));

TEST(StrongId, KeepsItsValue) {
    EXPECT_EQ(EntryId(42).value(), 42U);
    EXPECT_EQ(EntryId().value(), 0U);
}

TEST(StrongId, OrdersLikeItsInteger) {
    EXPECT_LT(EntryId(1), EntryId(2));
    EXPECT_EQ(EntryId(7), EntryId(7));
    EXPECT_NE(EntryId(7), EntryId(8));
}

TEST(StrongId, CanBeHashed) {
    const std::unordered_set<EntryId> entries = {EntryId(1), EntryId(2), EntryId(1)};
    EXPECT_EQ(entries.size(), 2U);
    EXPECT_TRUE(entries.contains(EntryId(2)));
}

}  // namespace
}  // namespace standby
