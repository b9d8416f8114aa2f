// Tests of the book of zones.
#include "core/rules/zone_book.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;

TEST(ZoneBook, KnowsUtcFromTheStart) {
    const ZoneBook book;
    ASSERT_NE(book.find("UTC"), nullptr);
    EXPECT_EQ(book.find("UTC")->offset_at(Time{}), hours{0});
}

TEST(ZoneBook, FindsNothingUnderAnotherName) {
    ZoneBook book;
    book.add(Zone::fixed("Test/East", hours{2}));
    EXPECT_EQ(book.find(""), nullptr);
    EXPECT_EQ(book.find("utc"), nullptr);
    EXPECT_EQ(book.find("Test"), nullptr);
    EXPECT_EQ(book.find("Test/East "), nullptr);
}

TEST(ZoneBook, FindsWhatWasAddedAndKeepsItInPlace) {
    ZoneBook book;
    book.add(Zone::fixed("Test/East", hours{2}));
    const Zone* east = book.find("Test/East");
    ASSERT_NE(east, nullptr);
    for (int number = 0; number < 100; ++number) {
        book.add(Zone::fixed("Test/" + std::to_string(number), hours{1}));
    }
    EXPECT_EQ(book.find("Test/East"), east);
    EXPECT_EQ(east->offset_at(Time{}), hours{2});
}

TEST(ZoneBook, TheLastZoneOfANameCounts) {
    ZoneBook book;
    book.add(Zone::fixed("Test/East", hours{2}));
    book.add(Zone::fixed("Test/East", hours{3}));
    EXPECT_EQ(book.find("Test/East")->offset_at(Time{}), hours{3});
}

}  // namespace
}  // namespace standby::core
